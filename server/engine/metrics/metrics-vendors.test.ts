// The contract every source of ratings and traffic fulfills, and the error that each documented vendor failure becomes. The
// vendors are the practice web's stand-ins.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pageFigures } from '../../../practice/vendors/page-figures.ts';
import type { Mood, StandInName } from '../../../practice/vendors/stand-in.ts';
import { loadConfig } from '../../platform/config.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { ProviderError } from '../provider.ts';
import { sourcesInUse } from '../sources-in-use.ts';
import { openVendorOutbound } from '../vendors/all-vendors.ts';
import { reportProviders } from '../vendors/provider-report.ts';
import { expectHidden, usualFailures, vendorBenchForTests } from '../vendors/test/vendor-bench.ts';
import { type FigureName, figureNames, findFigures, type MetricsSource } from './figures.ts';
import { metricsSources } from './sources.ts';

const bench = vendorBenchForTests({ sites: 3 });
const call = () => ({ outbound: bench.outbound, log: bench.log });
/** Pages of the practice web: with and without traffic, and one unknown to every source. */
let urls: string[];
const unknownUrl = 'http://nobody-knows.localhost/page';
const outbounds: Outbound[] = [];

beforeAll(() => {
  const { world, port } = bench.practice;
  const sites = world.sites.filter(({ topic }) => topic === 'golf').slice(0, 3);
  const pages = sites.flatMap(({ host, pages }) =>
    pages
      .filter(({ kind }) => kind === 'article' || kind === 'home')
      .map(({ path }) => `http://${host}:${port}${encodeURI(path)}`),
  );
  urls = [...pages.slice(0, 150), unknownUrl];
});
afterAll(() => Promise.all(outbounds.map((one) => one.close())));
beforeEach(() => bench.reset());

const vendors = ['ahrefs', 'dataforseo', 'moz', 'openpagerank'] as const satisfies StandInName[];
type Vendor = (typeof vendors)[number];
type VendorOptions = { mood?: Mood; secret?: string; cacheHours?: number };

function configured(
  source: Vendor | 'own',
  { mood = 'good', secret = 'practice', cacheHours = 1 }: VendorOptions = {},
) {
  const settings: Record<string, Record<string, string>> = {
    dataforseo: { DATAFORSEO_LOGIN: secret, DATAFORSEO_PASSWORD: secret },
    ahrefs: { AHREFS_API_KEY: secret },
    moz: { MOZ_API_TOKEN: secret },
    openpagerank: { OPENPAGERANK_API_KEY: secret },
  };
  const address = (name: string) => `${bench.practice.vendorUrl}/${name}${mood === 'good' ? '' : `:${mood}`}`;
  const config = loadConfig({
    ...{ NODE_ENV: 'test', ZEUS_SECRET: 'x'.repeat(32), METRICS_SOURCES: source, ...settings[source] },
    ...(source === 'own' ? {} : { VENDOR_URLS: `${source}=${address(source)}` }),
    CACHE_HOURS: `metrics=${cacheHours}`,
  });
  const vendorOutbound = openVendorOutbound(config);
  outbounds.push(vendorOutbound);
  const { db, log, practice } = bench;
  return { config, db, log: log as never, practice: { port: practice.port }, vendorOutbound };
}

const open = (source: Vendor | 'own', options?: VendorOptions): MetricsSource[] =>
  metricsSources(configured(source, options));
const statedBy = (sources: MetricsSource[]) =>
  figureNames.filter((name) => sources.some((one) => one.states.includes(name)));

function find(sources: MetricsSource[], asked: string[] = urls, unknown: readonly FigureName[] = figureNames) {
  const gaps = asked.map((url) => ({ url, unknown }));
  return findFigures(sources, gaps, call());
}

