// From the request to the image in an <img>: a real browser on the practice web, real Postgres and files.
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { perDay } from '../../../shared/limits.ts';
import type { Screenshot } from '../../../shared/screenshot.ts';
import { crawlSite } from '../../engine/index/crawl/crawl-site.ts';
import { emptyIndex } from '../../engine/index/index.store.ts';
import { pageFetcherOf } from '../../engine/pages/fetcher-of.ts';
import { NoPictureNow, type ScreenshotProvider } from '../../engine/screenshots/screenshot-provider.ts';
import { takeScreenshots } from '../../jobs.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { appForTests } from '../../test/app.ts';
import { createBacklinks, createCampaign } from '../../test/build.ts';
import { practiceForTests } from '../../test/practice-web.ts';
import { untilAborted } from '../../test/until-aborted.ts';
import { cleanUp } from '../clean-up.job.ts';
import { requestScreenshots } from '../request-screenshots.ts';
import { claimNext } from './claims.store.ts';
import { openScreenshots, type Screenshots, sweepScreenshots } from './open-screenshots.ts';
import { takeScreenshotsJob } from './take-screenshots.job.ts';

const zeus = appForTests();
const practice = practiceForTests();
let screenshots: Screenshots;
let owner: { id: string; token: string };

beforeAll(async () => {
  await zeus.ctx.outbound.close();
  Object.assign(zeus.ctx, { practice, outbound: createOutbound({ practice }) });
  screenshots = openScreenshots(zeus.ctx);
  owner = await zeus.newUser();
}, 120_000);
afterAll(() => screenshots.close());

/** What a worker does with the job. */
const work = (providers = screenshots.providers) =>
  takeScreenshotsJob(zeus.ctx, { ...screenshots, providers }).run(
    { lane: 0 },
    { log: zeus.ctx.log, signal: new AbortController().signal, attempt: 1 },
  );
async function campaignWith(urls: string[], keep: boolean[] = [], userId = owner.id) {
  const campaign = { userId, campaignId: await createCampaign(zeus.ctx.db, userId) };
  const rows = urls.map((url_from, index) => ({ url_from, domain_rating: 90 - index, keep: keep[index] ?? false }));
  const ids = await createBacklinks(zeus.ctx.db, campaign, rows);
  await zeus.ctx.db.kysely.transaction().execute((tx) => requestScreenshots(zeus.ctx, tx, campaign));
  return { ...campaign, ids };
}
const ask = async (id = '', token = owner.token): Promise<Screenshot> =>
  (await zeus.ask(`/data/backlinks/${id}/screenshot`, { token })).json();
const site = (index: number, path = '/') => new URL(path, practice.sites[index]).href;
const clear = () => zeus.ctx.db.sql`delete from screenshots`;

describe('access', () => {
  test('no token is 401; another user’s and unknown backlinks are 404, for viewing and retrying', async () => {
    const { ids } = await campaignWith([site(0)]);
    const stranger = await zeus.newUser();
    expect((await zeus.ask(`/data/backlinks/${ids[0]}/screenshot`)).status).toBe(401);
    for (const id of [ids[0], crypto.randomUUID(), 'nonsense']) {
      const path = `backlinks/${id}/screenshot`;
      expect((await zeus.ask(`/data/${path}`, { token: stranger.token })).status).toBe(404);
      expect((await zeus.ask(`/api/${path}`, { token: stranger.token, method: 'POST' })).status).toBe(404);
    }
    await clear();
  });

  test.each([
    '',
    '?until=9999999999&signature=AAAA',
    `?until=9999999999&signature=${'A'.repeat(43)}`,
    '?until=-1&signature=',
  ])('a file is not given to the address %j', async (query) => {
    expect((await zeus.ask(`/files/pictures/${'a'.repeat(64)}.webp${query}`)).status).toBe(404);
  });
});

