import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { campaignSpending, creditEntry } from '../../shared/credit-entry.ts';
import { appForTests } from '../test/app.ts';
import { addEntriesOnce } from './credits.store.ts';
import { refundOnce } from './refund-credits.ts';

const zeus = appForTests();

const read = async (token: string, query = '') =>
  creditEntry
    .strict()
    .array()
    .parse(await (await zeus.ask(`/data/credits${query}`, { token })).json());

test.each(['limit=0', 'limit=1001', 'before=x', 'before=0', 'campaignId=x'])('refuses %s', async (query) => {
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
    ['backlink', -40, '40 backlinks for “Best Golf Courses”'],
    ['email', 25, 'Trial'],
    ['backlink', 100, 'Trial'],
  ]);
  expect(await read(ann.token, '?limit=1')).toEqual(entries.slice(0, 1));
  expect(await read(ann.token, `?before=${entries[0]?.id}`)).toEqual(entries.slice(1));
  expect(await read(ben.token)).toMatchObject([{ reason: 'test', label: 'test' }]);
});

describe('what campaigns have cost', () => {
  const spending = async (token: string, query = '') =>
    campaignSpending
      .strict()
      .array()
      .parse(await (await zeus.ask(`/data/credits/campaigns${query}`, { token })).json());

  /** A campaign with these purchases, newest last. */
  async function spend(userId: string, keyword: string, urls: readonly string[], email?: string) {
    const campaignId = randomUUID();
    const details = { campaignId, keyword };
    const backlinks = urls.map((url) => ({
      ...{ userId, kind: 'backlink' as const, delta: -1, reason: `backlink:${url}`, details: { ...details, url } },
    }));
    await addEntriesOnce(zeus.ctx.db.kysely, backlinks);
    const found = { userId, kind: 'email' as const, delta: -1, reason: `email:${email}`, details };
    if (email) await addEntriesOnce(zeus.ctx.db.kysely, [found]);
    return campaignId;
  }

  const refund = (userId: string, kind: 'backlink' | 'email', reason: string) =>
    zeus.ctx.db.kysely.transaction().execute((tx) => refundOnce(tx, { userId, kind, reason }));

  test('is summed up by campaign and listed down to each backlink and address, with its refund', async () => {
    const ann = await zeus.newUser({ backlink: 9, email: 9 });
    const ben = await zeus.newUser({ backlink: 9 });
    const golf = await spend(ann.id, 'Golf', ['https://a.example/', 'https://b.example/'], 'mia@a.example');
    const tea = await spend(ann.id, 'Tea', ['https://c.example/']);
    await spend(ben.id, 'Ben', ['https://d.example/']);
    const refunded = [1, 2].map(() => refund(ann.id, 'backlink', 'backlink:https://a.example/'));
    expect((await Promise.all(refunded)).sort()).toEqual([false, true]);
    expect(await refund(ann.id, 'backlink', 'backlink:https://nothing.example/')).toBe(false);
    expect(await refund(ann.id, 'backlink', 'test')).toBe(false);

    const all = await spending(ann.token);
    expect(all).toMatchObject([
      {
        campaign_id: golf,
        keyword: 'Golf',
        backlink_spent: 2,
        backlink_refunded: 1,
        email_spent: 1,
        email_refunded: 0,
      },
      { campaign_id: tea, keyword: 'Tea', backlink_spent: 1, backlink_refunded: 0, email_spent: 0 },
    ]);
    expect(await spending(ann.token, '?limit=1')).toEqual(all.slice(0, 1));
    expect(await spending(ann.token, `?before=${all[0]?.last_entry}`)).toEqual(all.slice(1));

    const entries = await read(ann.token, `?campaignId=${golf}`);
    expect(entries.map(({ kind, item, delta, refund: given }) => [kind, item, delta, given?.delta ?? 0])).toEqual([
      ['email', 'mia@a.example', -1, 0],
      ['backlink', 'https://b.example/', -1, 0],
      ['backlink', 'https://a.example/', -1, 1],
    ]);
    expect(await read(ann.token, `?campaignId=${golf}&limit=1&before=${entries[0]?.id}`)).toEqual(entries.slice(1, 2));
    expect((await read(ann.token, '?campaignId=none')).map(({ reason }) => reason)).toEqual(['test', 'test']);
    expect(await read(ben.token, `?campaignId=${golf}`)).toEqual([]);
    expect(await zeus.ctx.db.sql`select credits from profiles where id = ${ann.id}`).toEqual([{ credits: 7 }]);
  });
});

test('refuses an offer that contains unstorable characters', async () => {
  const { token } = await zeus.newUser();
  const answer = await zeus.ask('/api/user/init', { method: 'POST', token, json: { offer: 'a\0b' } });
  expect([answer.status, (await answer.json()).error]).toEqual([400, 'bad-input']);
});
