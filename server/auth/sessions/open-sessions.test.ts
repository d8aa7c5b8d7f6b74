import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '../../platform/db.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { authOf } from '../auth.ts';
import { openSession, sessionBody } from './open-session.ts';
import { createOpenSessions } from './open-sessions.ts';
import { deleteSession } from './sessions.store.ts';

const password = 'right password';
/** Two web processes on one database, each with its own pool, cache and context. */
let here: TestApp;
let elsewhere: TestApp;
beforeAll(async () => {
  const env = { ZEUS_SECRET: randomUUID() };
  here = await createTestApp({ env });
  const db = openDatabase(here.ctx.db.address, { poolSize: 5 });
  elsewhere = await createTestApp({ env, db: { ...db, address: here.ctx.db.address, drop: db.close } });
});
afterAll(async () => {
  await elsewhere.close();
  await elsewhere.ctx.db.close();
  await here.close();
});

async function newUser() {
  const user = await here.newUser();
  const password_hash = await authOf(here.ctx).passwords.hash(password);
  await here.ctx.db.kysely.updateTable('auth.users').set({ password_hash }).where('id', '=', user.id).execute();
  return user;
}

async function signInAgain(userId: string) {
  const auth = authOf(here.ctx);
  const from = { ip: '127.0.0.1', userAgent: 'test' };
  const opened = await auth.db.kysely
    .transaction()
    .execute((tx) => openSession(auth, tx, { userId, method: 'password', from }));
  return (await sessionBody(auth, opened)).access_token;
}

const read = async (zeus: TestApp, token: string) => (await zeus.ask('/data/requests', { token })).status;
const write = async (zeus: TestApp, token: string) =>
  (await zeus.ask('/api/user/init', { method: 'POST', token, json: {} })).status;

async function expectOpen(token: string) {
  for (const zeus of [here, elsewhere]) expect([await read(zeus, token), await write(zeus, token)]).toEqual([200, 200]);
}

async function expectEnded(token: string) {
  for (const zeus of [here, elsewhere]) {
    // As long as an answer is cached.
    zeus.pass(3);
    expect([await read(zeus, token), await write(zeus, token)]).toEqual([401, 401]);
  }
}

describe('an access token stops working for /data and /api in every process', () => {
  test('after signing out', async () => {
    const { token } = await newUser();
    await expectOpen(token);
    expect((await here.ask('/auth/v1/logout?scope=local', { method: 'POST', token })).status).toBe(204);
    await expectEnded(token);
  });

  test('after signing out of all other sessions, but not of this one', async () => {
    const { id, token } = await newUser();
    const other = await signInAgain(id);
    await expectOpen(other);
    expect((await here.ask('/auth/v1/logout?scope=others', { method: 'POST', token })).status).toBe(204);
    await expectEnded(other);
    await expectOpen(token);
  });

  test('after changing the password, but not in the session that changed it', async () => {
    const { id, token } = await newUser();
    const other = await signInAgain(id);
    await expectOpen(other);
    const json = { password: 'another long password' };
    expect((await elsewhere.ask('/auth/v1/user', { method: 'PUT', token, json })).status).toBe(200);
    await expectEnded(other);
    await expectOpen(token);
  });

  test('after deleting the account', async () => {
    const { token } = await newUser();
    await expectOpen(token);
    expect((await here.ask('/api/user', { method: 'DELETE', token, json: { password } })).status).toBe(200);
    await expectEnded(token);
  });
});

describe('the cache', () => {
  async function openCache() {
    const { id, token } = await newUser();
    const sessionId = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id as string;
    let time = Date.now();
    const { kysely } = here.ctx.db;
    const sessions = createOpenSessions({ kysely, now: () => new Date(time) });
    const pass = (ms: number) => {
      time += ms;
    };
    return { pass, isOpen: () => sessions.isOpen(id, sessionId), end: () => deleteSession(kysely, id, sessionId) };
  }

  test('asks the database again after three seconds, or if the clock was set back', async () => {
    for (const ms of [3_000, -1]) {
      const { pass, isOpen, end } = await openCache();
      expect(await isOpen()).toBe(true);
      await end();
      expect(await isOpen(), 'cached').toBe(true);
      pass(ms);
      expect(await isOpen()).toBe(false);
    }
  });

  test('concurrent calls share one query', async () => {
    const { isOpen } = await openCache();
    const [first, second] = [isOpen(), isOpen()];
    expect(first).toBe(second);
    expect(await first).toBe(true);
  });

  test("does not mistake another user's session for one's own", async () => {
    const [ann, ben] = [await newUser(), await newUser()];
    const { openSessions } = authOf(here.ctx);
    const { session_id } = JSON.parse(Buffer.from(ben.token.split('.')[1] ?? '', 'base64url').toString());
    expect(await openSessions.isOpen(ben.id, session_id)).toBe(true);
    expect(await openSessions.isOpen(ann.id, session_id)).toBe(false);
  });
});
