import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createUser } from '../../test/build.ts';
import { createEmptyDatabase, databaseForTests, type TestDatabase } from '../../test/database.ts';
import { isMigrated } from '../database/migrate.ts';
import { insertJobs } from '../queue/jobs.store.ts';
import { backupDatabase } from './backup-database.ts';
import type { BackupHeader } from './backup-file.ts';
import { restoreDatabase } from './restore-database.ts';

let folder: string;
let file: string;
const source = databaseForTests();
let target: TestDatabase;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zeus-backup-'));
  file = join(folder, 'zeus.backup');
  target = await createEmptyDatabase();
});
afterEach(async () => {
  await target.drop();
  rmSync(folder, { recursive: true, force: true });
});

const awkward = [
  '',
  ' ',
  '\\',
  '\\.',
  '\\N',
  '\n',
  '\r\n',
  '\n\\.\n',
  '\t',
  "'; drop table users; --",
  '"',
  'null',
  '{"a":1}',
  '\u0001\u007f',
  'é ß 日本語 العربية 👩‍👩‍👧‍👦 \u202e',
  '$$',
  '%',
  'x'.repeat(300_000),
  '\n'.repeat(70_000),
];

/** Everything in the migrated tables, in a deterministic order. */
async function contents({ sql, pool }: TestDatabase) {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth') order by 1`;
  const found: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(`select md5(t::text) as row, t::text as text from ${name} t order by 1`);
    if (rows.length > 0) found[name] = rows.map(({ text }) => text);
  }
  return found;
}

test('restores everything as it was, and continues from there', async () => {
  const { sql } = source;
  const user = await createUser(source, { backlink: 7, email: 3 });
  await createUser(source);
  for (const text of awkward) {
    await sql`insert into mailbox (recipient, subject, text, html) values (${text}, ${text}, ${text}, ${text === '' ? null : text})`;
    await sql`insert into auth.audit_entries (user_id, action, details) values (${user}, ${text}, ${JSON.stringify({ [text]: [text, null, 1.5e300] })})`;
  }
  await sql`insert into index_domains (name) values ('linking.example'), ('linked.example')`;
  await sql`
    insert into index_pages (domain_id, url) select id, 'https://' || name || '/' from index_domains order by id`;
  // Crawled links are a partition with foreign keys to generated columns, and with triggers.
  await sql`
    insert into index_crawled_links (page_key, from_domain_key, to_key, to_domain_key, dofollow, to_url, anchor, rel, in_content)
    select index_key('https://linking.example/'), index_key('linking.example'), index_key('https://linked.example/'),
      index_key('linked.example'), true, 'https://linked.example/', '', '', true`;
  await sql`insert into auth.recovery_codes (user_id, code_hash)
    select ${user}, decode(string_agg(lpad(to_hex(i), 2, '0'), ''), 'hex') from generate_series(0, 255) i`;
  const terms = { owner: '', afterSeconds: 0 };
  await insertJobs(source.kysely, 'backup.try', [{ payload: { text: 'a\\b\n"' }, key: 'one' }], terms);
  await sql`update auth.users set created_at = '0044-03-15 12:00:00.123456+00 BC', last_sign_in_at = 'infinity' where id = ${user}`;

  const made = await backupDatabase(source.address, file);
  const expected = await contents(source);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['zeus.backup']);

  const restored = await restoreDatabase(target.address, file, { replace: false });
  expect(restored).toMatchObject({ ...made, leftOut: [] });
  expect(await contents(target)).toEqual(expected);
  expect(await isMigrated(target)).toBe(true);

  // Sequences continue, triggers work, foreign keys hold.
  const [next] = await target.sql`insert into mailbox (recipient, subject, text) values ('', '', '') returning id`;
  expect(next?.id).toBe(awkward.length + 1);
  await target.sql`insert into credit_entries (user_id, kind, delta, reason) values (${user}, 'email', 2, 'more')`;
  expect(await target.sql`select credits, email_credits from profiles where id = ${user}`).toEqual([
    { credits: 7, email_credits: 5 },
  ]);
  await expect(target.sql`insert into profiles (id) values (gen_random_uuid())`).rejects.toThrow(/foreign key/);
  const keys = 'select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint order by 1, 2';
  expect((await target.pool.query(keys)).rows).toEqual((await source.pool.query(keys)).rows);
});

test('a backup is one point in time, whatever is written meanwhile, and can be read without Zeus', async () => {
  const user = await createUser(source);
  let writing = true;
  const writes = (async () => {
    for (let n = 0; writing; n++) {
      await source.kysely.transaction().execute(async (tx) => {
        await tx
          .insertInto('credit_entries')
          .values({ user_id: user, kind: 'email', delta: 1, reason: `n${n}` })
          .execute();
        await tx.insertInto('mailbox').values({ recipient: user, subject: 'credit', text: 'x' }).execute();
      });
    }
  })();
  await backupDatabase(source.address, file);
  writing = false;
  await writes;
  const text = gunzipSync(readFileSync(file)).toString();
  const header = JSON.parse(text.split('\n')[0] ?? '') as BackupHeader;
  expect(header).toMatchObject({ format: 'zeus-backup', formatVersion: 1 });
  const rowsOfUser = (name: string) => {
    const [rows = ''] = (text.split(`{"table":"public.${name}"}\n`)[1] ?? '').split('\n\\.\n');
    const columns = header.tables.find((table) => table.name === name)?.columns ?? [];
    const found = rows.split('\n').filter((row) => row.includes(user));
    return found.map((row) => Object.fromEntries(row.split('\t').map((value, index) => [columns[index], value])));
  };
  const entries = rowsOfUser('credit_entries').length;
  expect(rowsOfUser('profiles')).toMatchObject([{ email_credits: String(entries) }]);
  expect(rowsOfUser('mailbox')).toHaveLength(entries);
});

test('does not overwrite an existing file, and reports an unwritable path', async () => {
  await backupDatabase(source.address, file);
  await expect(backupDatabase(source.address, file)).rejects.toThrow(/already exists/);
  await expect(backupDatabase(source.address, join(folder, 'no', 'such'))).rejects.toThrow(
    /could not be written to .*ENOENT/,
  );
  await expect(backupDatabase(target.address, join(folder, 'empty'))).rejects.toThrow(/has no Zeus data/);
  expect(readdirSync(folder)).toEqual(['zeus.backup']);
});

describe.skipIf(!existsSync('/dev/full'))('a disk that is full', () => {
  test('ends the backup with a clear message and leaves nothing', async () => {
    execFileSync('ln', ['-s', '/dev/full', `${file}.part`]);
    await source.sql`insert into mailbox (recipient, subject, text) select 'x', 'y', md5(i::text) from generate_series(1, 20000) i`;
    await expect(backupDatabase(source.address, file)).rejects.toThrow(
      /could not be written to .*ENOSPC.*enough space/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
