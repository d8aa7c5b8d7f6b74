// Restores a backup into an empty database, or replaces its contents: npm run restore -- FILE [--replace]
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreDatabase } from '../../server/platform/backup/restore-database.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { readConfig, runForOperator, withDatabase } from './configured-database.ts';

const usage = `Usage: npm run restore -- FILE [--replace]
Stop Zeus first. --replace deletes everything that is in the database now.`;

function readArguments(): { file: string; replace: boolean } {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { replace: { type: 'boolean', default: false } },
    });
    const [file, ...rest] = positionals;
    if (file && rest.length === 0) return { file: resolve(file), replace: values.replace };
  } catch {
    // An unknown option: the usage lists the valid ones.
  }
  throw new OperatorError(usage);
}

runForOperator(async () => {
  const { file, replace } = readArguments();
  const summary = await withDatabase(readConfig(), 'alone', (address) => restoreDatabase(address, file, { replace }));
  console.log(`Restored ${summary.rows} rows of ${summary.tables} tables, as they were at ${summary.madeAt}.`);
  if (summary.leftOut.length > 0)
    console.log(`Skipped, because this version of Zeus does not know them: ${summary.leftOut.join(', ')}.`);
});