/** The true figures, as far as this source can state them. */
function truthOf(url: string): Partial<Record<FigureName, number | null>> {
  const truth = pageFigures(bench.practice.world, url);
  if (!truth) return {};
  const { backlinks, nofollow, ...same } = truth;
  return { ...same, totalBacklinks: backlinks, dofollowBacklinks: backlinks - nofollow };
}

describe.each([...vendors, 'own'] as const)('%s', (source) => {
  test('states figures with their source, and leaves the others unknown', async () => {
    const sources = open(source);
    const { byUrl, failures } = await find(sources);
    expect(failures).toEqual([]);
    expect(Object.keys(byUrl.get(unknownUrl) ?? {})).toEqual([]);
    const stated = statedBy(sources);
    for (const url of urls) {
      for (const [name, figure] of Object.entries(byUrl.get(url) ?? {})) {
        expect(stated).toContain(name);
        expect(figure.source).toBe(source === 'own' ? 'zeus-own' : source);
        expect(figure.value).toBeGreaterThanOrEqual(0);
      }
    }
    expect(byUrl.get(urls[0] ?? '')).toHaveProperty('domainRating');
  });
});

describe.each(vendors)('%s', (source) => {
  test('states the true figures', async () => {
    const sources = open(source);
    const { byUrl } = await find(sources);
    for (const url of urls) {
      const truth = truthOf(url);
      for (const name of statedBy(sources)) {
        expect(byUrl.get(url)?.[name]?.value ?? null, `${name} of ${url}`).toBe(truth[name] ?? null);
      }
    }
  });

  test('states figures of each spelling of a page', async () => {
    const { hostname, pathname } = new URL(urls[0] ?? '');
    const spellings = ['http', 'https'].map((scheme) => `${scheme}://${hostname}${pathname}`);
    const { byUrl } = await find(open(source), spellings);
    const [first, second] = spellings.map((url) => byUrl.get(url));
    expect(first).toHaveProperty('domainRating');
    expect(second).toEqual(first);
  });

  test('charges for each page once, whatever else is in the batch', async () => {
    const before = bench.practice.vendors.bill(source);
    const first = await find(open(source), urls.slice(0, 20));
    const paid = bench.practice.vendors.bill(source);
    expect(await find(open(source), urls.slice(0, 20))).toEqual(first);
    expect(await find(open(source), urls.slice(3, 9))).toMatchObject({ failures: [] });
    expect(bench.practice.vendors.bill(source)).toEqual(paid);
    const [sum] = await bench.db.sql<
      { dollars: number }[]
    >`select coalesce(sum(dollars), 0) as dollars from provider_calls`;
    expect(sum?.dollars).toBeCloseTo(paid.dollars - before.dollars, 9);
    await find(open(source), urls);
    const [calls] = await bench.db.sql<{ all: number }[]>`select count(*)::int as all from provider_calls`;
    await find(open(source), [...urls].reverse());
    expect(await bench.db.sql`select count(*)::int as all from provider_calls`).toEqual([calls]);
  });

  test('even with a lifetime of 0, a job that runs again does not pay again', async () => {
    const asked = urls.slice(0, 5);
    await find(open(source, { cacheHours: 0 }), asked);
    const calls = await bench.db.sql`select count(*)::int as all from provider_calls`;
    await find(open(source, { cacheHours: 0 }), asked);
    expect(await bench.db.sql`select count(*)::int as all from provider_calls`).toEqual(calls);
  });

  test('drops malformed or hostile rows and keeps the others', async () => {
    const { byUrl, failures } = await find(open(source, { mood: 'hostile' }));
    expect(failures).toEqual([]);
    expect([...byUrl.keys()].filter((url) => !urls.includes(url))).toEqual([]);
    const rated = [...byUrl.values()].filter(({ domainRating }) => domainRating !== undefined);
    expect(rated.length).toBeGreaterThan(10);
    for (const { domainRating } of rated) expect(domainRating?.value).toBeLessThanOrEqual(100);
    const [size] = await bench.db.sql<
      { bytes: number }[]
    >`select max(length(answer::text)) as bytes from provider_answers`;
    expect(size?.bytes).toBeLessThan(100_000);
  });
});

