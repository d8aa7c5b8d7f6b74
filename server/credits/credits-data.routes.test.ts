import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditEntry } from '../../shared/credit-entry.ts';
import { createTestApp, type TestApp } from '../test/app.ts';

let zeus: TestApp;
beforeAll(async () => {
  zeus = await createTestApp();
});
afterAll(() => zeus.close());

const read = async (token: string, query = '') =>
  creditEntry
    .strict()
    .array()
    .parse(await (await zeus.ask(`/data/credits${query}`, { token })).json());

test.each(['limit=0', 'limit=1001', 'before=x', 'before=0'])('refuses %s', async (query) => {
  const { token } = await zeus.newUser();
  expect((await zeus.ask(`/data/credits?${query}`, { token })).status).toBe(400);
});

test("lists the user's own entries with readable reasons, newest first, a page at a time", async () => {
  const ann = await zeus.newUser();
  const ben = await zeus.newUser({ email: 5 });
  await zeus.ask('/api/user/init', { method: 'POST', token: ann.token, json: {} });
  const spent = { user_id: ann.id, kind: 'backlink', delta: -40, reason: 'backlinks:1:0' };
  const details = { keyword: 'Best Golf Courses' };
  await zeus.ctx.db.kysely
    .insertInto('credit_entries')
    .values({ ...spent, details })
    .execute();
  const entries = await read(ann.token);
  expect(entries.map(({ kind, delta, label }) => [kind, delta, label])).toEqual([
    ['backlink', -40, "40 backlinks for 'Best Golf Courses'"],
    ['email', 25, 'Trial'],
    ['backlink', 100, 'Trial'],
  ]);
  expect(await read(ann.token, '?limit=1')).toEqual(entries.slice(0, 1));
  expect(await read(ann.token, `?before=${entries[0]?.id}`)).toEqual(entries.slice(1));
  expect(await read(ben.token)).toMatchObject([{ reason: 'test', label: 'test' }]);
});

test('refuses an offer that contains unstorable characters', async () => {
  const { token } = await zeus.newUser();
  const answer = await zeus.ask('/api/user/init', { method: 'POST', token, json: { offer: 'a\0b' } });
  expect([answer.status, (await answer.json()).error]).toEqual([400, 'bad-input']);
});
