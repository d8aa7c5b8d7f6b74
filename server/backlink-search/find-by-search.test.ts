// Campaigns with a SearXNG as the only source: no link database, and our own index is empty.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { campaignSteps } from '../test/campaign-steps.ts';
import { createPracticeApp, type PracticeApp } from '../test/practice-app.ts';

// These tests run whole campaigns, which read many pages.
vi.setConfig({ testTimeout: 120_000 });

let zeus: PracticeApp;
let steps: ReturnType<typeof campaignSteps>;

beforeAll(async () => {
  zeus = await createPracticeApp({
    sites: 0,
    env: ({ vendorUrl }) => ({
      ...{ PRACTICE: vendorUrl, SEARXNG_URL: `${vendorUrl}/searxng` },
      VENDOR_LIMITS: 'searxng.perSecond=1000,searxng.perMinute=10000,searxng.concurrent=100',
    }),
  });
  steps = campaignSteps(zeus);
}, 60_000);
afterAll(() => zeus?.close());
beforeEach(async () => {
  zeus.practice.vendors.setMood('searxng', 'good');
  await zeus.ctx.db.sql`truncate provider_calls, provider_answers, provider_usage, provider_rests, page_reads`;
});

/** The domains of practice pages that have a followed link to one of these. */
function linkingDomains(urls: readonly string[]): Set<string> {
  const { links } = zeus.practice.world;
  const isThere = (host: string, path: string) =>
    urls.some((url) => url.endsWith(`//${host}:${zeus.practice.port}${path}`));
  const followed = links.filter(({ to, rel }) => rel === '' && isThere(to.site.host, encodeURI(to.path)));
  return new Set(followed.map(({ from }) => from.site.host));
}

test('an organic campaign: results, and backlinks that really exist, each paid for', async () => {
  const { token } = await zeus.newUser({ backlink: 50 });
  const campaignId = await steps.create(token, {});
  expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Search Results');
  const results = (await steps.rowsOf('search-results', token, campaignId)) as { url: string }[];
  expect(results).toHaveLength(100);
  await steps.keep('search-results', token, campaignId, 3);
  await steps.getBacklinks(token, campaignId);
  expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
  const found = await steps.backlinksOf(token, campaignId);
  expect(found.length).toBeGreaterThan(3);
  const linking = linkingDomains(results.slice(0, 3).map(({ url }) => url));
  for (const { url_from, source, domain_rating } of found) {
    expect(linking).toContain(new URL(url_from).hostname);
    expect([source, domain_rating]).toEqual(['by-search', -1]);
  }
  expect(await steps.balance(token)).toMatchObject({ credits: 50 - found.length });
});

test('a Magic Search campaign, and a second user for whom nothing is paid again', async () => {
  const form = { magicCampaign: true, minWords: 100, minTraffic: 1 };
  const run = async () => {
    const { token } = await zeus.newUser({ backlink: 100 });
    const campaignId = await steps.create(token, form);
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
    return (await steps.backlinksOf(token, campaignId)).map(({ url_from }) => url_from).sort();
  };
  const first = await run();
  expect(first.length).toBeGreaterThan(10);
  const { calls } = zeus.practice.vendors.bill('searxng');
  expect(await run()).toEqual(first);
  expect(zeus.practice.vendors.bill('searxng').calls).toBe(calls);
});

test('SearXNG is down: the search fails, nothing is charged, and it can be retried', async () => {
  const { token } = await zeus.newUser({ backlink: 50 });
  const campaignId = await steps.create(token, {});
  await zeus.settled(campaignId);
  await steps.keep('search-results', token, campaignId, 1);
  zeus.practice.vendors.setMood('searxng', 'refused');
  await steps.getBacklinks(token, campaignId);
  const failed = await zeus.settled(campaignId);
  expect(failed).toMatchObject({ status: 'Something went wrong', failed_step: 'backlinks' });
  expect(await steps.balance(token)).toMatchObject({ credits: 50 });
  zeus.practice.vendors.setMood('searxng', 'good');
  await zeus.ctx.db.sql`truncate provider_rests`;
  await zeus.post(`/api/campaign/${campaignId}/retry`, token, {});
  expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
});
