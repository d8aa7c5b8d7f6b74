// Jobs that wait in pg-boss's table when Zeus is updated, or that are in a backup made before, go on.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate, readMigrations } from '../database/migrate.ts';
import { backupDatabase } from './backup-database.ts';
import { restoreDatabase } from './restore-database.ts';

let old: TestDatabase;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'zeus-former-queue-'));
  old = await createEmptyDatabase();
  await migrate(old, (await readMigrations()).slice(0, 35));
  // The columns of pg-boss 12 that we read, with its types.
  await old.pool.query(`
    create schema pgboss;
    create type pgboss.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
    create table pgboss.job (
      id uuid primary key default gen_random_uuid(), name text not null, priority integer not null default 0, data jsonb,
      state pgboss.job_state not null default 'created', retry_count integer not null default 0,
      start_after timestamptz not null default now(), created_on timestamptz not null default now(), singleton_key text,
      group_id text, source_name text, source_output jsonb, source_retry_count int);
    insert into pgboss.job (id, name, data, singleton_key, priority)
      values ('11111111-1111-1111-1111-111111111111', 'auth.send-mail', '{"n": 1}', '11111111-1111-1111-1111-111111111111', 4);
    insert into pgboss.job (name, data, state, retry_count, singleton_key, group_id, created_on) values
      ('contacts.find', '{"n": 2}', 'retry', 2, 'b', 'u/c', now() - interval '2 minutes'),
      ('contacts.find', '{"n": 3}', 'active', 0, 'c', 'u/c', now() - interval '1 minute'),
      ('contacts.find', '{"n": 4}', 'completed', 0, 'd', 'u/c', now());
    insert into pgboss.job (name, data, state, source_name, source_output, source_retry_count) values
      ('gave-up', '{"n": 5}', 'completed', 'contacts.find', '{"reason": "no luck"}', 4),
      ('gave-up', '{"n": 6}', 'created', 'contacts.find', null, 4)`);
});
afterAll(async () => {
  await old.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function expectMoved({ sql }: TestDatabase): Promise<void> {
  expect(await sql`select name, payload, key, owner, priority, state, attempt from jobs order by id`).toEqual([
    expect.objectContaining({ name: 'contacts.find', payload: { n: 2 }, key: 'b', state: 'retrying', attempt: 3 }),
    expect.objectContaining({ name: 'contacts.find', payload: { n: 3 }, owner: 'u/c', state: 'retrying', attempt: 1 }),
    { name: 'auth.send-mail', payload: { n: 1 }, key: null, owner: '', priority: 4, state: 'waiting', attempt: 1 },
    expect.objectContaining({ name: 'gave-up', payload: { deadLetter: expect.any(Number) }, state: 'waiting' }),
  ]);
  expect(
    await sql`select payload, reason, attempts, handled_at is not null as handled from dead_letters order by id`,
  ).toEqual([
    { payload: { n: 5 }, reason: 'no luck', attempts: 5, handled: true },
    { payload: { n: 6 }, reason: 'unknown', attempts: 5, handled: false },
  ]);
  expect(await sql`select from pg_namespace where nspname = 'pgboss'`).toEqual([]);
}

test('waiting jobs and dead letters move to our own tables, from a backup and in place', async () => {
  const file = join(folder, 'old.backup');
  const until36 = (await readMigrations()).slice(0, 36);
  await backupDatabase(old.address, file);
  const restored = await createEmptyDatabase();
  try {
    await restoreDatabase(restored.address, file, { replace: false, migrateOn: false });
    await migrate(restored, until36);
    await expectMoved(restored);
  } finally {
    await restored.drop();
  }
  await migrate(old, until36);
  await expectMoved(old);
});
