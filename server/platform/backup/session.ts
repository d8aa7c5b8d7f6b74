// One connection and one transaction for a whole backup or restore.
import postgres, { type ReservedSql } from 'postgres';
import type { DatabaseAddress } from '../db.ts';

export type Session = ReservedSql;

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

/** Runs `work` in one transaction on a connection of its own; when it fails, nothing has changed. */
export async function inOneTransaction<Result>(
  address: DatabaseAddress,
  begin: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const options = { max: 1, connect_timeout: 10, onnotice: () => {}, connection: { application_name: 'zeus-backup' } };
  const sql = typeof address === 'string' ? postgres(address, options) : postgres({ ...address, ...options });
  try {
    const session = await sql.reserve();
    await session.unsafe(begin);
    await session.unsafe(settings);
    const result = await work(session);
    await session.unsafe('commit');
    return result;
  } finally {
    // Closing the connection rolls back what was not committed, also in the middle of a COPY.
    await sql.end({ timeout: 0 });
  }
}
