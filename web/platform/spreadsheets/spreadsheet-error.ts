import { formatNumber } from '../../ui/values/figures.ts';

/** A file cannot be read as a table; the message is for the user. */
export class SpreadsheetError extends Error {
  override name = 'SpreadsheetError';
}

/** One sentence for whatever kept a file from being read. */
export const describeFileError = (error: unknown) =>
  error instanceof SpreadsheetError ? error.message : 'The file could not be read. Please try again.';

export function tooManyRows(most: number): SpreadsheetError {
  return new SpreadsheetError(`A list can have at most ${formatNumber(most)} rows. Please split the file.`);
}
