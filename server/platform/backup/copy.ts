// COPY through the driver, as streams.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { quoted, type Table } from './catalog.ts';
import type { Session } from './session.ts';

/** The rows of a table as they come. Throws while being read when the server fails. */
export async function* copyOut(session: Session, { schema, name, columns }: Table): AsyncGenerator<Buffer> {
  // A query, because a partitioned table cannot be copied by its name.
  const list = columns.map((column) => quoted(column)).join(', ');
  const rows = await session.unsafe(`copy (select ${list} from ${quoted(schema, name)}) to stdout`).readable();
  yield* rows;
  // The driver stops listening to the server while its buffer is full, and forgets to listen again when that was at the end.
  rows._read(0);
}

/** Writes rows into a table. Rejects with the server's error, or with the error of `rows`. */
export async function copyIn(
  session: Session,
  { schema, name, columns }: Table,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const list = columns.map((column) => quoted(column)).join(', ');
  const query = session.unsafe(`copy ${quoted(schema, name)} (${list}) from stdin`);
  const failed = failureOf(query);
  const table = await query.writable();
  const written = pipeline(Readable.from(rows), table);
  try {
    await Promise.race([written, failed]);
  } catch (error) {
    table.destroy(error as Error);
    await written.catch(() => {});
    throw error;
  }
}

/**
 * PostgreSQL may find fault with the last rows after it has got them all. The driver has settled its query by then: it would
 * drop that error and leave the stream open for ever. So we listen where the driver reports it.
 */
function failureOf(query: object): Promise<never> {
  const settled = query as { reject(error: unknown): void };
  const report = settled.reject.bind(query);
  const failed = new Promise<never>((_, reject) => {
    settled.reject = (error) => {
      report(error);
      reject(error);
    };
  });
  failed.catch(() => {});
  return failed;
}