test('from the request to the screenshot, captured once for two campaigns', async () => {
  const { ids } = await campaignWith([site(0), site(1, '/no-such-page')]);
  expect(await ask(ids[0])).toEqual({ state: 'waiting' });
  await work();
  const { state, url, small_url } = await ask(ids[0]);
  expect(state).toBe('ready');
  for (const address of [url, small_url]) {
    const file = await zeus.ask(address ?? '');
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(file.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
  }
  expect((await zeus.ask((url ?? '').replace(/until=\d+/, 'until=9999999999'))).status).toBe(404);
  expect(await ask(ids[1])).toMatchObject({
    state: 'failed',
    reason: 'not-found',
    card: { title: 'Page 1', favicon_url: `/files/favicons/${new URL(site(1)).hostname}?size=256` },
  });
  const rows = await zeus.ctx.db.sql`select screenshot_state, screenshot_reason, screenshot_url is not null as has_url
    from backlinks where id = any (${ids}::uuid[]) order by domain_rating desc`;
  expect(rows).toEqual([
    { screenshot_state: 'ready', screenshot_reason: null, has_url: true },
    { screenshot_state: 'failed', screenshot_reason: 'not-found', has_url: false },
  ]);

  const again = await campaignWith([`${site(0)}#comments`]);
  expect(await ask(again.ids[0])).toMatchObject({ state: 'ready', url });
  await clear();
}, 90_000);

test('what a screen asks for comes first, then what is kept, then the first of every campaign', async () => {
  const one = await campaignWith([site(0), site(1), site(2)], [false, false, true]);
  await campaignWith([site(3), site(4)]);
  await ask(one.ids[1]);
  const order: string[] = [];
  for (let claim = await claimNext(zeus.ctx.db.kysely); claim; claim = await claimNext(zeus.ctx.db.kysely)) {
    order.push(claim.url);
  }
  expect(order).toEqual([1, 2, 0, 3, 4].map((index) => site(index)));
  await clear();
});

test('a stopped run releases its page, and another worker takes over a dead worker’s page', async () => {
  const { ids } = await campaignWith([site(0)]);
  const stop = new AbortController();
  const stuck = { source: 'stuck', take: (_url: string, { signal }: { signal?: AbortSignal }) => untilAborted(signal) };
  const job = takeScreenshotsJob(zeus.ctx, { ...screenshots, providers: [stuck] });
  const run = job.run({ lane: 0 }, { log: zeus.ctx.log, signal: stop.signal, attempt: 1 });
  const claimed = () => zeus.ctx.db.sql`select from screenshots where claimed_until is not null`;
  await expect.poll(claimed).toHaveLength(1);
  stop.abort(new Error('the process stops'));
  await expect(run).rejects.toThrow('the process stops');
  expect(await zeus.ctx.db.sql`select attempts, claimed_until from screenshots`).toEqual([
    { attempts: 0, claimed_until: null },
  ]);

  await claimNext(zeus.ctx.db.kysely);
  expect(await claimNext(zeus.ctx.db.kysely)).toBeUndefined();
  await zeus.ctx.db.sql`update screenshots set claimed_until = now() - interval '1 second'`;
  await work();
  expect(await ask(ids[0])).toMatchObject({ state: 'ready' });
  await clear();
}, 60_000);

test('a page that takes its worker with it three times is given up', async () => {
  const { ids } = await campaignWith([site(0)]);
  await zeus.ctx.db.sql`update screenshots set attempts = 3`;
  await work();
  expect(await ask(ids[0])).toMatchObject({ state: 'failed', reason: 'unavailable' });
  await clear();
});

test('a page that nobody can take at the moment waits, however often', async () => {
  const { ids } = await campaignWith([site(0)]);
  const busy: ScreenshotProvider = { source: 'busy', take: () => Promise.reject(new NoPictureNow('not now')) };
  for (const _ of Array.from({ length: 5 })) await expect(work([busy])).rejects.toThrow('to be run again in 30 s');
  expect(await zeus.ctx.db.sql`select state, attempts, claimed_until from screenshots`).toEqual([
    { state: 'waiting', attempts: 0, claimed_until: null },
  ]);
  await work();
  expect((await ask(ids[0])).state).toBe('ready');
  await clear();
});

test('a slow page that fails while another is taken fails the run, too', async () => {
  const { ids } = await campaignWith([site(0), site(1)]);
  const failing: ScreenshotProvider = {
    source: 'failing',
    async take(url) {
      // The first proves slow after three seconds; then the second is under way.
      await setTimeout(url === site(0) ? 3_500 : 1_500);
      if (url === site(0)) throw new Error('a late defect');
      return { kind: 'failed', reason: 'blocked', detail: 'test' };
    },
  };
  await expect(work([failing])).rejects.toThrow('a late defect');
  expect(await zeus.ctx.db.sql`select state, attempts from screenshots order by rank`).toEqual([
    { state: 'waiting', attempts: 1 },
    { state: 'failed', attempts: 0 },
  ]);
  expect(ids).toHaveLength(2);
  await clear();
});

test('the sweep enqueues pages without a job once their claim has expired, and skips claimed ones', async () => {
  const { sql } = zeus.ctx.db;
  const forget = () => sql`delete from jobs where name = ${takeScreenshots.name}`;
  const orders = async () => (await sql`select from jobs where name = ${takeScreenshots.name}`).length;
  await campaignWith([site(0)]);
  await claimNext(zeus.ctx.db.kysely);
  // The worker died; its job ran again while the claim was still valid, and found nothing to do.
  await work();
  await forget();
  await sweepScreenshots(zeus.ctx);
  expect(await orders()).toBe(0);
  await sql`update screenshots set claimed_until = now() - interval '1 second'`;
  await sweepScreenshots(zeus.ctx);
  expect(await orders()).toBeGreaterThan(0);
  await forget();
  await clear();
});

test('a page that throws is swept up, and given up after three attempts', async () => {
  const { ids } = await campaignWith([site(0)]);
  const broken: ScreenshotProvider = { source: 'broken', take: () => Promise.reject(new Error('a defect')) };
  for (const attempts of [1, 2, 3]) {
    await expect(work([broken])).rejects.toThrow('a defect');
    expect(await zeus.ctx.db.sql`select state, attempts, claimed_until from screenshots`).toEqual([
      { state: 'waiting', attempts, claimed_until: null },
    ]);
    await zeus.ctx.db.sql`delete from jobs where name = ${takeScreenshots.name}`;
    await sweepScreenshots(zeus.ctx);
    expect(await zeus.ctx.db.sql`select from jobs where name = ${takeScreenshots.name}`).not.toHaveLength(0);
  }
  await work([broken]);
  expect(await ask(ids[0])).toMatchObject({ state: 'failed', reason: 'unavailable' });
  await clear();
});

test('limits retries per day; asking again for a waiting one does not count', async () => {
  const user = await zeus.newUser();
  const { ids } = await campaignWith([site(0)], [], user.id);
  const retry = () => zeus.ask(`/api/backlinks/${ids[0]}/screenshot`, { method: 'POST', token: user.token });
  const seconds = ((perDay.screenshotRetries - 1) * 86_400) / perDay.screenshotRetries;
  await zeus.ctx.db.sql`insert into auth.rate_limits (key, used_until)
    values (${`screenshotRetries:user:${user.id}`}, now() + make_interval(secs => ${seconds}))`;
  const fail = () => zeus.ctx.db.sql`update screenshots
    set state = 'failed', reason = 'unavailable', settled_at = now() - interval '1 minute'`;
  expect((await retry()).status).toBe(200);
  await fail();
  expect((await retry()).status).toBe(200);
  await zeus.ctx.db.sql`update screenshots set asked_at = null`;
  expect((await retry()).status).toBe(200);
  await fail();
  const refused = await retry();
  expect([refused.status, (await refused.json()).error]).toEqual([429, 'too-many-requests']);
  expect(await ask(ids[0], user.token)).toMatchObject({ state: 'failed' });
  await clear();
});

test('opening an old failure uses one of the day’s retries, and shows the failure if none is left', async () => {
  const user = await zeus.newUser();
  const { ids } = await campaignWith([site(0)], [], user.id);
  const key = `screenshotRetries:user:${user.id}`;
  const fail = () => zeus.ctx.db.sql`update screenshots
    set state = 'failed', reason = 'timed-out', asked_at = null, settled_at = now() - interval '2 hours'`;
  const uses = async () => (await zeus.ctx.db.sql`select from auth.rate_limits where key = ${key}`).length;
  expect(await ask(ids[0], user.token)).toEqual({ state: 'waiting' });
  expect(await uses()).toBe(0);
  await fail();
  expect(await ask(ids[0], user.token)).toEqual({ state: 'waiting' });
  expect(await uses()).toBe(1);
  await fail();
  await zeus.ctx.db.sql`update auth.rate_limits set used_until = now() + interval '1 day' where key = ${key}`;
  expect(await ask(ids[0], user.token)).toMatchObject({ state: 'failed', reason: 'timed-out' });
  const refused = await zeus.ask(`/api/backlinks/${ids[0]}/screenshot`, { method: 'POST', token: user.token });
  expect(await refused.json()).toMatchObject({ error: 'too-many-requests' });
  await clear();
});

test('without a browser all fail at once and say so; with one they are all captured', async () => {
  const { ids } = await campaignWith([site(0), site(1), site(2)]);
  const none = openScreenshots({ ...zeus.ctx, config: { ...zeus.ctx.config, chromiumPath: '/nowhere' } });
  await work(none.providers);
  for (const id of ids) expect(await ask(id)).toMatchObject({ state: 'failed', reason: 'no-browser' });
  const states = async () => (await Promise.all(ids.map((id) => ask(id)))).map(({ state }) => state).sort();
  await sweepScreenshots(zeus.ctx);
  expect(await states()).toEqual(['failed', 'failed', 'waiting']);
  await work(none.providers);
  expect(await states()).toEqual(['failed', 'failed', 'failed']);
  await none.close();
  await sweepScreenshots(zeus.ctx);
  await work();
  expect(await states()).toEqual(['ready', 'ready', 'ready']);
  await zeus.ctx.db.sql`update screenshots
    set state = 'failed', reason = 'no-browser', settled_at = now() - interval '1 minute'`;
  const retried = await zeus.ask(`/api/backlinks/${ids[1]}/screenshot`, { method: 'POST', token: owner.token });
  expect(await retried.json()).toMatchObject({ state: 'waiting' });
  await work();
  expect(await states()).toEqual(['ready', 'ready', 'ready']);
  await clear();
}, 90_000);

test('an unstorable title does not lose the screenshot', async () => {
  const { ids } = await campaignWith([site(0)]);
  const picture = new Uint8Array([1]);
  await work([{ source: 'odd', take: async () => ({ kind: 'taken', full: picture, small: picture, title: 'a\0b' }) }]);
  expect((await ask(ids[0])).state).toBe('ready');
  await clear();
});

test('a blocked page shows its own description, with its image through our own URL', async () => {
  const { ids } = await campaignWith([site(0)]);
  await work([{ source: 'none', take: async () => ({ kind: 'failed', reason: 'blocked', detail: 'test' }) }]);
  const { card } = await ask(ids[0]);
  expect(card?.title).toContain('Fairway Digest');
  expect(card?.description).not.toBe('');
  await clear();
}, 60_000);

test('removes unused screenshots with their files, and captures them again when a screen asks', async () => {
  const { ids } = await campaignWith([site(0)]);
  await work();
  const { url = '' } = await ask(ids[0]);
  await zeus.ctx.db.sql`update screenshots set wanted_at = now() - interval '29 days'`;
  expect(await cleanUp(zeus.ctx)).toBe(0);
  await zeus.ctx.db.sql`update screenshots set wanted_at = now() - interval '31 days'`;
  expect(await cleanUp(zeus.ctx)).toBe(1);
  expect((await zeus.ask(url)).status, 'a page that shows it keeps showing it').toBe(200);
  expect(await cleanUp(zeus.ctx, 0)).toBeGreaterThan(0);
  expect(await cleanUp(zeus.ctx, 0)).toBe(0);
  expect((await zeus.ask(url)).status).toBe(404);
  expect(await ask(ids[0])).toEqual({ state: 'waiting' });
  await work();
  expect(await ask(ids[0])).toMatchObject({ state: 'ready' });
  await clear();
}, 90_000);

test('a screenshot taken again leaves no file behind, and a shared file stays', async () => {
  const { ids } = await campaignWith([site(0)]);
  await work();
  const { url = '', small_url = '' } = await ask(ids[0]);
  await zeus.ctx.db.sql`update screenshots set file = small_file`;
  expect(await cleanUp(zeus.ctx, 0)).toBeGreaterThan(0);
  expect((await zeus.ask(url)).status).toBe(404);
  expect((await zeus.ask(small_url)).status).toBe(200);
  await clear();
}, 60_000);

test('captures a page again when its file is missing', async () => {
  const { ids } = await campaignWith([site(0)]);
  await work();
  const { url = '' } = await ask(ids[0]);
  await zeus.ctx.storage.deleteAll('pictures');
  expect((await zeus.ask(url)).status).toBe(404);
  expect(await ask(ids[0])).toEqual({ state: 'waiting' });
  expect(await zeus.ctx.db.sql`select from jobs where name = ${takeScreenshots.name}`).not.toHaveLength(0);
  await clear();
}, 60_000);

test('a crawl finds links that only the rendered home page has, at its first visit and later', async () => {
  const url = `http://scripted.localhost:${practice.port}/`;
  const renderLinks = vi.fn(screenshots.renderedLinks);
  const ctx = { db: zeus.ctx.db, fetcher: pageFetcherOf(zeus.ctx), renderLinks };
  const pagesOf = async () => {
    const rows = await zeus.ctx.db.sql<{ path: string }[]>`
      select substr(url, ${url.length}) as path from index_pages where url like ${`${url}%`} and state = 'page' order by url`;
    return rows.map(({ path }) => path);
  };
  await crawlSite(ctx, { url });
  expect(await pagesOf()).toEqual(['/', '/guides', '/offers', '/stories']);
  expect(renderLinks).toHaveBeenCalledOnce();
  await zeus.ctx.db.sql`delete from index_pages where url = ${`${url}offers`}`;
  await crawlSite(ctx, { url });
  expect(await pagesOf()).toContain('/offers');
  await emptyIndex(zeus.ctx.db.kysely);
}, 90_000);
