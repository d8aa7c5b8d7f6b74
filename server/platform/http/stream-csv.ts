// Responds with a file generated while it is read: one batch of rows in memory, however long the list and slow the reader.
import { Readable } from 'node:stream';
import type { Context as HonoContext } from 'hono';
import type { CsvFile } from '../../../shared/csv.ts';

export interface CsvAnswer<Row> {
  name: string;
  file: CsvFile<Row>;
  /** Batches of rows; an error in the middle aborts the download, so that half a file is not mistaken for a whole one. */
  batches: AsyncIterable<Row[]>;
}

/** The response as a download. */
export function streamCsv<Row>(c: HonoContext, { name, file, batches }: CsvAnswer<Row>): Response {
  const made = Readable.from(lines(file, batches), { highWaterMark: 1 });
  return c.body(Readable.toWeb(made) as ReadableStream, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': disposition(name),
    'Cache-Control': 'no-store',
  });
}

async function* lines<Row>(file: CsvFile<Row>, batches: AsyncIterable<Row[]>): AsyncGenerator<Buffer> {
  yield Buffer.from(file.head);
  for await (const rows of batches) yield Buffer.from(rows.map(file.line).join(''));
}

/** Old clients use the plain name, without non-Latin letters; all others the full one (RFC 6266). */
function disposition(name: string): string {
  const plain = name.replace(/[^\w.-]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
