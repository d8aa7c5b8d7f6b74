// The contract every source of organic results fulfills, and the error that each documented vendor failure becomes. The
// vendors are the practice web's stand-ins.
import { beforeEach, describe, expect, test } from 'vitest';
import { addressOf } from '../../../practice/templates/view.ts';
import type { Mood, StandInName } from '../../../practice/vendors/stand-in.ts';
import { createMetrics } from '../../platform/metrics.ts';
import { ProviderError } from '../provider.ts';
import {
  expectHidden,
  failureOf,
  usualFailures,
  type VendorOptions,
  vendorBenchForTests,
} from '../vendors/test/vendor-bench.ts';
import { watchVendors } from '../vendors/watch-vendors.ts';
import { brave } from './brave.ts';
import { type OrganicRequest, type OrganicResult, type OrganicSearch, searchOrganic } from './organic-search.ts';
import { withoutFigures } from './search-vendor.ts';
import { searxng } from './searxng.ts';
import { serpapi } from './serpapi.ts';
import { serper } from './serper.ts';
import { searchEnginesFor, searchSources } from './sources.ts';

const keyword = 'Best Golf Courses In America';
const bench = vendorBenchForTests({ sites: 4 });
const call = () => ({ outbound: bench.outbound, log: bench.log });
beforeEach(() => bench.reset());

/** Opens the source from an operator's settings; `mood` and `secret` make its stand-in misbehave. */
function open(source: StandInName | 'own', options: VendorOptions = {}) {
  const [provider] = searchSources(configured(source, options));
  if (!provider) throw new Error('no source');
  return provider;
}

const configured = (source: StandInName | 'own', { env, ...options }: VendorOptions = {}) =>
  bench.configured({
    ...options,
    env: { SEARCH_SOURCES: source, VENDOR_LIMITS: 'searxng.perSecond=100,serpapi.perSecond=100', ...env },
  });

/** Asks the way a job does: again if the answer is not ready yet. */
async function ask(provider: OrganicSearch, request: Partial<OrganicRequest> = {}, signal?: AbortSignal) {
  for (;;) {
    try {
      return await provider.search({ keyword, limit: 100, ...request }, { ...call(), signal });
    } catch (error) {
      if (signal?.aborted || !(error instanceof ProviderError) || error.kind !== 'pending') throw error;
    }
  }
}

const failure = (provider: OrganicSearch) => failureOf(ask(provider));

const vendors = ['dataforseo', 'serper', 'serpapi', 'brave', 'searxng'] as const;

describe.each([...vendors, 'own'] as const)('%s', (source) => {
  test('finds pages, best first, each once', async () => {
    const found = (await ask(open(source))) ?? [];
    expect(found.length).toBe(source === 'own' ? found.length : 100);
    expect(new Set(found.map(({ url }) => url)).size).toBe(found.length);
    for (const { url, title, domainRating, totalBacklinks } of found) {
      expect(new URL(url).port).toBe(String(bench.practice.port));
      expect(title).not.toBe('');
      expect(domainRating).toBeGreaterThanOrEqual(-1);
      expect(totalBacklinks).toBeGreaterThanOrEqual(source === 'own' ? 0 : -1);
    }
    expect(found[0]?.title).toMatch(/golf|course/i);
  });

  test('returns as many as asked for, and null if there is nothing', async () => {
    expect(await ask(open(source), { limit: 7 })).toHaveLength(7);
    expect(await ask(open(source), { keyword: 'zzyzx qqqq' })).toBeNull();
  });
});

describe.each([...vendors, 'own'] as const)('%s', (source) => {
  const textOf = ({ title, description }: OrganicResult) => `${title} ${description}`;
  /** What the stand-ins know of a page. */
  const wordsOn = (url: string) => {
    const page = bench.practice.world.pages.find((one) => addressOf(one, bench.practice.port) === url);
    const anchors = page?.links.map(({ anchor }) => anchor) ?? [];
    return [page?.title, page?.description, ...anchors].join('\n').toLowerCase();
  };
  const urlsOf = (found: OrganicResult[] | null) => (found ?? []).map(({ url }) => url);

  test('finds only pages with the included words and without the excluded ones', async () => {
    const all = (await ask(open(source))) ?? [];
    const hasRanking = (result: OrganicResult) => /\bbest golf courses\b/i.test(textOf(result));
    expect(all.some(hasRanking) && !all.every(hasRanking)).toBe(true);
    const included = (await ask(open(source), { include: ['best golf courses'] })) ?? [];
    expect(included.length).toBeGreaterThan(0);
    expect(urlsOf(included)).toEqual(expect.arrayContaining(urlsOf(all.filter(hasRanking))));
    // Our own index also reads the text of a page.
    if (source !== 'own') expect(included.filter(({ url }) => !wordsOn(url).includes('best golf courses'))).toEqual([]);
    const excluded = (await ask(open(source), { exclude: ['best golf courses', 'ranking'] })) ?? [];
    expect(excluded.length).toBeGreaterThan(0);
    expect(excluded.filter((result) => hasRanking(result) || /\branking\b/i.test(textOf(result)))).toEqual([]);
  });

  test('finds one kind of page', async () => {
    const found = (await ask(open(source), { keyword: 'golf courses', limit: 20, footprint: 'best' })) ?? [];
    expect(found.length).toBeGreaterThan(0);
    if (source !== 'own') expect(found.filter(({ title }) => !/best/i.test(title))).toEqual([]);
  });
});

