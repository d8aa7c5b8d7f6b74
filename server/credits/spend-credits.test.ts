import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createUser } from '../test/build.ts';
import { databaseForTests } from '../test/database.ts';
import { lockBalance } from './credits.store.ts';
import { type Spend, type Spent, spendOnce } from './spend-credits.ts';

const db = databaseForTests({ poolSize: 40 });

const spend = (userId: string, reason: string, more: Partial<Spend> = {}): Promise<Spent> =>
  db.kysely.transaction().execute((tx) => spendOnce(tx, { userId, kind: 'email', reason, ...more }));

async function books(userId: string) {
  const profile = await db.kysely
    .selectFrom('profiles')
    .select(['credits', 'email_credits'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const spent = await db.kysely
    .selectFrom('credit_entries')
    .select((eb) => [eb.fn.countAll<number>().as('entries'), eb.fn.sum<number>('delta').as('delta')])
    .where('user_id', '=', userId)
    .where('delta', '<', 0)
    .executeTakeFirstOrThrow();
  return { ...profile, entries: spent.entries, spent: Number(spent.delta ?? 0) };
}

const countOf = (answers: Spent[], which: Spent) => answers.filter((answer) => answer === which).length;

test('200 concurrent spends on a balance of 50 charge exactly 50', async () => {
  const user = await createUser(db, { email: 50 });
  const answers = await Promise.all(Array.from({ length: 200 }, (_, n) => spend(user, `email:${n}@a.example`)));
  expect(countOf(answers, 'spent')).toBe(50);
  expect(countOf(answers, 'no-credit')).toBe(150);
  expect(await books(user)).toEqual({ credits: 0, email_credits: 0, entries: 50, spent: -50 });
});

test("the same reason 40 times at once with one credit: one is charged, the others get 'already'", async () => {
  const user = await createUser(db, { email: 1 });
  const answers = await Promise.all(Array.from({ length: 40 }, () => spend(user, 'email:ann@a.example')));
  expect(countOf(answers, 'spent')).toBe(1);
  expect(countOf(answers, 'already')).toBe(39);
  expect(await books(user)).toMatchObject({ email_credits: 0, entries: 1 });
});

test('a refused spend does not abort the surrounding transaction', async () => {
  const user = await createUser(db, { email: 2, backlink: 1 });
  await db.kysely.transaction().execute(async (tx) => {
    expect(await spendOnce(tx, { userId: user, kind: 'email', reason: 'much', amount: 3 })).toBe('no-credit');
    expect(await spendOnce(tx, { userId: user, kind: 'backlink', reason: 'one' })).toBe('spent');
  });
  expect(await books(user)).toMatchObject({ credits: 0, email_credits: 2, entries: 1 });
});

test('a rollback undoes both the charge and what it paid for', async () => {
  const user = await createUser(db, { email: 1 });
  const failing = db.kysely.transaction().execute(async (tx) => {
    await spendOnce(tx, { userId: user, kind: 'email', reason: 'one' });
    throw new Error('the worker fell over');
  });
  await expect(failing).rejects.toThrow('fell over');
  expect(await spend(user, 'one')).toBe('spent');
});

test('without a profile nothing can be spent', async () => {
  const nobody = randomUUID();
  expect(await db.kysely.transaction().execute((tx) => lockBalance(tx, nobody, 'email'))).toBeUndefined();
  expect(await spend(nobody, 'one')).toBe('no-credit');
});
