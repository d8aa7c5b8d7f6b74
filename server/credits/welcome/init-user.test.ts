import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../platform/config.ts';
import { databaseForTests } from '../../test/database.ts';
import { findOwnProfile } from '../../users/profiles.store.ts';
import { initUser } from './init-user.ts';

const db = databaseForTests();
const config = loadConfig({
  ZEUS_SECRET: 'x'.repeat(32),
  OFFERS: 'launch:200:50, Partner:5:0',
  TRIAL_EMAIL_CREDITS: '25',
});

const newAddress = () => `${randomUUID()}@zeus.example`;

async function newUser(more: object = {}): Promise<string> {
  const row = { email: newAddress(), email_confirmed_at: new Date(), ...more };
  const { id } = await db.kysely.insertInto('auth.users').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

const init = (userId: string, offer?: string | null) => initUser({ db, config }, { userId, offer });
const change = (id: string, values: object) =>
  db.kysely.updateTable('auth.users').set(values).where('id', '=', id).execute();
const remove = (id: string) => db.kysely.deleteFrom('auth.users').where('id', '=', id).execute();

async function balance(user: string): Promise<[number | undefined, number | undefined]> {
  const profile = await findOwnProfile(db, user);
  return [profile?.credits, profile?.email_credits];
}

test('a deleted account is signed out', async () => {
  await expect(init(randomUUID())).rejects.toMatchObject({ code: 'signed-out' });
});

test('trying many codes hits the rate limit', async () => {
  const user = await newUser();
  const tries = await Promise.allSettled(Array.from({ length: 30 }, (_, index) => init(user, `guess-${index}`)));
  const refused = tries.filter((one) => one.status === 'rejected');
  expect(refused.length).toBeGreaterThanOrEqual(5);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'too-many-requests' });
  expect(await balance(user)).toEqual([100, 25]);
});

test.each([undefined, null, '', 'no-such-offer', "launch'; drop table profiles"])(
  'offer %j grants the trial alone',
  async (offer) => {
    const user = await newUser();
    await init(user, offer);
    expect(await balance(user)).toEqual([100, 25]);
  },
);

test('15 at once and again later: everything is granted once', async () => {
  const user = await newUser();
  await Promise.all(Array.from({ length: 15 }, () => init(user, 'LAUNCH')));
  await init(user, 'launch');
  expect(await balance(user)).toEqual([300, 75]);
});

test('a second offer adds to the first; one that grants only one kind adds only that kind', async () => {
  const user = await newUser();
  await init(user, 'launch');
  await init(user, 'partner');
  expect(await balance(user)).toEqual([305, 75]);
});

describe('one mailbox', () => {
  test('gets nothing twice by deleting the account, except an offer it has not had', async () => {
    const email = newAddress();
    const first = await newUser({ email });
    await init(first, 'launch');
    await remove(first);
    const again = await newUser({ email });
    await init(again, 'launch');
    expect(await balance(again)).toEqual([0, 0]);
    await init(again, 'partner');
    expect(await balance(again)).toEqual([5, 0]);
  });

  test('gets it once for all its spellings, also concurrently', async () => {
    const name = randomUUID().slice(0, 8);
    const emails = [`${name}@gmail.com`, `${name}+two@gmail.com`, `${name[0]}.${name.slice(1)}@googlemail.com`];
    const users = await Promise.all(emails.map((email) => newUser({ email })));
    await Promise.all(users.map((user) => init(user, 'launch')));
    const all = await Promise.all(users.map(balance));
    expect(all.sort()).toEqual([
      [0, 0],
      [0, 0],
      [300, 75],
    ]);
  });

  test('that replaces another grants the account nothing more', async () => {
    const user = await newUser();
    await init(user);
    await change(user, { email: newAddress() });
    await init(user);
    expect(await balance(user)).toEqual([100, 25]);
  });

  test('of an account older than the record of grants is recorded at its next sign-in', async () => {
    const email = newAddress();
    const user = await newUser({ email });
    await init(user);
    await db.sql`delete from granted_addresses`;
    await init(user);
    expect(await balance(user)).toEqual([100, 25]);
    await remove(user);
    const again = await newUser({ email });
    await init(again);
    expect(await balance(again)).toEqual([0, 0]);
  });

  test('is not stored in plain text', async () => {
    const email = newAddress();
    await init(await newUser({ email }));
    const rows = await db.sql<{ text: string }[]>`select encode(address_hash, 'escape') || reason as text
      from granted_addresses`;
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ text }) => text.includes(email.slice(0, 8)))).toEqual([]);
  });
});

test.each([
  ['an address that is not confirmed', { email_confirmed_at: null }],
  ['no address', { email: null }],
  ['no name at all', { email: null, email_confirmed_at: null, is_anonymous: true }],
])('a user with %s gets a profile now, and trial and offer once an address is confirmed', async (_who, without) => {
  const user = await newUser(without);
  await init(user, 'launch');
  expect(await balance(user)).toEqual([0, 0]);
  await change(user, { email: newAddress(), email_confirmed_at: new Date(), is_anonymous: false });
  await init(user);
  expect(await balance(user)).toEqual([300, 75]);
});

test('a trial of zero does not count as granted', async () => {
  const user = await newUser();
  const none = { ...config, grants: { ...config.grants, trial: { backlink: 0, email: 0 } } };
  await initUser({ db, config: none }, { userId: user });
  await init(user);
  expect(await balance(user)).toEqual([100, 25]);
});
