import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createUser } from '../test/build.ts';
import { createTestDatabase, databaseForTests } from '../test/database.ts';
import { freePort } from '../test/free-port.ts';
import { isDatabaseUnavailable } from './database/unavailable.ts';
import { createClient, openDatabase } from './db.ts';
import { toAppError } from './http/errors.ts';

const db = databaseForTests({ poolSize: 3 });
let ann: string;
let ben: string;

beforeAll(async () => {
  ann = await createUser(db);
  ben = await createUser(db);
  await db.kysely
    .insertInto('requests')
    .values(
      [ann, ben].map((user_id) => ({
        user_id,
        keyword: 'golf',
        type: 'Guest Posts',
        status: 'Waiting for Search Results',
      })),
    )
    .execute();
});

const allCampaigns = () => db.kysely.selectFrom('requests').select(['id', 'user_id']);

describe('as a user', () => {
  test('a query without any condition sees only that user’s rows', async () => {
    const { rows } = await db.asUser(ann, allCampaigns());
    expect(rows.map((row) => row.user_id)).toEqual([ann]);
  });

  test('an unknown user, and no user at all, see nothing', async () => {
    expect((await db.asUser(randomUUID(), allCampaigns())).rows).toEqual([]);
    expect((await db.asUser('', allCampaigns())).rows).toEqual([]);
  });

  test.each(['status', 'user_id', 'keyword'] as const)('%s cannot be changed', async (column) => {
    const change = db.kysely.updateTable('requests').set({ [column]: ben });
    await expect(db.asUser(ann, change)).rejects.toThrow(/permission denied/);
  });

  test.each(['mailbox', 'schema_migrations', 'auth.users'])('%s cannot be read', async (table) => {
    await expect(db.asUser(ann, everythingOf(table))).rejects.toThrow(/permission denied/);
  });

  test('a failed query leaves no trace of its user on the connection', async () => {
    await expect(db.asUser(ann, everythingOf('nowhere'))).rejects.toThrow(/does not exist/);
    const connections = await Promise.all(
      [1, 2, 3].map(() => db.sql`select current_user as role, current_user_id() as id, pg_sleep(0.05)`),
    );
    for (const [row] of connections) expect(row).toMatchObject({ role: 'zeus', id: null });
  });

  test('many at once stay separate', async () => {
    const users = Array.from({ length: 60 }, (_, i) => (i % 2 ? ann : ben));
    const answers = await Promise.all(users.map((user) => db.asUser(user, allCampaigns())));
    expect(answers.map(({ rows }) => rows.map((row) => row.user_id))).toEqual(users.map((user) => [user]));
  });

  describe('while all queries of a user are stuck', () => {
    const locked = () => db.kysely.selectFrom('requests').select(sql`pg_advisory_xact_lock_shared(77)`.as('locked'));
    let lock: ReturnType<typeof createClient>;
    beforeEach(async () => {
      lock = createClient(db.address);
      await lock.connect();
      await lock.query('select pg_advisory_lock(77)');
    });
    afterEach(() => lock.end());

    test('others are answered, and the rest follows', async () => {
      const stuck = Promise.all(Array.from({ length: 20 }, () => db.asUser(ann, locked())));
      expect((await db.asUser(ben, allCampaigns())).rows).toHaveLength(1);
      await lock.query('select pg_advisory_unlock(77)');
      expect(await stuck).toHaveLength(20);
    });

    test('more than a few hundred are refused', async () => {
      const sent = Array.from({ length: 600 }, () => db.asUser(ann, locked()));
      const ended = Promise.allSettled(sent);
      await expect(sent.at(-1)).rejects.toMatchObject({ code: 'too-many-requests' });
      expect((await db.asUser(ben, allCampaigns())).rows).toHaveLength(1);
      await lock.query('select pg_advisory_unlock(77)');
      const answered = (await ended).filter(({ status }) => status === 'fulfilled');
      expect(answered.length).toBeGreaterThan(400);
      expect(answered.length).toBeLessThan(600);
      expect((await db.asUser(ann, allCampaigns())).rows).toHaveLength(1);
    });
  });
});

const everythingOf = (table: string) => db.kysely.selectFrom(sql`${sql.table(table)}`.as('anything')).selectAll();

