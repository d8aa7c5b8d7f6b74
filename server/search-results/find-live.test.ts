// Campaigns whose search results and backlinks come only from vendors: the practice web's stand-ins, with our own index off.
import { beforeEach, expect, test } from 'vitest';
import type { Mood, StandInName } from '../../practice/vendors/stand-in.ts';
import { ProviderError } from '../engine/provider.ts';
import type { OrganicSearch } from '../engine/search/organic-search.ts';
import { RetryLater } from '../platform/queue/job.ts';
import { createCampaign } from '../test/build.ts';
import { campaignSteps } from '../test/campaign-steps.ts';
import { practiceAppForTests } from '../test/practice-app.ts';
import { findSearchResultsJob } from './find.job.ts';

const names = ['serper', 'serpapi', 'brave', 'ahrefs', 'majestic', 'moz', 'dataforseo', 'openpagerank'] as const;
const zeus = practiceAppForTests({
  sites: 0,
  env: ({ vendorUrl }) => ({
    ...{ SERPER_API_KEY: 'practice', SERPAPI_API_KEY: 'practice', BRAVE_API_KEY: 'practice' },
    ...{ AHREFS_API_KEY: 'practice', MOZ_API_TOKEN: 'practice', MAJESTIC_API_KEY: 'practice' },
    OPENPAGERANK_API_KEY: 'practice',
    ...{ DATAFORSEO_LOGIN: 'practice', DATAFORSEO_PASSWORD: 'practice' },
    VENDOR_URLS: names.map((name) => `${name}=${vendorUrl}/${name}`).join(','),
    ...{
      SEARCH_SOURCES: 'serper,serpapi,brave',
      BACKLINK_SOURCES: 'ahrefs,majestic,moz',
      MAGIC_SOURCES: 'dataforseo',
      METRICS_SOURCES: 'openpagerank',
    },
    PRACTICE: vendorUrl,
  }),
});
const steps = campaignSteps(zeus);

beforeEach(async () => {
  await zeus.ctx.db.sql`truncate provider_calls, provider_answers, provider_usage, provider_rests`;
});

const behave = (moods: Partial<Record<StandInName, Mood>>) => {
  for (const name of names) zeus.practice.vendors.setMood(name, moods[name] ?? 'good');
};

test('the first vendor is down, the second out of money, the third answers; for a second user nothing is paid again', async () => {
  behave({ serper: 'failing', serpapi: 'broke' });
  const before = zeus.practice.vendors.bill('brave');
  const run = async () => {
    const { token } = await zeus.newUser({ backlink: 10 });
    const campaignId = await steps.create(token, {});
    const { status } = await zeus.settled(campaignId);
    return { status, rows: (await steps.rowsOf('search-results', token, campaignId)) as object[] };
  };
  const first = await run();
  expect(first.status).toBe('Waiting to Pick Search Results');
  expect(first.rows).toHaveLength(100);
  expect(first.rows[0]).toMatchObject({ position: 1, source: 'brave', total_backlinks: -1 });
  for (const row of first.rows) {
    expect(row).toMatchObject({ figure_sources: { domain_rating: 'openpagerank' } });
    expect(row).not.toMatchObject({ domain_rating: -1 });
  }
  expect(zeus.practice.vendors.bill('brave').calls - before.calls).toBe(5);
  const second = await run();
  expect(second.rows).toHaveLength(100);
  expect(zeus.practice.vendors.bill('brave').calls - before.calls).toBe(5);
});

test("no vendor accepts the operator's account: the user gets a message that makes sense to them, and can retry", async () => {
  behave({ serper: 'refused', serpapi: 'broke', brave: 'refused' });
  const { token } = await zeus.newUser({ backlink: 10 });
  const campaignId = await steps.create(token, {});
  const row = await zeus.settled(campaignId);
  expect(row).toMatchObject({ status: 'Something went wrong', failed_step: 'search-results' });
  expect(row.status_message).toMatch(/its search service has stopped working.*Nothing was charged/);
  expect(row.status_message).not.toMatch(/serper|key|token|account/i);
  behave({});
  await zeus.ctx.db.sql`update provider_rests set until = clock_timestamp()`;
  await zeus.post(`/api/campaign/${campaignId}/retry`, token, {});
  expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Search Results');
});

/** A new campaign with search results, of which the first `count` are kept. */
async function searched(token: string, count: number): Promise<string> {
  const campaignId = await steps.create(token, {});
  await zeus.settled(campaignId);
  await steps.keep('search-results', token, campaignId, count);
  return campaignId;
}