describe.each(vendors)('%s', (source) => {
  const newest = () => Math.max(...bench.practice.world.pages.map(({ published }) => Date.parse(published)));
  const datesOf = (found: OrganicResult[] | null) => {
    const byUrl = new Map(
      bench.practice.world.pages.map((page) => [addressOf(page, bench.practice.port), page.published]),
    );
    return (found ?? []).map(({ url }) => byUrl.get(url) ?? 'unknown');
  };

  test('finds pages of the last year only', async () => {
    const days = datesOf(await ask(open(source), { dates: { within: 'year' } }));
    expect(days.length).toBeGreaterThan(0);
    const yearBefore = newest() - 366 * 86_400_000;
    expect(days.filter((day) => !(Date.parse(day) >= yearBefore))).toEqual([]);
  });

  test('finds pages of a range of days, and stores its answer apart', async () => {
    expect(await ask(open(source), { limit: 20 })).toHaveLength(20);
    if (source === 'searxng') return expect(open(source).dates).toBe('period');
    const range = { from: '2019-02-03', to: '2022-11-12' };
    const days = datesOf(await ask(open(source), { limit: 20, dates: range }));
    expect(days.length).toBeGreaterThan(0);
    expect(days.filter((day) => !(day >= range.from && day <= range.to))).toEqual([]);
    const open2022 = datesOf(await ask(open(source), { limit: 20, dates: { from: '2022-01-01' } }));
    expect(open2022.length).toBeGreaterThan(0);
    expect(open2022.filter((day) => !(day >= '2022-01-01'))).toEqual([]);
    return expect(open(source).dates).toBe('range');
  });
});

describe('searchOrganic', () => {
  test('asks only sources that can filter by date', async () => {
    const sources = [open('own'), open('searxng'), open('serper')];
    const found = await searchOrganic(sources, { keyword, limit: 5, dates: { from: '2019-01-01' } }, call());
    expect(found.map((result) => result.source)).toEqual(Array.from({ length: 5 }, () => 'serper'));
    const recent = await searchOrganic(sources, { keyword, limit: 1, dates: { within: 'year' } }, call());
    expect(recent.map((result) => result.source)).toEqual(['searxng']);
    await expect(
      searchOrganic([open('own')], { keyword, limit: 5, dates: { within: 'day' } }, call()),
    ).rejects.toMatchObject({ kind: 'bad_request' });
  });

  test('searches for each kind of page, and their results take turns', async () => {
    const kinds = { footprints: ['alternatives', 'best'] as const, limit: 9 };
    const searched: OrganicRequest[] = [];
    const source: OrganicSearch = {
      source: 'serper',
      search: async (request) => {
        searched.push(request);
        const count = request.footprint === 'alternatives' ? 2 : request.limit;
        const at = (n: number) => ({ url: `https://${request.footprint}${n}.example/`, title: '', description: '' });
        return Array.from({ length: count }, (_, n) => withoutFigures(at(n)));
      },
    };
    const found = await searchOrganic([source], { keyword, ...kinds }, call());
    expect(searched.map(({ footprint, limit }) => [footprint, limit])).toEqual([
      ['alternatives', 5],
      ['best', 7],
    ]);
    const names = found.map(({ url }) => new URL(url).hostname.replace('.example', ''));
    expect(names).toEqual([
      ...['alternatives0', 'best0', 'alternatives1', 'best1', 'best2', 'best3', 'best4', 'best5', 'best6'],
    ]);
  });
});

