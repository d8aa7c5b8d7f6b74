// One connection and one transaction for a whole backup or restore.
import type pg from 'pg';
import { createClient, type DatabaseAddress } from '../db.ts';
import { OperatorError } from '../operator-error.ts';

export type Session = pg.Client;

/** The application name of backup and restore. */
export const applicationName = 'zeus-backup';

// The text form of values must not depend on the server's settings, and nothing may be truncated or filtered.
const settings = `
  set local statement_timeout = 0;
  set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0;
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC';
  set local bytea_output = 'hex';
  set local extra_float_digits = 1;
  set local row_security = off`;

/** Runs `work` in one transaction on its own connection; a failure changes nothing. Throws OperatorError without a connection. */
export async function inOneTransaction<Result>(
  address: DatabaseAddress,
  begin: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = createClient(address, { application_name: applicationName });
  // A broken connection is reported by the query that needed it.
  session.on('error', () => {});
  await session.connect().catch((error: Error) => {
    throw new OperatorError(
      `The database cannot be reached (${error.message || 'no answer'}). Check DATABASE_URL, and that the server is running.`,
      { cause: error },
    );
  });
  try {
    await session.query(begin);
    await session.query(settings);
    const result = await work(session);
    await session.query('commit');
    return result;
  } finally {
    // Closing the connection rolls back uncommitted work, even in the middle of a COPY.
    await session.end();
  }
}