const documented: Record<Vendor, Partial<Record<Mood, ProviderError['kind']>>> = {
  dataforseo: { ...usualFailures, refused: 'auth', broke: 'quota', 'busy-until': 'rate_limited' },
  // The same answer for a wrong key and a used-up one.
  ahrefs: { ...usualFailures, refused: 'auth', broke: 'quota', 'busy-until': 'rate_limited' },
  moz: { ...usualFailures, refused: 'auth', broke: 'quota', 'busy-until': 'rate_limited' },
  openpagerank: { ...usualFailures, refused: 'auth', broke: 'auth', 'busy-until': 'rate_limited' },
};

describe.each(vendors)('%s fails', (source) => {
  test.each(Object.entries(documented[source]))('%s is %s', async (mood, kind) => {
    const { byUrl, failures } = await find(open(source, { mood: mood as Mood }), urls.slice(0, 3), ['domainRating']);
    expect(byUrl.size).toBe(0);
    expect(failures).toMatchObject([{ name: 'ProviderError', source, kind }]);
    if (mood === 'busy-until' && source !== 'dataforseo') expect(failures[0]?.retryAfterSeconds).toBe(7);
  });

  test('a refused key appears nowhere: not in the error, the log or the tables', async () => {
    const secret = `SECRET-${source}-9f8e7d`;
    const options = { mood: 'refused', secret } as const;
    const { failures } = await find(open(source, options), urls.slice(0, 3));
    expect(failures).not.toEqual([]);
    for (const failure of failures) await expectHidden(bench, secret, failure);
  });

  test('a free call shows the operator whether it works', async () => {
    const report = async (options?: VendorOptions) => {
      const ctx = configured(source, options);
      const [line] = await reportProviders(ctx, ctx.config.liveSources.accounts);
      return line;
    };
    expect(await report()).toMatchObject({ works: true, problem: null });
    expect(await report({ mood: 'refused' })).toMatchObject({ works: false, problem: expect.any(String) });
    expect(await bench.db.sql`select from provider_calls`).toEqual([]);
  });
});

test.each(vendors)(
  '%s: when the caller stops, the call is recorded as lost and does not count against the vendor',
  async (source) => {
    const stop = new AbortController();
    const gaps = urls.slice(0, 3).map((url) => ({ url, unknown: figureNames }));
    const asking = findFigures(open(source, { mood: 'slow' }), gaps, { ...call(), signal: stop.signal });
    const underWay = async () => (await bench.db.sql`select from provider_calls`).length > 0;
    while (!(await underWay()));
    stop.abort(new Error('stopped'));
    await expect(asking).rejects.toThrow(ProviderError);
    expect(await bench.db.sql`select distinct outcome from provider_calls`).toEqual([{ outcome: 'lost' }]);
    expect(await bench.db.sql`select from provider_rests`).toEqual([]);
  },
);

// Ahrefs charges a repeated question once, and Open PageRank is free.
test.each(['dataforseo', 'moz'] as const)('%s: two jobs at the same moment pay for each page once', async (source) => {
  // A job comes back when it has waited for another one too long.
  const findAll = async (asked: string[]) => {
    for (;;) {
      const found = await find(open(source), asked);
      if (!found.failures.some(({ kind }) => kind === 'pending')) return found;
    }
  };
  // Whoever is first asks about two thirds of them, the other about one.
  const third = Math.floor(urls.length / 3);
  const [left, right] = [urls.slice(0, 2 * third), urls.slice(third, 3 * third)];
  const before = bench.practice.vendors.bill(source);
  const together = await Promise.all([findAll(left), findAll(right)]);
  const between = bench.practice.vendors.bill(source);
  await bench.db.sql`truncate provider_calls, provider_answers`;
  const apart = [await findAll(left), await findAll(right)];
  const after = bench.practice.vendors.bill(source);
  expect(together).toEqual(apart);
  expect(between.dollars - before.dollars).toBeCloseTo(after.dollars - between.dollars, 9);
  expect(await bench.db.sql`select from provider_calls where items is not null`).toEqual([]);
});

