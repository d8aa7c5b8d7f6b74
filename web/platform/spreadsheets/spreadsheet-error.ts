/** A file cannot be read as a table; the message is for the user. */
export class SpreadsheetError extends Error {
  override name = 'SpreadsheetError';
}

export function tooManyRows(most: number): SpreadsheetError {
  const formatted = String(most).replace(/\B(?=(?:\d{3})+$)/g, ',');
  return new SpreadsheetError(`A list can have at most ${formatted} rows. Please split the file.`);
}