test('backlinks: one link database is down, one out of units, the third answers; for a second user nothing is paid again', async () => {
  behave({ ahrefs: 'failing', majestic: 'broke' });
  const before = zeus.practice.vendors.bill('moz');
  const run = async () => {
    const { token } = await zeus.newUser({ backlink: 200 });
    const campaignId = await searched(token, 3);
    expect((await steps.getBacklinks(token, campaignId)).status).toBe(200);
    const { status } = await zeus.settled(campaignId);
    const { credits } = await steps.balance(token);
    return { status, credits, rows: await steps.backlinksOf(token, campaignId) };
  };
  const first = await run();
  expect(first.status).toBe('Waiting to Pick Backlinks');
  expect(new Set(first.rows.map(({ source }) => source))).toEqual(new Set(['moz']));
  expect(first.credits).toBe(200 - first.rows.length);
  const paid = zeus.practice.vendors.bill('moz');
  expect(paid.calls - before.calls).toBe(3);
  const second = await run();
  const urls = ({ rows }: typeof first) => rows.map(({ url_from }) => url_from).toSorted();
  expect(urls(second)).toEqual(urls(first));
  expect(zeus.practice.vendors.bill('moz')).toEqual(paid);
});

test('backlinks: no account works, so the user gets a message that makes sense to them and is charged nothing', async () => {
  behave({ ahrefs: 'refused', majestic: 'broke', moz: 'refused', dataforseo: 'refused' });
  const { token } = await zeus.newUser({ backlink: 50 });
  const campaignId = await searched(token, 2);
  await steps.getBacklinks(token, campaignId);
  const magicId = await steps.create(token, { magicCampaign: true, minWords: 100, minTraffic: 1 });
  for (const id of [campaignId, magicId]) {
    const row = await zeus.settled(id);
    expect(row).toMatchObject({ status: 'Something went wrong', failed_step: 'backlinks' });
    expect(row.status_message).toMatch(/link database has stopped working.*(Nothing was|You were not) charged/);
    expect(row.status_message).not.toMatch(/ahrefs|moz|majestic|dataforseo|key|token|account|units/i);
  }
  expect((await steps.balance(token)).credits).toBe(50);
  behave({});
  await zeus.ctx.db.sql`update provider_rests set until = clock_timestamp()`;
  await zeus.post(`/api/campaign/${magicId}/retry`, token, {});
  expect((await zeus.settled(magicId)).status).toBe('Waiting to Pick Backlinks');
  expect((await steps.backlinksOf(token, magicId))[0]).toMatchObject({ source: 'dataforseo' });
});

test('a ratings source that refuses the key costs the user only those figures, and is explained', async () => {
  behave({ openpagerank: 'refused' });
  const { token } = await zeus.newUser({ backlink: 10 });
  const campaignId = await steps.create(token, {});
  expect(await zeus.settled(campaignId)).toMatchObject({
    ...{ status: 'Waiting to Pick Search Results', figures_problem: 'account', status_message: null },
  });
  const rows = (await steps.rowsOf('search-results', token, campaignId)) as { domain_rating: number }[];
  expect(rows).toHaveLength(100);
  expect(new Set(rows.map(({ domain_rating }) => domain_rating))).toEqual(new Set([-1]));
});

test('waits for a vendor that is down before it settles for the few results of our own index', async () => {
  const { db, log } = zeus.ctx;
  const { id: userId } = await zeus.newUser();
  const campaignId = await createCampaign(db, userId, { search: 'waiting', step_started_at: new Date() });
  const figures = { domainRating: 1, urlRating: 1, referringDomains: 1, dofollowBacklinks: 1, totalBacklinks: 1 };
  const result = { url: 'https://blog.example/', title: '', description: '', ...figures };
  const down: OrganicSearch = {
    source: 'serper',
    search: () => Promise.reject(new ProviderError('serper', 'is down')),
  };
  const own: OrganicSearch = {
    ...{ source: 'zeus-own', knowsLittle: true },
    search: async () => [{ ...result, searchTraffic: 1, trafficValue: 1 }],
  };
  const job = findSearchResultsJob(zeus.ctx, [down, own]);
  const run = () => job.run({ campaignId }, { log, signal: AbortSignal.timeout(60_000), attempt: 1 });
  const found = () => db.sql`select from search_results where requests_id = ${campaignId}`;
  await expect(run()).rejects.toBeInstanceOf(RetryLater);
  expect(await found()).toHaveLength(0);
  await db.sql`update requests set step_started_at = now() - interval '1 hour' where id = ${campaignId}`;
  await run();
  expect(await found()).toHaveLength(1);
});
