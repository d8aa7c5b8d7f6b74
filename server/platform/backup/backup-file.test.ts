import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type BackupHeader, encodeTable, line, openBackup } from './backup-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'zeus-backup-file-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function writeBackup(contents: Buffer[][]): Promise<string> {
  const tables = contents.map((_, index) => ({ schema: 's', name: `t${index}`, columns: ['a'] }));
  const header: BackupHeader = {
    format: 'zeus-backup',
    formatVersion: 1,
    madeAt: '',
    serverVersion: '',
    migrations: [],
    counters: [],
    tables,
  };
  const parts: Buffer[] = [line(header)];
  for (const [index, table] of tables.entries()) {
    for await (const part of encodeTable(table, asStream(contents[index] ?? []), () => {})) parts.push(part);
  }
  const file = join(folder, 'file');
  await writeFile(file, gzipSync(Buffer.concat([...parts, line({ tables: tables.length })])));
  return file;
}

async function* asStream(rows: Buffer[]) {
  yield* rows;
}

async function readBackup(file: string): Promise<string[]> {
  const backup = await openBackup(file);
  const found: string[] = [];
  for (let next = await backup.nextTable(); next; next = await backup.nextTable()) {
    const pieces: Buffer[] = [];
    for await (const piece of next.rows) pieces.push(piece);
    found.push(Buffer.concat(pieces).toString());
  }
  return found;
}

// What COPY can write: no row equals the end mark, because a backslash is always doubled or followed by a letter.
const piece = fc.constantFrom(
  '',
  'a',
  '\\\\',
  '\\\\.',
  '.',
  '\\N',
  '\\n',
  '\t',
  'é',
  '日本',
  'x'.repeat(40_000),
  'y'.repeat(65_533),
);
const row = fc.array(piece, { maxLength: 5 }).map((pieces) => Buffer.from(`${pieces.join('')}\n`));
const table = fc.array(row, { maxLength: 8 });

test('rows survive unchanged, whatever they contain and wherever the chunks of the file end', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(table, { maxLength: 4 }), async (contents) => {
      const found = await readBackup(await writeBackup(contents));
      expect(found).toEqual(contents.map((rows) => Buffer.concat(rows).toString()));
    }),
    { numRuns: 60 },
  );
});