test('DataForSEO is asked only for ranks if the link counts are known', async () => {
  const before = bench.practice.vendors.bill('dataforseo');
  const { byUrl } = await find(open('dataforseo'), urls.slice(0, 30), ['domainRating', 'urlRating']);
  const { dollars } = bench.practice.vendors.bill('dataforseo');
  const url = urls[0] ?? '';
  const { domainRating, urlRating } = truthOf(url);
  expect(byUrl.get(url)).toEqual({
    domainRating: { value: domainRating, source: 'dataforseo' },
    urlRating: { value: urlRating, source: 'dataforseo' },
  });
  // A single call; each site is asked about once, however many of its pages are.
  expect(dollars - before.dollars).toBeLessThan(0.0213);
});

test('DataForSEO: the rating of a domain is not the one of its home page', async () => {
  const home = `http://${new URL(urls[0] ?? '').hostname}/`;
  const { byUrl } = await find(open('dataforseo'), [home], ['domainRating', 'urlRating']);
  const { domainRating, urlRating } = truthOf(home);
  expect(byUrl.get(home)).toMatchObject({ domainRating: { value: domainRating }, urlRating: { value: urlRating } });
});

test('DataForSEO may take as long as its own limit, two minutes', async () => {
  await find(open('dataforseo'), urls.slice(0, 3));
  const [least] = await bench.db.sql<{ seconds: number }[]>`
    select min(extract(epoch from answer_by - at))::int as seconds from provider_calls`;
  expect(least?.seconds).toBeGreaterThan(120);
});

describe('the practice web and the real one never mix', () => {
  const keys = {
    ...{ SERPER_API_KEY: 'k', AHREFS_API_KEY: 'k', OPENPAGERANK_API_KEY: 'k' },
    ZEUS_SECRET: 'x'.repeat(32),
  };
  const used = (env: Record<string, string>, running?: { port: number; metricsUrl: string }) => {
    const config = loadConfig({ NODE_ENV: 'test', ...env });
    const vendorOutbound = openVendorOutbound(config);
    outbounds.push(vendorOutbound);
    return sourcesInUse({
      ...{ config, db: bench.db, log: bench.log as never, vendorOutbound },
      practice: config.practice ? running : undefined,
    });
  };
  const running = () => ({ port: bench.practice.port, metricsUrl: bench.practice.metricsUrl });

  test('with a live source, no step asks the practice web', () => {
    const { search, backlinks, metrics, unknown } = used(keys, running());
    expect(search).toEqual(['serper', 'zeus-own']);
    expect(backlinks).toEqual(expect.arrayContaining(['ahrefs', 'zeus-own']));
    expect(metrics).toEqual(['ahrefs', 'openpagerank', 'zeus-own']);
    expect(unknown).toEqual([]);
  });

  test('with PRACTICE=on, no step asks a vendor of the real web', () => {
    const own = ['zeus-own'];
    expect(used({ ...keys, PRACTICE: 'on' }, running())).toEqual({
      ...{ search: own, backlinks: own, magic: own, metrics: ['zeus-own', 'practice-web'] },
      ...{ people: [], domains: [], unknown: [] },
    });
  });

  test('reports what the sources cannot know', () => {
    const { unknown } = used({ SERPER_API_KEY: 'k', ZEUS_SECRET: 'x'.repeat(32) });
    expect(unknown).toEqual(['ratings', 'traffic', 'trafficValue']);
    const rated = used({ OPENPAGERANK_API_KEY: 'k', ZEUS_SECRET: 'x'.repeat(32) });
    expect(rated.unknown).toEqual(['traffic', 'trafficValue']);
  });
});