test('all vendors that know the practice web agree on the best result', async () => {
  const firsts = await Promise.all(vendors.map(async (source) => (await ask(open(source), { limit: 25 })) ?? []));
  const [expected = []] = firsts.map((found) => found.map(({ url }) => url));
  for (const found of firsts) expect(found.map(({ url }) => url)).toEqual(expected);
});

describe.each(vendors)('%s', (source) => {
  test('charges for the same question once', async () => {
    const before = bench.practice.vendors.bill(source);
    const first = await ask(open(source), { limit: 30 });
    const paid = bench.practice.vendors.bill(source);
    expect(await ask(open(source), { limit: 30 })).toEqual(first);
    expect(bench.practice.vendors.bill(source)).toEqual(paid);
    const [sum] = await bench.db.sql<
      { dollars: number }[]
    >`select coalesce(sum(dollars), 0) as dollars from provider_calls`;
    // SerpApi's cache is free for an hour, which only its stand-in knows.
    if (source !== 'serpapi') expect(sum?.dollars).toBeCloseTo(paid.dollars - before.dollars, 9);
    expect(await bench.db.sql`select outcome from provider_calls where outcome not in ('ok', 'pending')`).toEqual([]);
  });

  test('even with CACHE_HOURS=search=0, a job that runs again does not pay again', async () => {
    const [uncached] = searchSources(configured(source, { env: { CACHE_HOURS: 'search=0' } }));
    const first = await ask(uncached as OrganicSearch, { limit: 30 });
    const calls = await bench.db.sql`select count(*)::int as all from provider_calls`;
    expect(await ask(uncached as OrganicSearch, { limit: 30 })).toEqual(first);
    expect(await bench.db.sql`select count(*)::int as all from provider_calls`).toEqual(calls);
  });

  test('drops malformed or hostile rows and keeps the others', async () => {
    const found = await searchOrganic([open(source, { mood: 'hostile' })], { keyword, limit: 20 }, call()).catch(
      async (error: ProviderError) => {
        expect(error.kind).toBe('pending');
        return searchOrganic([open(source, { mood: 'hostile' })], { keyword, limit: 20 }, call());
      },
    );
    expect(found.slice(0, 3)).toMatchObject([
      { url: 'https://long.example/', title: 'x'.repeat(500) },
      { url: 'https://markup.example/', title: '<script>alert(1)</script>' },
      { url: 'https://untitled.example/', title: '', description: '' },
    ]);
    expect(found.length).toBe(20);
    const [size] = await bench.db.sql<
      { bytes: number }[]
    >`select max(length(answer::text)) as bytes from provider_answers`;
    expect(size?.bytes).toBeLessThan(100_000);
  });

  test('when the caller stops, the call is recorded as lost and does not count against the vendor', async () => {
    const stop = new AbortController();
    const asking = ask(open(source, { mood: 'slow' }), {}, stop.signal);
    const underWay = async () => (await bench.db.sql`select from provider_calls`).length > 0;
    while (!(await underWay()));
    stop.abort(new Error('stopped'));
    await expect(asking).rejects.toThrow(ProviderError);
    expect(await bench.db.sql`select outcome from provider_calls`).toEqual([{ outcome: 'lost' }]);
    expect(await bench.db.sql`select from provider_rests`).toEqual([]);
  });
});

test('DataForSEO: finds a lost task by its tag instead of paying again', async () => {
  const first = await ask(open('dataforseo'), { limit: 40 });
  const paid = bench.practice.vendors.bill('dataforseo');
  // The state after a worker dies between the vendor's answer and our commit.
  await bench.db.sql`delete from provider_calls where id > (select min(id) from provider_calls)`;
  await bench.db.sql`update provider_calls set outcome = 'under_way', answer_by = now() - interval '1 second'`;
  await bench.db.sql`truncate provider_answers`;
  expect(await ask(open('dataforseo'), { limit: 40 })).toEqual(first);
  expect(bench.practice.vendors.bill('dataforseo')).toEqual(paid);
});

test('DataForSEO: posts a task again that it no longer knows', async () => {
  const first = await ask(open('dataforseo'), { limit: 30 });
  const paid = bench.practice.vendors.bill('dataforseo');
  await bench.db.sql`update provider_answers set answer = '{"job": "forgotten"}'`;
  expect(await failureOf(ask(open('dataforseo'), { limit: 30 }))).toMatchObject({ kind: 'unavailable' });
  expect(bench.practice.vendors.bill('dataforseo').dollars).toBe(paid.dollars);
  expect(await ask(open('dataforseo'), { limit: 30 })).toEqual(first);
  expect(bench.practice.vendors.bill('dataforseo').dollars).toBeGreaterThan(paid.dollars);
});

