// The backup file: gzip over plain text, so that it can be read without Zeus (zcat).
//   {header}                                   one line of JSON
//   {"table": …}                               for each table of the header, followed by its rows in PostgreSQL's COPY format,
//   \.                                         which cannot hold this line,
//   {"rows": …, "sha256": …}                   and what they must add up to
//   {"tables": …}                              the last line: the file is whole
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { OperatorError } from '../operator-error.ts';
import { type Counter, nameOf, type Table } from './catalog.ts';

export interface BackupHeader {
  format: 'zeus-backup';
  formatVersion: 1;
  madeAt: string;
  serverVersion: string;
  migrations: { version: number; name: string; checksum: string }[];
  counters: Counter[];
  tables: Table[];
}

const endOfRows = Buffer.from('\\.\n');
const newline = 0x0a;

export const line = (value: object) => Buffer.from(`${JSON.stringify(value)}\n`);

/** One table's part of the file. `done` receives the number of rows. */
export async function* encodeTable(table: Table, rows: AsyncIterable<Buffer>, done: (rows: number) => void) {
  yield line({ table: nameOf(table) });
  const hash = createHash('sha256');
  let count = 0;
  for await (const data of rows) {
    hash.update(data);
    count += countLines(data);
    yield data;
  }
  yield Buffer.concat([endOfRows, line({ rows: count, sha256: hash.digest('hex') })]);
  done(count);
}

function countLines(data: Buffer): number {
  let count = 0;
  for (let at = data.indexOf(newline); at >= 0; at = data.indexOf(newline, at + 1)) count++;
  return count;
}

export interface BackupReader {
  header: BackupHeader;
  /** The next table, or null after the last one. Its rows must be read before calling again. */
  nextTable(): Promise<{ table: Table; rows: AsyncIterable<Buffer> } | null>;
  /** Rows read so far, of all tables. */
  readonly rowsRead: number;
  close(): void;
}

/** Opens a backup file. Throws OperatorError if it isn't one; reading it throws OperatorError if it is damaged. */
export async function openBackup(file: string): Promise<BackupReader> {
  const compressed = createReadStream(file);
  const text = compressed.pipe(createGunzip({ chunkSize: 65_536 }));
  compressed.on('error', (error) => text.destroy(error));
  const reader = readText(text, file);
  const header = await reader.json<BackupHeader>();
  if (header.format !== 'zeus-backup' || header.formatVersion !== 1) {
    throw new OperatorError(`${file} is not a backup of Zeus, or was made by a newer version of it.`);
  }
  const tables = header.tables.values();
  let rowsRead = 0;

  async function* checkedRows() {
    const hash = createHash('sha256');
    let count = 0;
    for await (const data of reader.rows()) {
      hash.update(data);
      count += countLines(data);
      yield data;
    }
    const expected = await reader.json<{ rows: number; sha256: string }>();
    if (expected.rows !== count || expected.sha256 !== hash.digest('hex')) throw damaged(file);
    rowsRead += count;
  }

  return {
    header,
    async nextTable() {
      const table = tables.next().value;
      const found = await reader.json<{ table?: string; tables?: number }>();
      if (table && found.table === nameOf(table)) return { table, rows: checkedRows() };
      if (table || found.tables !== header.tables.length) throw damaged(file);
      return null;
    },
    get rowsRead() {
      return rowsRead;
    },
    close: () => compressed.destroy(),
  };
}

const damaged = (file: string, cause?: unknown) =>
  new OperatorError(`${file} is damaged or was cut short. Use another backup.`, { cause });

interface TextReader {
  json<Value>(): Promise<Value>;
  rows(): AsyncGenerator<Buffer>;
}

function readText(text: Readable, file: string): TextReader {
  const chunks = text[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let pending: Buffer = Buffer.alloc(0);

  async function readMore(): Promise<void> {
    const { value, done } = await chunks.next().catch((error: NodeJS.ErrnoException) => {
      throw error.syscall ? new OperatorError(`${file} cannot be read: ${error.message}`) : damaged(file, error);
    });
    if (done) throw damaged(file);
    pending = pending.length === 0 ? value : Buffer.concat([pending, value]);
  }

  return {
    async json<Value>() {
      let end = pending.indexOf(newline);
      for (; end < 0; end = pending.indexOf(newline)) await readMore();
      const text = pending.toString('utf8', 0, end);
      pending = pending.subarray(end + 1);
      try {
        return JSON.parse(text) as Value;
      } catch (error) {
        throw damaged(file, error);
      }
    },
    async *rows() {
      let atLineStart = true;
      for (;;) {
        while (pending.length < endOfRows.length) await readMore();
        const end = findEnd(pending, atLineStart);
        // Until the end is found, everything can be passed on except the few bytes that could be its start.
        const safe = end ?? pending.length - endOfRows.length;
        if (safe > 0) {
          yield pending.subarray(0, safe);
          atLineStart = pending[safe - 1] === newline;
          pending = pending.subarray(safe);
        }
        if (end !== null) break;
        if (safe === 0) await readMore();
      }
      pending = pending.subarray(endOfRows.length);
    },
  };
}

/** Where the line that ends the rows starts; null if it has not arrived yet. */
function findEnd(data: Buffer, atLineStart: boolean): number | null {
  if (atLineStart && data.subarray(0, endOfRows.length).equals(endOfRows)) return 0;
  const found = data.indexOf(Buffer.concat([Buffer.from('\n'), endOfRows]));
  return found < 0 ? null : found + 1;
}
