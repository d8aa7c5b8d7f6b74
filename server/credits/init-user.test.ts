import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../platform/config.ts';
import { createTestDatabase, type TestDatabase } from '../test/database.ts';
import { findOwnProfile } from '../users/profiles.store.ts';
import { initUser } from './init-user.ts';

let db: TestDatabase;
const config = loadConfig({
  ZEUS_SECRET: 'x'.repeat(32),
  OFFERS: 'launch:200:50, Partner:5:0',
  TRIAL_EMAIL_CREDITS: '25',
});

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

async function newUser(): Promise<string> {
  const { id } = await db.kysely.insertInto('auth.users').defaultValues().returning('id').executeTakeFirstOrThrow();
  return id;
}

const init = (userId: string, offer?: string | null) => initUser({ db, config }, { userId, offer });

test('an account that is gone is signed out', async () => {
  await expect(init(randomUUID())).rejects.toMatchObject({ code: 'signed-out' });
});

test.each([undefined, null, '', 'no-such-offer', "launch'; drop table profiles"])(
  'offer %j grants the trial alone',
  async (offer) => {
    const user = await newUser();
    await init(user, offer);
    expect(await findOwnProfile(db, user)).toEqual({ id: user, credits: 100, email_credits: 25 });
  },
);

test('20 at once and again later: everything is granted once', async () => {
  const user = await newUser();
  await Promise.all(Array.from({ length: 20 }, () => init(user, 'LAUNCH')));
  await init(user, 'launch');
  expect(await findOwnProfile(db, user)).toEqual({ id: user, credits: 300, email_credits: 75 });
});

test('a second offer adds to the first; one that grants only one kind adds only that', async () => {
  const user = await newUser();
  await init(user, 'launch');
  await init(user, 'partner');
  expect(await findOwnProfile(db, user)).toEqual({ id: user, credits: 305, email_credits: 75 });
});
