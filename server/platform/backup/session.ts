// One connection and one transaction for a whole backup or restore.
import pg from 'pg';
import { connectionSettings, type DatabaseAddress } from '../db.ts';
import { OperatorError } from '../operator-error.ts';

export type Session = pg.Client;

/** How backup and restore show themselves to the server. */
export const applicationName = 'zeus-backup';

// What a value looks like as text must not depend on the server's settings, and nothing may be cut short or filtered.
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

/** Runs `work` in one transaction on a connection of its own; when it fails, nothing has changed. Throws OperatorError when there is no connection. */
export async function inOneTransaction<Result>(
  address: DatabaseAddress,
  begin: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = new pg.Client({ ...connectionSettings(address), application_name: applicationName });
  // A connection that breaks is told by the query that needed it.
  session.on('error', () => {});
  await session.connect().catch((error: Error) => {
    throw new OperatorError(
      `The database cannot be reached (${error.message || 'no answer'}). Check DATABASE_URL and that it runs.`,
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
    // Closing the connection rolls back what was not committed, also in the middle of a COPY.
    await session.end();
  }
}
