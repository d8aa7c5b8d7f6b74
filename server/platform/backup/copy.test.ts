import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '../../test/database.ts';
import { openForTests } from '../../test/for-tests.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { copyIn, copyOut } from './copy.ts';
import { inOneTransaction } from './session.ts';

const source = openForTests(createEmptyDatabase, (db) => db.drop());
const target = openForTests(createEmptyDatabase, (db) => db.drop());

test('values of every kind survive, even between servers with different settings', async () => {
  const values = {
    'a int': ['-2147483648', 'null'],
    'b bigint': ['9223372036854775807', '0'],
    'c numeric': ["'NaN'", '-0.00000000000000000000000001', "'infinity'"],
    'd double precision': ["'-Infinity'", '0.1::float8 + 0.2', '5e-324'],
    'e real': ['3.4028235e38', "'NaN'"],
    'f bytea': [`'\\x'`, `'\\x005c0aff27'`],
    'g jsonb': [`'{"a": [1, null, "\\u00e9\\\\n"]}'`, "'null'", 'null'],
    'h text[]': [`array['', null, '{"}', E'a\\nb\\\\']`, "'{}'", "array[array['a','b'],array['c','d']]"],
    'i timestamptz': ["'2026-03-29 01:30:00.123456+01'", "'infinity'", "'0001-01-01 00:00:00+00 BC'"],
    'j interval': ["'1 year -2 days 03:04:05.6'", "'-1 month'"],
    'k date': ["'5874897-12-31'"],
    'l inet': ["'::ffff:1.2.3.4/120'"],
    'm int4range': ["'empty'", "'[1,)'"],
    'n "char"': ["'x'"],
    'o uuid': ['gen_random_uuid()'],
    'p time with time zone': ["'23:59:59.999999-11:30'"],
    'q tsvector': [`'''a b'':1A c:2'`],
  };
  const create = `create schema "odd ""schema"; create table "odd ""schema"."Tab\tle" ("Co""l,umn" serial, ${Object.keys(values).join(', ')}, double int generated always as (a * 0) stored)`;
  await source.pool.query(create);
  await target.pool.query(create);
  for (const [column, literals] of Object.entries(values)) {
    for (const literal of literals) {
      await source.pool.query(`insert into "odd ""schema"."Tab\tle" ("${column[0]}") values (${literal})`);
    }
  }
  await source.pool.query(`do $$ begin execute format(
    'alter database %I set datestyle = ''SQL, DMY'';
     alter database %1$I set intervalstyle = ''iso_8601''; alter database %1$I set timezone = ''Asia/Kolkata'';
     alter database %1$I set extra_float_digits = -15; alter database %1$I set bytea_output = ''escape''', current_database()); end $$`);

  const columns = ['Co"l,umn', ...Object.keys(values).map((name) => name[0] ?? '')];
  const table = { schema: 'odd "schema', name: 'Tab\tle', columns };
  await inOneTransaction(source.address, 'begin', (from) =>
    inOneTransaction(target.address, 'begin', (to) => copyIn(to, table, copyOut(from, table))),
  );
  const read = 'select t::text from "odd ""schema"."Tab\tle" t order by 1';
  // The connection of `source` was opened before its settings changed, so both show values alike.
  const expected = (await source.pool.query(read)).rows.map((row) => row.t);
  expect(expected.length).toBeGreaterThan(30);
  expect((await target.pool.query(read)).rows.map((row) => row.t)).toEqual(expected);
});

// 77 MB of rows. Either direction takes 54 MB, however many there are; a program that buffered them would need more than 100.
test('memory stays flat, in both directions', async () => {
  await migrate(source, (await readMigrations()).slice(0, 7));
  await source.sql`insert into mailbox (recipient, subject, text)
    select i, '', repeat(md5(i::text), 400) from generate_series(1, 6000) i`;
  const folder = mkdtempSync(join(tmpdir(), 'zeus-copy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { backup, restore, rows } = await measure(folder);
  expect(rows).toBeGreaterThan(6_000);
  expect(backup).toBeLessThan(100);
  expect(restore).toBeLessThan(100);
}, 120_000);

/** By how many megabytes a separate process grew, at most, in each of the two. */
async function measure(folder: string): Promise<{ backup: number; restore: number; rows: number }> {
  const program = `
    const [from, to, file] = JSON.parse(process.argv[1]);
    const { backupDatabase } = await import('${new URL('backup-database.ts', import.meta.url)}');
    const { restoreDatabase } = await import('${new URL('restore-database.ts', import.meta.url)}');
    const peak = () => process.resourceUsage().maxRSS / 1024;
    const start = peak();
    const { rows } = await backupDatabase(from, file);
    const middle = peak();
    await restoreDatabase(to, file, { replace: false, migrateOn: false });
    console.log(JSON.stringify({ backup: middle - start, restore: peak() - start, rows }));`;
  const empty = await createEmptyDatabase();
  try {
    const args = [
      '--input-type=module',
      '-e',
      program,
      JSON.stringify([source.address, empty.address, join(folder, 'file')]),
    ];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    return JSON.parse(stdout);
  } finally {
    await empty.drop();
  }
}
