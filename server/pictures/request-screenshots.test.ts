// What is requested, by whom, and when again: only rows, nothing is captured here.
import { beforeEach, expect, test } from 'vitest';
import { appForTests } from '../test/app.ts';
import { createBacklinks, createCampaign } from '../test/build.ts';
import { requestScreenshots } from './request-screenshots.ts';

const zeus = appForTests();
beforeEach(async () => {
  await zeus.ctx.db.sql`delete from screenshots`;
  await zeus.ctx.db.sql`delete from jobs where name = 'pictures.take'`;
});

async function campaignWith(urls: string[]) {
  const { id: userId } = await zeus.newUser();
  const campaign = { userId, campaignId: await createCampaign(zeus.ctx.db, userId) };
  const rows = urls.map((url_from, index) => ({ url_from, domain_rating: Math.max(0, 90 - index) }));
  await createBacklinks(zeus.ctx.db, campaign, rows);
  return campaign;
}
const order = (campaign: { userId: string; campaignId: string }) =>
  zeus.ctx.db.kysely.transaction().execute((tx) => requestScreenshots(zeus.ctx, tx, campaign));
const screenshots = () =>
  zeus.ctx.db.kysely.selectFrom('screenshots').select(['url', 'state', 'reason', 'rank']).orderBy('rank').execute();
const states = async ({ campaignId }: { campaignId: string }) =>
  (
    await zeus.ctx.db.kysely
      .selectFrom('backlinks')
      .select(['screenshot_state', 'screenshot_reason'])
      .where('requests_id', '=', campaignId)
      .orderBy('domain_rating', 'desc')
      .execute()
  ).map(({ screenshot_state, screenshot_reason }) => screenshot_reason ?? screenshot_state);
const jobs = () => zeus.ctx.db.sql`select 1 from jobs where name = 'pictures.take'`;
const settle = (url: string, state: string, hoursAgo: number) =>
  zeus.ctx.db.sql`update screenshots set state = ${state}, reason = ${state === 'failed' ? 'timed-out' : null},
    file = 'f', small_file = 's', settled_at = now() - ${hoursAgo} * interval '1 hour' where url = ${url}`;

test('strongest first, and a repeated request changes nothing', async () => {
  const campaign = await campaignWith(['https://a.example/', 'https://b.example/?utm_source=x', 'ftp://c.example/']);
  await order(campaign);
  await order(campaign);
  expect(await screenshots()).toEqual([
    { url: 'https://a.example/', state: 'waiting', reason: null, rank: 0 },
    { url: 'https://b.example/', state: 'waiting', reason: null, rank: 1 },
  ]);
  expect(await states(campaign)).toEqual(['waiting', 'waiting', 'refused']);
  expect(await jobs()).toHaveLength(4);
});

test('a page in two campaigns is captured once, and its screenshot serves both for a week', async () => {
  await order(await campaignWith(['https://a.example/']));
  await settle('https://a.example/', 'ready', 24 * 6);
  await zeus.ctx.db.sql`delete from jobs where name = 'pictures.take'`;
  const second = await campaignWith(['https://a.example/#top']);
  await order(second);
  expect(await states(second)).toEqual(['ready']);
  expect(await jobs()).toHaveLength(0);
  await settle('https://a.example/', 'ready', 24 * 8);
  const third = await campaignWith(['https://a.example/']);
  await order(third);
  expect(await states(third)).toEqual(['waiting']);
  expect(await screenshots()).toHaveLength(1);
});

test('a failure counts for an hour', async () => {
  await order(await campaignWith(['https://a.example/']));
  await settle('https://a.example/', 'failed', 0.5);
  const second = await campaignWith(['https://a.example/']);
  await order(second);
  expect(await states(second)).toEqual(['timed-out']);
  await settle('https://a.example/', 'failed', 2);
  await order(second);
  expect(await states(second)).toEqual(['waiting']);
});

test('does not touch another user’s campaign', async () => {
  const campaign = await campaignWith(['https://a.example/']);
  const { id: userId } = await zeus.newUser();
  await order({ ...campaign, userId });
  expect(await screenshots()).toEqual([]);
});

test('a thousand backlinks take a few statements, and two campaigns with the same thousand do not block each other', async () => {
  const urls = Array.from({ length: 1000 }, (_, index) => `https://site-${index % 300}.example/${index}`);
  const both = await Promise.all([campaignWith(urls), campaignWith([...urls].reverse())]);
  await Promise.all(both.map(order));
  expect(await screenshots()).toHaveLength(1000);
  expect(new Set(await states(both[1]))).toEqual(new Set(['waiting']));
  expect(await jobs()).toHaveLength(4);
});
