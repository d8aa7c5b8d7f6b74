import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { isMigrated, migrate, readMigrations } from '../database/migrate.ts';
import { type Database, openDatabase } from '../db.ts';
import { backupDatabase } from './backup-database.ts';
import type { BackupHeader } from './backup-file.ts';
import { restoreDatabase } from './restore-database.ts';

let folder: string;
/** A backup of an older Zeus: the few migrations it knew take little time, also where the restore fails. */
let file: string;
let older: Buffer;
let target: TestDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zeus-restore-'));
  file = join(folder, 'good');
  await backupOlderZeus();
  older = readFileSync(file);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function backupOlderZeus(): Promise<void> {
  const source = await createEmptyDatabase();
  try {
    await ask(async (db) => {
      await migrate(db, (await readMigrations()).slice(0, 3));
      await db.sql`insert into auth.users (email) values ('old@zeus.example')`;
      await db.sql`create table public.notes as select 'dear' as text`;
    }, source.address);
    await backupDatabase(source.address, file);
  } finally {
    await source.drop();
  }
}

/** Makes this database the one to restore into. */
async function use(database: Promise<TestDatabase>): Promise<void> {
  target = await database;
  onTestFinished(target.drop);
}

const text = () => gunzipSync(older).toString();
const restore = (replace = false, migrateOn = false) => restoreDatabase(target.address, file, { replace, migrateOn });

/** On connections that do not look like a running Zeus. */
async function ask<Result>(work: (db: Database) => Promise<Result>, address = target.address): Promise<Result> {
  const db = openDatabase(address, { poolSize: 1, applicationName: 'test' });
  return work(db).finally(db.close);
}

const emails = () => ask(async ({ sql }) => (await sql`select email from auth.users`).map(({ email }) => email));

/** The database of a Zeus that is in use. */
async function createUsedDatabase(): Promise<TestDatabase> {
  const used = await createTestDatabase();
  await ask(async (db) => {
    await db.sql`insert into auth.users (email) values ('mine@zeus.example')`;
    await db.sql`create view public.addresses as select email from auth.users`;
  }, used.address);
  return used;
}

describe('what is in the database', () => {
  test('is not touched unless requested', async () => {
    await use(createUsedDatabase());
    await expect(restore()).rejects.toThrow(/not empty \(auth\.users\)\. Add --replace/);
    expect(await emails()).toEqual(['mine@zeus.example']);
  });

  test('is not migrated either, if it belongs to another program', async () => {
    await use(createEmptyDatabase());
    await ask(({ sql }) => sql`create table notes as select 'dear' as text`);
    await expect(restore()).rejects.toThrow(/not empty \(public\.notes\)/);
    expect(await ask(({ sql }) => sql`select tablename from pg_tables where schemaname = 'public'`)).toEqual([
      { tablename: 'notes' },
    ]);
  });

  test('cannot be reached', async () => {
    await expect(restoreDatabase('postgres://zeus@127.0.0.1:1/zeus', file, { replace: true })).rejects.toThrow(
      /cannot be reached \(.*\)\. Check DATABASE_URL/,
    );
  });

  test('is replaced if requested, even if a newer Zeus has migrated it', async () => {
    await use(createUsedDatabase());
    await ask(({ sql }) => sql`insert into schema_migrations (version, name, checksum) values (999, 'more', '')`);
    await restore(true);
    expect(await emails()).toEqual(['old@zeus.example']);
  });

  test('may be tables without rows', async () => {
    await use(createTestDatabase());
    expect((await restore()).rows).toBeGreaterThan(0);
  });

  test('is not replaced under a running Zeus', async () => {
    await use(createEmptyDatabase());
    await target.sql`select 1`;
    await expect(restore(true)).rejects.toThrow(
      /Zeus is working on this database \(1 connections?\)\. Stop every web and worker/,
    );
  });
});

describe('a backup that cannot be restored changes nothing', () => {
  beforeAll(async () => {
    target = await createUsedDatabase();
  });
  afterAll(() => target.drop());
  const tried = () => join(folder, 'tried');
  const restoreTried = () => restoreDatabase(target.address, tried(), { replace: true });
  const failing: [string, () => Buffer, RegExp][] = [
    ['cut short', () => older.subarray(0, older.length - 200), /damaged or was cut short/],
    [
      'cut between two tables',
      () => gzipSync(text().slice(0, text().lastIndexOf('{"table"'))),
      /damaged or was cut short/,
    ],
    ['changed in a row', () => gzipSync(text().replace('@zeus.example', '@zeuz.example')), /damaged or was cut short/],
    ['with a byte flipped', () => flip(older, older.length >> 1), /damaged or was cut short/],
    ['not compressed', () => Buffer.from('hello'), /damaged or was cut short/],
    ['something else', () => gzipSync('{"format":"tar"}\n'), /not a backup of Zeus/],
    [
      'of a newer Zeus',
      () => gzipSync(withHeader((header) => header.migrations.push({ version: 999, name: 'more', checksum: '' }))),
      /made by a newer Zeus \(migration 999/,
    ],
    [
      'of other migrations',
      () => gzipSync(text().replace(/"checksum":"[0-9a-f]+"/, '"checksum":"00"')),
      /different version of migration 1 /,
    ],
  ];

  test.each(failing)('%s', async (_, content, sentence) => {
    writeFileSync(tried(), content());
    await expect(restoreTried()).rejects.toThrow(sentence);
    expect(await emails()).toEqual(['mine@zeus.example']);
  });

  test('missing file', async () => {
    await expect(restoreDatabase(target.address, join(folder, 'none'), { replace: true })).rejects.toThrow(
      /cannot be read: ENOENT/,
    );
    expect(await emails()).toEqual(['mine@zeus.example']);
  });

  test('with rows that violate a constraint, found after the last byte', async () => {
    writeFileSync(tried(), gzipSync(withRows('auth.users', (rows) => rows + rows)));
    await expect(restoreTried()).rejects.toThrow(/duplicate key/);
    expect(await emails()).toEqual(['mine@zeus.example']);
  });
});

test('restores and migrates a backup of an older Zeus, and names a table it skips because Zeus does not have it', async () => {
  await use(createEmptyDatabase());
  const { leftOut } = await restore(false, true);
  expect(leftOut).toEqual(['public.notes']);
  expect(await emails()).toEqual(['old@zeus.example']);
  expect(await isMigrated(target)).toBe(true);
});

function withHeader(change: (header: BackupHeader) => void): string {
  const [first = '', ...rest] = text().split('\n');
  const header = JSON.parse(first);
  change(header);
  return [JSON.stringify(header), ...rest].join('\n');
}

/** The backup of the older Zeus with other rows in a table, and matching checksums. */
function withRows(table: string, change: (rows: string) => string): string {
  const mark = `{"table":"${table}"}\n`;
  const start = text().indexOf(mark) + mark.length;
  const end = text().indexOf('\\.\n', start);
  const rows = change(text().slice(start, end));
  const sums = { rows: rows.split('\n').length - 1, sha256: createHash('sha256').update(rows).digest('hex') };
  const next = text().indexOf('\n', end + 3);
  return `${text().slice(0, start)}${rows}\\.\n${JSON.stringify(sums)}${text().slice(next)}`;
}

function flip(data: Buffer, at: number): Buffer {
  const copy = Buffer.from(data);
  copy[at] = (copy[at] ?? 0) ^ 0xff;
  return copy;
}
