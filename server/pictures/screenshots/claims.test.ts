// Users take turns for the screenshot browser. No browser needed: the provider is a fake that hangs or answers at once.
import { afterEach, expect, test, vi } from 'vitest';
import type { ScreenshotProvider } from '../../engine/screenshots/screenshot-provider.ts';
import { appForTests, type TestApp } from '../../test/app.ts';
import { createBacklinks, createCampaign } from '../../test/build.ts';
import { openForTests } from '../../test/for-tests.ts';
import { untilAborted } from '../../test/until-aborted.ts';
import { requestScreenshots } from '../request-screenshots.ts';
import { claimNext, keepClaim, releaseClaim } from './claims.store.ts';
import { settleScreenshot } from './settle-screenshot.ts';
import { takeScreenshotsJob } from './take-screenshots.job.ts';

type User = Awaited<ReturnType<TestApp['newUser']>>;

const zeus = appForTests();
const heavy = openForTests(() => zeus.newUser());
const light = openForTests(() => zeus.newUser());
afterEach(() => zeus.ctx.db.sql`delete from screenshots`);

const pages = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `https://${name}-${index}.com/`);

async function orderPages({ id: userId }: User, urls: string[]): Promise<string[]> {
  const campaign = { userId, campaignId: await createCampaign(zeus.ctx.db, userId) };
  const rows = urls.map((url_from, index) => ({ url_from, domain_rating: 90 - index }));
  const ids = await createBacklinks(zeus.ctx.db, campaign, rows);
  await zeus.ctx.db.kysely.transaction().execute((tx) => requestScreenshots(zeus.ctx, tx, campaign));
  return ids;
}

async function claimAll(): Promise<string[]> {
  const order: string[] = [];
  for (let claim = await claimNext(zeus.ctx.db.kysely); claim; claim = await claimNext(zeus.ctx.db.kysely)) {
    order.push(claim.url);
  }
  return order;
}

test('users take turns, and each has a limited number of open pages', async () => {
  const many = pages('heavy', 8);
  const few = pages('light', 2);
  await orderPages(heavy, many);
  await orderPages(light, few);
  const order = await claimAll();
  expect(order.slice(0, 4).toSorted()).toEqual([...many.slice(0, 2), ...few].toSorted());
  expect(order).toHaveLength(6 + 2);
});

test('workers that claim at the same moment get different pages', async () => {
  await orderPages(heavy, pages('heavy', 4));
  const claims = await Promise.all([1, 2, 3, 4].map(() => claimNext(zeus.ctx.db.kysely)));
  const urls = claims.flatMap((claim) => claim?.url ?? []);
  expect(urls.length).toBeGreaterThan(1);
  expect(new Set(urls).size).toBe(urls.length);
});

test('a worker that lost its page to another changes nothing', async () => {
  const { sql, kysely } = zeus.ctx.db;
  await orderPages(heavy, pages('heavy', 1));
  const first = await claimNext(kysely);
  await sql`update screenshots set claimed_until = now() - interval '1 second'`;
  const second = await claimNext(kysely);
  if (!first || !second) throw new Error('nothing claimed');
  const row = () => sql`select state, attempts, claimed_until > now() as is_claimed from screenshots`;
  const isHeld = [{ state: 'waiting', attempts: 2, is_claimed: true }];
  await settleScreenshot(zeus.ctx, first, { state: 'failed', reason: 'blocked' });
  expect(await row()).toEqual(isHeld);
  await releaseClaim(kysely, first, { countsAsAttempt: true });
  expect(await row()).toEqual(isHeld);
  await settleScreenshot(zeus.ctx, second, { state: 'failed', reason: 'not-found' });
  expect(await row()).toMatchObject([{ state: 'failed', attempts: 0 }]);
});

test('a worker keeps the page it is taking, until it leaves it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { sql, kysely } = zeus.ctx.db;
  await orderPages(heavy, pages('heavy', 1));
  const claim = await claimNext(kysely);
  if (!claim) throw new Error('nothing claimed');
  const leave = keepClaim(kysely, claim);
  const expire = () => sql`update screenshots set claimed_until = now() - interval '1 second'`;
  const isClaimed = async () =>
    (await sql<{ is_claimed: boolean }[]>`select claimed_until > now() as is_claimed from screenshots`)[0]?.is_claimed;
  await expire();
  vi.advanceTimersByTime(30_000);
  await vi.waitFor(async () => expect(await isClaimed()).toBe(true), 20_000);
  leave();
  await expire();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('pages that never answer do not delay other users', async () => {
  await orderPages(heavy, pages('hanging', 3));
  const [id] = await orderPages(light, pages('light', 1));
  // The heavy user's pages come first.
  await zeus.ctx.db.sql`update screenshots set asked_at = now() where wanted_by = ${heavy.id}`;
  const picture = new Uint8Array([1]);
  const provider: ScreenshotProvider = {
    source: 'partly-hanging',
    take: async (url, { signal }) =>
      url.includes('hanging') ? untilAborted(signal) : { kind: 'taken', full: picture, small: picture, title: 'Light' },
  };
  const stop = new AbortController();
  const job = takeScreenshotsJob(zeus.ctx, { providers: [provider] });
  const run = job.run({ lane: 0 }, { log: zeus.ctx.log, signal: stop.signal, attempt: 1 });
  const stateOf = async () =>
    (await (await zeus.ask(`/data/backlinks/${id}/screenshot`, { token: light.token })).json()).state;
  await expect.poll(stateOf, { timeout: 30_000 }).toBe('ready');
  stop.abort(new Error('enough'));
  await expect(run).rejects.toThrow('enough');
}, 60_000);

test('a page claimed while the run is being stopped is released at once', async () => {
  await orderPages(heavy, pages('late', 1));
  const stop = new AbortController();
  const asked: string[] = [];
  const provider: ScreenshotProvider = {
    source: 'hanging',
    take: (url, { signal }) => {
      asked.push(url);
      return untilAborted(signal);
    },
  };
  const job = takeScreenshotsJob(zeus.ctx, { providers: [provider] });
  const run = job.run({ lane: 0 }, { log: zeus.ctx.log, signal: stop.signal, attempt: 1 });
  // The claim query is still running: nothing has answered yet.
  stop.abort(new Error('stopped'));
  await expect(run).rejects.toThrow('stopped');
  expect(asked).toEqual([]);
  expect(await zeus.ctx.db.sql`select attempts, claimed_until from screenshots`).toEqual([
    { attempts: 0, claimed_until: null },
  ]);
});
