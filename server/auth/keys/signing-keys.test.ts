import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { type Database, openDatabase } from '../../platform/db.ts';
import { authForTests } from '../../test/auth.ts';
import { verifyAccessToken } from '../access-token.ts';
import { seal, unseal } from './seal.ts';
import { signingKeysOf } from './signing-keys.ts';

const t = authForTests();
const others: Database[] = [];
afterAll(async () => {
  for (const db of others) await db.close();
});

/** The keys as another process with its own cache sees them. */
function anotherProcess(secret = t.auth.config.secret) {
  const db = openDatabase(t.db.address, { poolSize: 2 });
  others.push(db);
  const config = loadConfig({ NODE_ENV: 'test', ZEUS_SECRET: secret });
  return signingKeysOf({ config, db, log: pino({ level: 'silent' }) });
}

async function signIn() {
  const member = await t.member();
  return (await member.client.signInWithPassword(member)).data.session?.access_token ?? '';
}

describe('sealed values', () => {
  const secret = 'x'.repeat(32);

  test('open only with the same secret and purpose, unchanged', async () => {
    const sealed = await seal(secret, 'auth signing keys', { d: 'private' });
    expect(sealed).not.toContain('private');
    await expect(unseal('y'.repeat(32), 'auth signing keys', sealed)).rejects.toThrow();
    await expect(unseal(secret, 'auth factor secrets', sealed)).rejects.toThrow();
    // Not the last character: part of it is padding, and a change there may decode to the same bytes.
    const middle = Math.floor(sealed.length / 2);
    const tampered = `${sealed.slice(0, middle)}${sealed[middle] === 'A' ? 'B' : 'A'}${sealed.slice(middle + 1)}`;
    await expect(unseal(secret, 'auth signing keys', tampered)).rejects.toThrow();
    expect(await unseal(secret, 'auth signing keys', sealed)).toEqual({ d: 'private' });
  });
});

describe('keys', () => {
  test('processes that start together create one key', async () => {
    const now = new Date();
    const kids = await Promise.all(Array.from({ length: 5 }, async () => (await anotherProcess().current(now)).kid));
    expect(new Set(kids).size).toBe(1);
    expect(await t.auth.keys.published()).toHaveLength(1);
  });

  test('private parts are never stored in plain text', async () => {
    await t.auth.keys.current(t.auth.now());
    const rows = await t.db.kysely.selectFrom('auth.signing_keys').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.public_jwk).not.toHaveProperty('d');
      expect(row.sealed_private_jwk.split('.')).toHaveLength(5);
    }
  });

  test('a new key is published before it signs; tokens of the old one stay valid; keys replaced long ago are removed', async () => {
    const old = await signIn();
    const before = (await t.auth.keys.current(t.auth.now())).kid;
    const next = await t.auth.keys.rotate(t.auth.now());
    expect((await t.auth.keys.published()).map((key) => key.kid)).toEqual([next, before]);
    expect((await t.auth.keys.current(t.auth.now())).kid).toBe(before);
    t.pass(121);
    expect((await t.auth.keys.current(t.auth.now())).kid).toBe(next);
    await verifyAccessToken(t.auth, old);
    await verifyAccessToken(t.auth, await signIn());
    expect(await anotherProcess().find(next)).toBeDefined();
    t.pass(3 * 3600);
    const third = await t.auth.keys.rotate(t.auth.now());
    expect((await t.auth.keys.published()).map((key) => key.kid)).toEqual([third, next]);
  });

  test('removing a key invalidates its tokens, cached ones too', async () => {
    const token = await signIn();
    await verifyAccessToken(t.auth, token);
    await t.db.kysely.deleteFrom('auth.signing_keys').execute();
    await t.auth.keys.reload();
    await expect(verifyAccessToken(t.auth, token)).rejects.toThrow();
    expect((await t.ask('/user', { token })).status).toBe(403);
    await verifyAccessToken(t.auth, await signIn());
  });

  test('with another ZEUS_SECRET old keys still verify, and a new one signs', async () => {
    const { kid } = await t.auth.keys.current(t.auth.now());
    const changed = anotherProcess(randomUUID());
    const fresh = await changed.current(t.auth.now());
    expect(fresh.kid).not.toBe(kid);
    expect(await changed.find(kid)).toBeDefined();
  });

  test('cached keys keep working while the database is down', async () => {
    const keys = anotherProcess();
    const { kid } = await keys.current(t.auth.now());
    await others.at(-1)?.close();
    expect(await keys.find(kid)).toBeDefined();
    expect((await keys.current(t.auth.now())).kid).toBe(kid);
  });
});