test('days are days in UTC, also on a server in another time zone', async () => {
  const abroad = await createTestDatabase({ poolSize: 1 });
  await abroad.sql`alter database ${sql.id(abroad.address.database)} set timezone = 'Europe/Berlin'`;
  const database = openDatabase(abroad.address, { poolSize: 1 });
  const client = createClient(abroad.address);
  await client.connect();
  const text = `select current_setting('timezone') as zone, '2026-05-01'::date::timestamptz as day`;
  for (const connection of [database.pool, client]) {
    expect((await connection.query<{ zone: string; day: Date }>(text)).rows).toEqual([
      { zone: 'UTC', day: new Date('2026-05-01T00:00:00Z') },
    ]);
  }
  await client.end();
  await database.close();
  await abroad.drop();
});

test('a missing database counts as unavailable, a wrong query does not', async () => {
  const nowhere = openDatabase({ ...db.address, host: '/nonexistent' }, { poolSize: 1 });
  const gone = await nowhere.sql`select 1`.catch((error: unknown) => error);
  expect(isDatabaseUnavailable(gone)).toBe(true);
  const wrong = await db.sql`select * from nowhere`.catch((error: unknown) => error);
  expect(isDatabaseUnavailable(wrong)).toBe(false);
  await nowhere.close();
});

test('another missing server or file does not count as the database', async () => {
  const failed = (code: string) => Object.assign(new Error(`connect ${code} 192.0.2.1:443`), { code });
  expect(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT'].map(failed).map(isDatabaseUnavailable)).toEqual(
    Array(4).fill(false),
  );
  expect(isDatabaseUnavailable(await readFile('/nonexistent').catch((error: unknown) => error))).toBe(false);
  expect(toAppError(failed('ECONNREFUSED')).code).toBe('unexpected');
});

test('a port without a listener counts as unavailable, for every kind of query', async () => {
  const nobody = openDatabase({ ...db.address, host: '127.0.0.1', port: await freePort() }, { poolSize: 1 });
  const asked = [
    nobody.sql`select 1`,
    nobody.pool.query('select 1'),
    nobody.asUser(ann, nobody.kysely.selectFrom('requests').selectAll()),
    nobody.kysely.transaction().execute((tx) => sql`select 1`.execute(tx)),
  ];
  expect(await Promise.all(asked.map((query) => query.then(() => 'answered', isDatabaseUnavailable)))).toEqual(
    Array(4).fill(true),
  );
  await nobody.close();
});

test('a table that changed under a cached plan fails once and works from then on', async () => {
  const changing = await createTestDatabase({ poolSize: 1 });
  const everything = () => changing.asUser(ann, changing.kysely.selectFrom('requests').selectAll());
  await everything();
  await changing.sql`alter table requests add column later int`;
  await expect(everything()).rejects.toThrow(/cached plan/);
  expect((await everything()).rows).toEqual([]);
  await changing.drop();
});

test('connections cut in the middle of queries reject as unavailable, and then the pool works again', async () => {
  const cut = await createTestDatabase({ poolSize: 3 });
  const sleep = sql`select pg_sleep(60)`;
  const underWay = [
    cut.sql`select pg_sleep(60)`,
    cut.asUser(ann, cut.kysely.selectNoFrom(sql`pg_sleep(60)`.as('slept'))),
    cut.kysely.transaction().execute((tx) => sleep.execute(tx)),
  ].map((query) => query.then(() => 'answered', isDatabaseUnavailable));
  const kill = openDatabase(cut.address, { poolSize: 1, applicationName: 'killer' });
  await vi.waitFor(async () => {
    const [row] = await kill.sql<{ sleeping: number }[]>`
      select count(*)::int as sleeping from pg_stat_activity
      where datname = current_database() and application_name = 'zeus' and wait_event = 'PgSleep'`;
    expect(row?.sleeping).toBe(3);
  }, 30_000);
  await kill.sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'zeus'`;
  expect(await Promise.all(underWay)).toEqual([true, true, true]);
  // A connection whose end has not been noticed yet may fail once more.
  await vi.waitFor(() => Promise.all([1, 2, 3, 4, 5].map((n) => cut.sql`select ${n}::int as n`)), 30_000);
  expect((await cut.asUser(ann, cut.kysely.selectFrom('requests').selectAll())).rows).toEqual([]);
  await kill.close();
  await cut.drop();
});

test('a frozen server rejects as unavailable, and the pool reconnects', { timeout: 60_000 }, async () => {
  const frozen = openDatabase(db.address, { poolSize: 1, statementMs: 500 });
  const [row] = await frozen.sql<{ pid: number }[]>`select pg_backend_pid() as pid`;
  const pid = row?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    const answer = await frozen.sql`select 1`.then(() => 'answered', isDatabaseUnavailable);
    expect(answer).toBe(true);
    await vi.waitFor(() => frozen.sql`select 1`, { timeout: 20_000 });
  } finally {
    process.kill(pid, 'SIGCONT');
    await frozen.close();
  }
});
