// The contract every source of Magic Search fulfills, and the errors that DataForSEO's failures become.
import { beforeEach, describe, expect, test } from 'vitest';
import type { Mood } from '../../../practice/vendors/stand-in.ts';
import { toPageRecord } from '../index/crawl/page-record.ts';
import { createPageFetcher } from '../pages/fetch-page.ts';
import { failureOf, type VendorOptions, vendorBenchForTests } from '../vendors/test/vendor-bench.ts';
import { type MagicRequest, searchMagic } from './magic-search.ts';
import { backlinkSources } from './sources.ts';

const bench = vendorBenchForTests({ sites: 4 });
beforeEach(() => bench.reset());

type Source = 'dataforseo' | 'own';
const sources = (source: Source, options: VendorOptions = {}) =>
  backlinkSources(bench.configured({ ...options, env: { MAGIC_SOURCES: source, ...options.env } })).magic;
const anything: MagicRequest = {
  ...{ keyword: 'Best Golf Courses In America', minWords: 0, minTraffic: 0, limit: 100 },
  ...{ minDomainRating: 0, maxDomainRating: 100 },
};
const search = (source: Source, request: Partial<MagicRequest> = {}, options?: VendorOptions) =>
  searchMagic(sources(source, options), { ...anything, ...request }, { outbound: bench.outbound, log: bench.log });

describe.each(['dataforseo', 'own'] as const)('%s', (source) => {
  test('finds pages about the keyword, one per domain', async () => {
    const found = await search(source);
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map(({ domain }) => domain)).size).toBe(found.length);
    for (const page of found) {
      expect(new URL(page.urlFrom).port).toBe(String(bench.practice.port));
      // Magic Search shows traffic instead of the URL rating, hence -1.
      expect(page).toMatchObject({ urlTo: null, urlRating: -1, source: source === 'own' ? 'zeus-own' : source });
      expect(page.title).not.toBe('');
      if (source === 'dataforseo') expect(page).toMatchObject({ searchTraffic: -1, trafficValue: -1 });
    }
    expect(found[0]?.title).toMatch(/golf|course/i);
  });

  test('respects the number of words, the range of ratings and the limit', async () => {
    const all = await search(source);
    const words = await Promise.all(all.slice(0, 20).map(({ urlFrom }) => wordsOf(urlFrom)));
    const minWords = Math.max(...words);
    const long = await search(source, { minWords });
    expect(long.length).toBeGreaterThan(0);
    expect(long.length).toBeLessThan(all.length);
    for (const { urlFrom } of long) expect(await wordsOf(urlFrom)).toBeGreaterThanOrEqual(minWords);
    const strong = await search(source, { minDomainRating: 60 });
    expect(strong.length).toBeGreaterThan(0);
    for (const { domainRating } of strong) expect(domainRating === -1 || domainRating >= 60).toBe(true);
    expect(await search(source, { limit: 2 })).toHaveLength(2);
    expect(await search(source, { minWords: 1, limit: 2 })).toHaveLength(2);
  });

  test('finds only pages with the included words and without the excluded ones', async () => {
    const ranked = await search(source, { limit: 5, include: ['best golf courses'] });
    expect(ranked.length).toBeGreaterThan(0);
    for (const { urlFrom } of ranked) expect(await textOf(urlFrom)).toMatch(/best\s+golf\s+courses/i);
    const [first] = await search(source, { limit: 5 });
    const others = await search(source, { limit: 5, exclude: [first?.title ?? ''] });
    expect(others.length).toBeGreaterThan(0);
    expect(others.map(({ urlFrom }) => urlFrom)).not.toContain(first?.urlFrom);
    for (const { urlFrom } of others) expect(await textOf(urlFrom)).not.toContain(first?.title);
    expect(await search(source, { limit: 5, include: ['zzyzx'] })).toEqual([]);
  });

  test('returns null if no page is about it, or none is long enough', async () => {
    const [magic] = sources(source);
    const call = { outbound: bench.outbound, log: bench.log };
    expect(await magic?.search({ ...anything, keyword: 'zzyzx qqqq' }, call)).toBeNull();
    expect(await magic?.search({ ...anything, limit: 3, minWords: 1_000_000 }, call)).toBeNull();
  });
});

async function recordOf(url: string) {
  const fetcher = createPageFetcher({ outbound: bench.outbound, userAgent: 'ZeusBot', pauseMs: 0 });
  const outcome = await fetcher.fetchPage(url);
  return outcome.kind === 'page' ? toPageRecord(outcome.page) : null;
}

const wordsOf = async (url: string) => (await recordOf(url))?.words ?? 0;

async function textOf(url: string): Promise<string> {
  const { title = '', description = '', headings = '', body = '' } = (await recordOf(url)) ?? {};
  return [title, description, headings, body].join('\n');
}

describe('dataforseo', () => {
  const bill = () => bench.practice.vendors.bill('dataforseo');

  test('charges for the same question once, whatever number of words is asked for next', async () => {
    const before = bill();
    const first = await search('dataforseo', { limit: 30 });
    const paid = bill();
    expect(paid.calls - before.calls).toBe(1);
    expect(await search('dataforseo', { limit: 30 })).toEqual(first);
    await search('dataforseo', { limit: 10, minWords: 5 });
    expect(bill()).toEqual(paid);
    const [call] = await bench.db.sql<
      { capability: string; dollars: number }[]
    >`select capability, dollars from provider_calls`;
    expect(call?.capability).toBe('magic');
    expect(call?.dollars).toBeCloseTo(paid.dollars - before.dollars, 9);
  });

  test("finds pages in the campaign's language", async () => {
    const german = await search('dataforseo', { keyword: 'golf', place: { country: 'de', language: 'de' } });
    const { world } = bench.practice;
    for (const { urlFrom } of german) {
      expect(world.siteByHost.get(new URL(urlFrom).hostname)?.language).toBe('de');
    }
    expect(german.length).toBeGreaterThan(0);
  });

  test('drops malformed or hostile rows and keeps the others', async () => {
    const found = await search('dataforseo', { limit: 40 }, { mood: 'hostile' });
    const byDomain = new Map(found.map((page) => [page.domain, page]));
    expect(byDomain.get('long.example')?.title).toBe('x'.repeat(500));
    expect(byDomain.get('strings.example')?.domainRating).toBe(98);
    expect(byDomain.get('missing.example')).toMatchObject({ title: '', domainRating: -1 });
    for (const host of ['script.example', 'password.example', 'number.example']) expect(byDomain.has(host)).toBe(false);
    expect(found.length).toBeGreaterThan(10);
  });

  const documented = {
    refused: 'auth',
    broke: 'quota',
    busy: 'rate_limited',
    failing: 'unavailable',
    cut: 'unavailable',
  };
  test.each(Object.entries({ ...documented, nonsense: 'unavailable' }))('%s is %s', async (mood, kind) => {
    const failure = await failureOf(search('dataforseo', {}, { mood: mood as Mood }));
    expect(failure).toMatchObject({ name: 'ProviderError', source: 'dataforseo', kind });
  });
});