test.each(vendors)('%s: searches for %% and + as they are typed', async (source) => {
  expect(await ask(open(source), { keyword: '"golf courses"', limit: 5 })).not.toBeNull();
  expect(await ask(open(source), { keyword: '"golf+courses"', limit: 5 })).toBeNull();
  expect(await ask(open(source), { keyword: '"golf%20courses"', limit: 5 })).toBeNull();
});

test('DataForSEO: a question with operators costs five times as much, which the budget allows for', async () => {
  const withBudget = (dollars: number) => {
    const env = { VENDOR_LIMITS: `dataforseo.dollarsPerDay=${dollars}` };
    const [search] = searchSources(configured('dataforseo', { env }));
    return search as OrganicSearch;
  };
  const spent = () => bench.practice.vendors.bill('dataforseo').dollars;
  const before = spent();
  await ask(withBudget(0.02), { limit: 10 });
  expect(spent() - before).toBeCloseTo(0.0012, 9);
  const rankings = { keyword: 'golf courses', limit: 10, footprint: 'best' } as const;
  await expect(ask(withBudget(0.005), rankings)).rejects.toMatchObject({ kind: 'quota' });
  await ask(withBudget(0.02), rankings);
  expect(spent() - before).toBeCloseTo(0.0012 * 6, 9);
});

describe('search engines for another capability', () => {
  const forBacklinks = (source: StandInName, options: VendorOptions = {}) => {
    const [engine] = searchEnginesFor(configured(source, options), 'backlinks');
    if (!engine) throw new Error('no source');
    return engine;
  };

  test.each(vendors)('%s: buys no more result pages than wanted, under its own entry in the ledger', async (source) => {
    const found = await ask(forBacklinks(source), { resultPages: 1 });
    expect(found?.length).toBe({ dataforseo: 10, serper: 10, serpapi: 10, brave: 20, searxng: 15 }[source]);
    expect(await bench.db.sql`select distinct capability from provider_calls`).toEqual([{ capability: 'backlinks' }]);
  });

  test('they use half of the rate limit and never delay an organic search', async () => {
    const env = { VENDOR_LIMITS: 'serper.perMinute=4' };
    const engine = searchEnginesFor(configured('serper', { env }), 'backlinks')[0] as OrganicSearch;
    for (const one of ['golf', 'hosting']) await ask(engine, { keyword: one, resultPages: 1 });
    await expect(engine.search({ keyword: 'coffee', limit: 10 }, call())).rejects.toMatchObject({ kind: 'pending' });
    const [search] = searchSources(configured('serper', { env }));
    expect(await search?.search({ keyword: 'coffee', limit: 10 }, call())).toHaveLength(10);
  });

  test('SearXNG: with blocked engines, an empty result counts only for a rare phrase', async () => {
    const engine = forBacklinks('searxng', { mood: 'broke' });
    expect(await ask(engine, { keyword: '"a rare phrase"', mayBeEmpty: true })).toBeNull();
    expect(await failure(engine)).toMatchObject({ kind: 'unavailable' });
  });

  test('our own index is not one of them', () => {
    expect(searchEnginesFor(configured('own'), 'backlinks')).toEqual([]);
  });
});

test('country and language reach every vendor', () => {
  const asked = { keyword: 'golf', place: { country: 'gb', language: 'en' }, page: 3 } as const;
  const account = { source: 'serper', key: 'k', login: '', baseUrl: undefined, limits: {} } as const;
  expect(serper.pageRequest(account, asked).body).toMatchObject({ gl: 'gb', hl: 'en', page: 3 });
  expect(serpapi.pageRequest(account, asked).path).toContain('gl=gb&hl=en&start=20');
  expect(brave.pageRequest(account, asked).path).toMatch(/offset=2.*country=GB&search_lang=en/);
  expect(searxng.pageRequest(account, asked).path).toMatch(/pageno=3.*language=en-GB/);
  const ireland = { ...asked, place: { country: 'ie', language: 'ja' } } as const;
  expect(brave.pageRequest(account, ireland).path).toContain('country=ALL&search_lang=jp');
  const inPortuguese = (country: 'br' | 'pt') => ({ ...asked, place: { country, language: 'pt' } }) as const;
  expect(brave.pageRequest(account, inPortuguese('pt')).path).toContain('country=PT&search_lang=pt-pt');
  expect(brave.pageRequest(account, inPortuguese('br')).path).toContain('country=BR&search_lang=pt-br');
});

