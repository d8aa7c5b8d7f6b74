import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createUser } from '../test/build.ts';
import { databaseForTests } from '../test/database.ts';
import { type Live, type Notice, openLive } from './live.ts';

const log = pino(new Writable({ write: (_chunk, _encoding, done) => done() }));
const db = databaseForTests();
let live: Live;
let user: string;
let other: string;
const stops: (() => void)[] = [];
const waitFor = (check: () => void) => vi.waitFor(check, { timeout: 30_000 });

beforeAll(async () => {
  user = await createUser(db);
  other = await createUser(db);
  live = await openLive(db, log);
});
afterAll(() => live.close());
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function follow(userId: string, lastId?: string): Notice[] {
  const seen: Notice[] = [];
  stops.push(live.subscribe(userId, lastId, (notice) => seen.push(notice)));
  return seen;
}

const campaign = { keyword: 'golf', type: 'BYOB', status: 'Waiting for Backlinks' };
const create = async (user_id: string) =>
  (
    await db.kysely
      .insertInto('requests')
      .values({ ...campaign, user_id })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

describe('notices', () => {
  test('reach every stream of the owner and no one else', async () => {
    const first = follow(user);
    const second = follow(user);
    const stranger = follow(other);
    const id = await create(user);
    const marker = await create(other);
    await waitFor(() => expect(stranger).toHaveLength(1));
    expect(stranger[0]).toMatchObject({ topic: 'requests', subject: marker });
    for (const seen of [first, second]) expect(seen).toMatchObject([{ topic: 'requests', subject: id }]);
  });

  test('come for updates and deletes too, only after commit', async () => {
    const seen = follow(user);
    const id = await create(user);
    await db.kysely.updateTable('requests').set({ progress_done: 1 }).where('id', '=', id).execute();
    await db.kysely
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable('requests').set({ progress_done: 2 }).where('id', '=', id).execute();
        throw new Error('no');
      })
      .catch(() => {});
    await db.kysely.deleteFrom('requests').where('id', '=', id).execute();
    await waitFor(() => expect(seen).toHaveLength(3));
  });

  test('missed while disconnected are sent on return, in order', async () => {
    const seen = follow(user);
    await create(user);
    await waitFor(() => expect(seen).toHaveLength(1));
    stops.pop()?.();
    const missed = [await create(user), await create(user)];
    const witness = follow(user);
    const last = await create(user);
    await waitFor(() => expect(witness.at(-1)?.subject).toBe(last));
    const back = follow(user, seen[0]?.id);
    expect(back.map(({ subject }) => subject)).toEqual([...missed, last]);
  });

  test.each(['other-process:3', 'nonsense', ':', '9999999999'])(
    'from an id not known here (%s): read everything again',
    (id) => {
      expect(follow(user, id)).toMatchObject([{ topic: 'resync', subject: null }]);
    },
  );

  test('after a lost connection every stream gets a resync, and notices continue', async () => {
    const seen = follow(user);
    await db.sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen%'`;
    await waitFor(() => expect(seen).toMatchObject([{ topic: 'resync' }]));
    const id = await create(user);
    await waitFor(() => expect(seen[1]).toMatchObject({ topic: 'requests', subject: id }));
  });

  test('one connection listens, however many streams there are', async () => {
    for (let i = 0; i < 100; i += 1) follow(user);
    const rows =
      await db.sql`select pid from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
    expect(rows).toHaveLength(1);
  });
});
