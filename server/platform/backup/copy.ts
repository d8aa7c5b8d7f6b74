// COPY as streams.
import { pipeline } from 'node:stream/promises';
import { from, to } from 'pg-copy-streams';
import { quoted, type Table } from './catalog.ts';
import type { Session } from './session.ts';

const listOf = (columns: string[]) => columns.map((column) => quoted(column)).join(', ');

/** The rows of a table, in chunks of any size. Throws while being read if the server fails. */
export function copyOut(session: Session, { schema, name, columns }: Table): AsyncIterable<Buffer> {
  // A query, because a partitioned table cannot be copied by its name.
  return session.query(to(`copy (select ${listOf(columns)} from ${quoted(schema, name)}) to stdout`));
}

/** Writes rows into a table. Rejects with the server's error, or with the error of `rows`. */
export async function copyIn(
  session: Session,
  { schema, name, columns }: Table,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  await pipeline(rows, session.query(from(`copy ${quoted(schema, name)} (${listOf(columns)}) from stdin`)));
}
