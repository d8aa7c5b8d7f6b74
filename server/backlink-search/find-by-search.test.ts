// Campaigns with a SearXNG as the only source, or a domain graph: no link database, and our own index is empty.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { backlinksByGraph } from '../engine/backlinks/by-graph/backlinks.ts';
import { createPageReader } from '../engine/backlinks/by-search/page-reader.ts';
import type { BacklinkFinder } from '../engine/backlinks/find-backlinks.ts';
import { backlinkSources } from '../engine/backlinks/sources.ts';
import { loadTestGraph } from '../engine/index/common-crawl/test/load-test-graph.ts';
import { pageFetcherOf } from '../engine/pages/fetcher-of.ts';
import { findBacklinks } from '../jobs.ts';
import { campaignSteps } from '../test/campaign-steps.ts';
import { practiceAppForTests } from '../test/practice-app.ts';
import { findBacklinksJob } from './find.job.ts';

// These tests run whole campaigns, which read many pages.
vi.setConfig({ testTimeout: 120_000 });

/** Replaces those of the settings. */
let finders: readonly BacklinkFinder[] | undefined;
const zeus = practiceAppForTests({
  sites: 0,
  env: ({ vendorUrl }) => ({
    ...{ PRACTICE: vendorUrl, SEARXNG_URL: `${vendorUrl}/searxng` },
    VENDOR_LIMITS: 'searxng.perSecond=1000,searxng.perMinute=10000,searxng.concurrent=100',
  }),
  instead(ctx) {
    const usual = backlinkSources(ctx);
    const sources = {
      magic: usual.magic,
      get finders() {
        return finders ?? usual.finders;
      },
    };
    return { [findBacklinks.name]: findBacklinksJob(ctx, sources) };
  },
});
const steps = campaignSteps(zeus);
beforeEach(async () => {
  finders = undefined;
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

/** Knows which practice sites link to which, as Common Crawl would, and reads their pages. */
async function finderByGraph(folder: string): Promise<BacklinkFinder> {
  const { ctx, practice } = zeus;
  const graph = await loadTestGraph(ctx.db, folder, {
    hosts: practice.world.sites.map(({ host }) => host),
    links: practice.world.links.map(({ from, to }) => [from.site.host, to.site.host]),
  });
  const db = ctx.db.kysely;
  const limits = { atOnce: 8, pageMs: 30_000, totalMs: 60_000 };
  return backlinksByGraph({
    ...{ db, graph, searches: [] },
    reader: createPageReader({ db, limits, fetcherOf: (outbound) => pageFetcherOf({ ...ctx, outbound }) }),
    homesOf: (domain) => [`http://${domain}:${practice.port}/`],
    limits: { domains: 10, queries: 0, totalMs: 60_000 },
  });
}

test('backlinks through the domain graph really exist, and each is paid for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'zeus-by-graph-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  finders = [await finderByGraph(folder)];
  const { token } = await zeus.newUser({ backlink: 50 });
  const campaignId = await steps.create(token, {});
  await zeus.settled(campaignId);
  const results = (await steps.rowsOf('search-results', token, campaignId)) as { url: string }[];
  await steps.keep('search-results', token, campaignId, 3);
  await steps.getBacklinks(token, campaignId);
  expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
  const found = await steps.backlinksOf(token, campaignId);
  expect(found.length).toBeGreaterThan(0);
  const linking = linkingDomains(results.slice(0, 3).map(({ url }) => url));
  for (const { url_from, source } of found) {
    expect(linking).toContain(new URL(url_from).hostname);
    expect(source).toBe('by-graph');
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