const documented: Record<(typeof vendors)[number], Partial<Record<Mood, ProviderError['kind']>>> = {
  dataforseo: { ...usualFailures, refused: 'auth', broke: 'quota', 'busy-until': 'rate_limited' },
  serper: { ...usualFailures, refused: 'auth', broke: 'quota', 'busy-until': 'rate_limited' },
  serpapi: { ...usualFailures, refused: 'auth', broke: 'quota', 'busy-until': 'rate_limited' },
  brave: { ...usualFailures, refused: 'auth', broke: 'quota', 'busy-until': 'rate_limited' },
  // `broke`: none of its engines answers.
  searxng: { ...usualFailures, refused: 'auth', broke: 'unavailable', 'busy-until': 'rate_limited' },
};

describe.each(vendors)('%s fails', (source) => {
  test.each(Object.entries(documented[source]))('%s is %s', async (mood, kind) => {
    const failed = await failure(open(source, { mood: mood as Mood }));
    expect(failed).toMatchObject({ name: 'ProviderError', source, kind });
    expect(failed.retryable).toBe(kind === 'rate_limited' || kind === 'unavailable');
    if (mood === 'busy-until' && source !== 'dataforseo')
      expect(failed.retryAfterSeconds).toBe(source === 'brave' ? 1 : 7);
    const [call] = await bench.db.sql<{ outcome: string }[]>`select outcome from provider_calls`;
    expect(call?.outcome).toBe(mood === 'cut' ? 'lost' : kind);
  });

  test('a refused key appears nowhere: not in the error, the log or the tables', async () => {
    const secret = `SECRET-${source}-9f8e7d`;
    const refused = await failure(open(source, { mood: 'refused', secret }));
    await expectHidden(bench, secret, refused);
    await failure(open(source, { mood: 'refused', secret }));
    expect(bench.errors, 'logged once').toHaveLength(1);
  });
});

describe('what the operator sees', () => {
  const report = (source: StandInName, options?: VendorOptions) => bench.report(source, options);

  test.each([
    ['dataforseo', '$42.50'],
    ['serpapi', '241 searches'],
    ['searxng', null],
  ] as const)('%s: a free call shows that it works, and the balance', async (source, balance) => {
    expect(await report(source)).toMatchObject({ works: true, problem: null, balance });
    expect(await report(source, { mood: 'refused' })).toMatchObject({ works: false, problem: expect.any(String) });
    if (balance) expect(await report(source, { mood: 'broke' })).toMatchObject({ works: false, balance: null });
    expect(await report(source, { mood: 'nonsense' })).toMatchObject({ works: false });
    expect(await bench.db.sql`select from provider_calls`).toEqual([]);
  });

  test.each(['serper', 'brave'] as const)('%s: no free call, so the report shows its last answer', async (source) => {
    expect(await report(source)).toMatchObject({ works: null });
    await ask(open(source), { limit: 5 });
    await ask(open(source), { limit: 5 });
    const used = { calls: 1, hits: 1, errors: 0, units: 1, averageMs: expect.any(Number) };
    expect(await report(source)).toMatchObject({ works: true, today: used, month: used });
    await failure(open(source, { mood: 'refused' }));
    expect(await report(source)).toMatchObject({ works: false, today: { calls: 2, errors: 1 } });
  });

  test('a used-up budget is reported as a problem of its own', async () => {
    await bench.db
      .sql`insert into provider_usage values ('serper', 'search', timezone('utc', now())::date, 'ok', 1, 1, 10, 1)`;
    expect(await report('serper')).toMatchObject({
      works: false,
      problem: expect.stringContaining('budget for this day'),
    });
  });

  test('/metrics shows the same figures', async () => {
    await ask(open('serper'), { limit: 5 });
    const { config } = configured('serper');
    const metrics = createMetrics();
    watchVendors({ metrics, db: bench.db, config });
    const text = await metrics.registry.metrics();
    expect(text).toContain('zeus_provider_calls{source="serper",capability="search",period="today",of="answered"} 1');
    expect(text).toContain(
      'zeus_provider_spent{source="serper",capability="search",period="month",of="dollars"} 0.001',
    );
    expect(text).toContain('zeus_provider_working{source="serper"} 1');
    await failure(open('serper', { mood: 'broke' }));
    expect(await metrics.registry.metrics()).toContain('zeus_provider_working{source="serper"} 0');
  });
});
