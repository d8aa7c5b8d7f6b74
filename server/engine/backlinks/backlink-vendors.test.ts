// The contract every source of backlinks fulfills, and the error that each documented failure of a link database becomes. The
// vendors are the practice web's stand-ins.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Page } from '../../../practice/data/types.ts';
import { addressOf } from '../../../practice/templates/view.ts';
import type { Mood } from '../../../practice/vendors/stand-in.ts';
import type { ProviderError } from '../provider.ts';
import { ahrefsFailure } from '../vendors/ahrefs.ts';
import {
  expectHidden,
  failureOf,
  usualFailures,
  type VendorOptions,
  vendorBenchForTests,
} from '../vendors/test/vendor-bench.ts';
import { type BacklinkRequest, findBacklinks } from './find-backlinks.ts';
import { backlinkSources } from './sources.ts';

const bench = vendorBenchForTests({ sites: 6 });
/** A page that several sites link to. */
let target: Page;
let url: string;

beforeAll(async () => {
  const { world, port } = bench.practice;
  const crawled = new Set(world.sites.filter(({ topic }) => topic === 'golf').slice(0, 6));
  const linking = (page: Page) =>
    new Set(
      world.links
        .filter(({ from, to, rel }) => to === page && rel === '' && crawled.has(from.site))
        .map(({ from }) => from.site),
    ).size;
  const pages = world.pages.filter((page) => crawled.has(page.site));
  target = pages.reduce((best, page) => (linking(page) > linking(best) ? page : best));
  url = addressOf(target, port);
}, 60_000);
beforeEach(() => bench.reset());

const vendors = ['ahrefs', 'dataforseo', 'moz', 'majestic'] as const;
type Source = (typeof vendors)[number] | 'own';

function open(source: Source, options: VendorOptions = {}) {
  const env = { BACKLINK_SOURCES: source, ...options.env };
  const [finder] = backlinkSources(bench.configured({ ...options, env })).finders;
  if (!finder) throw new Error('no source');
  return finder;
}

const call = () => ({ outbound: bench.outbound, log: bench.log });
const any = { limit: 1000, minDomainRating: 0, maxDomainRating: 100 };
const find = (source: Source, request: Partial<BacklinkRequest> = {}, options?: VendorOptions) =>
  findBacklinks([open(source, options)], { url, ...any, ...request }, call());

/** The actual links to the target from other sites. */
const trueLinks = () => bench.practice.world.links.filter(({ from, to }) => to === target && from.site !== target.site);

describe.each([...vendors, 'own'] as const)('%s', (source) => {
  test('finds followed links, strongest first, one per domain', async () => {
    const found = await find(source);
    expect(found.length).toBeGreaterThan(1);
    expect(new Set(found.map(({ domain }) => domain)).size).toBe(found.length);
    const ratings = found.map(({ domainRating }) => domainRating);
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
    for (const link of found) {
      const { port } = bench.practice;
      const real = trueLinks().filter(({ from }) => addressOf(from, port) === link.urlFrom);
      // Moz and Majestic do not mark ugc and sponsored links.
      expect(real.some(({ rel }) => !rel.includes('nofollow'))).toBe(true);
      expect(real.map(({ anchor }) => anchor)).toContain(link.anchor);
      expect(link).toMatchObject({ source: source === 'own' ? 'zeus-own' : source, urlTo: url, trafficValue: -1 });
      expect(link.title === '').toBe(source === 'majestic');
      expect(link.domainRating).toBeGreaterThanOrEqual(-1);
      if (source !== 'ahrefs') expect(link.searchTraffic).toBe(-1);
    }
  });

  test('respects the range of ratings', async () => {
    const all = await find(source);
    const [best, weakest] = [all[0], all.at(-1)];
    const middle = ((best?.domainRating ?? 0) + (weakest?.domainRating ?? 0)) / 2;
    const [strong, weak] = await Promise.all([
      find(source, { minDomainRating: middle }),
      find(source, { maxDomainRating: middle - 0.001 }),
    ]);
    // Our own index has no ratings until they are computed; unknown ratings pass.
    const isRated = ({ domainRating }: { domainRating: number }) => domainRating >= 0;
    for (const { domainRating } of strong.filter(isRated)) expect(domainRating).toBeGreaterThanOrEqual(middle);
    for (const { domainRating } of weak.filter(isRated)) expect(domainRating).toBeLessThan(middle);
    expect(strong.length).toBeGreaterThan(0);
    expect(weak.length).toBeGreaterThan(0);
  });

  test('returns no more than asked for, and nothing for a page without backlinks', async () => {
    expect(await find(source, { limit: 1 })).toHaveLength(1);
    expect(await find(source, { url: 'https://nobody.example/' })).toEqual([]);
    expect(await open(source).find({ url: 'https://nobody.example/', ...any }, call())).toBeNull();
  });
});

test('link databases agree', async () => {
  const [ahrefs = [], dataForSeo = [], moz = []] = await Promise.all(
    vendors.map(async (source) => (await find(source)).map(({ urlFrom }) => urlFrom).toSorted()),
  );
  expect(dataForSeo).toEqual(ahrefs);
  // Moz does not mark ugc and sponsored links.
  expect(moz).toEqual(expect.arrayContaining(ahrefs));
});

describe.each(vendors)('%s', (source) => {
  const bill = () => bench.practice.vendors.bill(source);

  test('charges for the same question once, according to the ledger', async () => {
    // No other test asks this, so no stand-in has it cached.
    const request = { maxDomainRating: 97, limit: 60 };
    const before = bill();
    const first = await find(source, request);
    const paid = bill();
    expect(paid.calls).toBeGreaterThan(before.calls);
    expect(await find(source, request)).toEqual(first);
    expect(bill()).toEqual(paid);
    const [sum] = await bench.db.sql<{ dollars: number }[]>`select sum(dollars) as dollars from provider_calls`;
    expect(sum?.dollars).toBeCloseTo(paid.dollars - before.dollars, 9);
    expect(await bench.db.sql`select distinct capability, outcome from provider_calls`).toEqual([
      { capability: 'backlinks', outcome: 'ok' },
    ]);
  });

  test('buys no more rows per page than the operator allows', async () => {
    const found = await find(source, {}, { env: { VENDOR_LIMITS: `${source}.rows=2` } });
    expect(found.length).toBeLessThanOrEqual(2);
    expect(found.length).toBeGreaterThan(0);
  });

  test('drops malformed or hostile rows and keeps the others', async () => {
    const found = await find(source, {}, { mood: 'hostile' });
    const byDomain = new Map(found.map((link) => [link.domain, link]));
    const title = (text: string) => (source === 'majestic' ? '' : text);
    expect(found.every(({ urlFrom }) => /^https?:\/\/[^@]*$/.test(urlFrom))).toBe(true);
    expect(byDomain.get('long.example')).toMatchObject({ title: title('x'.repeat(500)), anchor: 'y'.repeat(2000) });
    expect(byDomain.get('markup.example')?.title).toBe(title('<script>alert(1)</script>'));
    expect(byDomain.get('strings.example')).toMatchObject({ domainRating: 98, urlRating: 12.5 });
    expect(byDomain.get('missing.example')).toMatchObject({ domainRating: -1, title: '', anchor: '', urlTo: null });
    expect(byDomain.get('negative.example')).toMatchObject({ domainRating: -1, urlRating: -1, searchTraffic: -1 });
    for (const host of ['script.example', 'password.example', 'number.example']) expect(byDomain.has(host)).toBe(false);
    expect(found.length).toBeGreaterThan(5);
    const [size] = await bench.db.sql<
      { bytes: number }[]
    >`select max(length(answer::text)) as bytes from provider_answers`;
    expect(size?.bytes).toBeLessThan(100_000);
  });

  test('a refused key appears nowhere: not in the error, the log or the tables', async () => {
    const secret = `SECRET-${source}-9f8e7d`;
    const failure = await failureOf(find(source, {}, { mood: 'refused', secret }));
    await expectHidden(bench, secret, failure);
    await failureOf(find(source, {}, { mood: 'refused', secret }));
    expect(bench.errors, 'logged once').toHaveLength(1);
  });

  test('when the caller stops, the call is recorded as lost and does not count against the vendor', async () => {
    const stop = new AbortController();
    const finder = open(source, { mood: 'slow' });
    const asking = failureOf(finder.find({ url, ...any }, { ...call(), signal: stop.signal }));
    while ((await bench.db.sql`select from provider_calls`).length === 0);
    stop.abort(new Error('stopped'));
    expect((await asking).kind).toBe('pending');
    expect(await bench.db.sql`select outcome from provider_calls`).toEqual([{ outcome: 'lost' }]);
    expect(await bench.db.sql`select from provider_rests`).toEqual([]);
  });

  const documented = { ...usualFailures, refused: 'auth', broke: 'quota', 'busy-until': 'rate_limited' } as const;
  test.each(Object.entries(documented))('%s is %s', async (mood, kind) => {
    const failure = await failureOf(find(source, {}, { mood: mood as Mood }));
    expect(failure).toMatchObject({ name: 'ProviderError', source, kind });
    expect(failure.retryable).toBe(kind === 'rate_limited' || kind === 'unavailable');
    if (mood === 'busy-until' && source !== 'dataforseo') expect(failure.retryAfterSeconds).toBe(7);
    const [ended] = await bench.db.sql<{ outcome: string }[]>`select outcome from provider_calls`;
    expect(ended?.outcome).toBe(mood === 'cut' ? 'lost' : kind);
  });
});

describe('filters applied by the vendor', () => {
  const unitsOf = async (request: Partial<BacklinkRequest>, source: Source) => {
    await bench.reset();
    await find(source, request);
    const rows = await bench.db.sql<{ units: number }[]>`select units from provider_calls order by id`;
    return rows.map(({ units }) => units);
  };

  test('does not buy rows outside the range of ratings', async () => {
    const followed = new Set(
      trueLinks()
        .filter(({ rel }) => !rel.includes('nofollow'))
        .map(({ from }) => from.site.host),
    );
    const [all] = await unitsOf({}, 'dataforseo');
    expect(all).toBe(followed.size);
    const [strong = 0] = await unitsOf({ minDomainRating: 90 }, 'dataforseo');
    expect(strong).toBeLessThan(followed.size);
  });

  test('Ahrefs: a row costs its fields, with a minimum of fifty units per call', async () => {
    const [all = 0] = await unitsOf({ maxDomainRating: 99 }, 'ahrefs');
    const found = await find('ahrefs', { maxDomainRating: 99 });
    expect(all).toBeGreaterThanOrEqual(19 * found.length);
    const [none] = await unitsOf({ url: 'https://nobody-at-all.example/' }, 'ahrefs');
    expect(none).toBe(50);
  });

  test('Moz: buys no further page once ratings fall below the range', async () => {
    const limits = { env: { VENDOR_LIMITS: 'moz.rows=1000' } };
    await find('moz', { minDomainRating: 99 }, limits);
    expect(await bench.db.sql`select from provider_calls`).toHaveLength(1);
  });
});

test('Ahrefs: repeating a call whose answer was lost is free', async () => {
  const request = { minDomainRating: 1 };
  const first = await find('ahrefs', request);
  const paid = bench.practice.vendors.bill('ahrefs');
  // The state after a worker dies between the answer and our commit.
  await bench.db.sql`update provider_calls set outcome = 'under_way', answer_by = now() - interval '1 second'`;
  await bench.db.sql`truncate provider_answers`;
  expect(await find('ahrefs', request)).toEqual(first);
  expect(bench.practice.vendors.bill('ahrefs')).toEqual(paid);
});

test.each([
  [403, 'Insufficient plan', 'auth'],
  [403, 'API units limit reached. Expected usage: 50, API units left: 0.', 'quota'],
  [404, 'no data', 'not_found'],
  [400, 'bad where', 'bad_request'],
  [500, 'internal', 'unavailable'],
] as const)('Ahrefs: status %d with "%s" is %s', (status, error, kind) => {
  expect(ahrefsFailure({ status, headers: {}, json: { error }, text: '' }).kind).toBe(kind);
});

test('a key with a line break is refused before it is sent, at no cost, and the report says why', async () => {
  const secret = 'practice\nkey';
  const failure = await failureOf(find('ahrefs', {}, { secret }));
  expect(failure).toMatchObject({ kind: 'auth', message: expect.stringContaining('line break') });
  expect(await bench.db.sql`select outcome, dollars from provider_calls`).toEqual([{ outcome: 'auth', dollars: 0 }]);
  expect(bench.errors).toHaveLength(1);
  expect(await bench.report('ahrefs', { secret })).toMatchObject({ works: false, problem: failure.message });
});

test('Ahrefs: an error page with status 404 does not mean that there are no backlinks', () => {
  expect(ahrefsFailure({ status: 404, headers: {}, json: null, text: '<h1>404</h1>' }).kind).toBe('unavailable');
});

test('Ahrefs: a call that the plan lacks says nothing about others', () => {
  const refused = (status: number, error: string) =>
    ahrefsFailure({ status, headers: {}, json: { error }, text: JSON.stringify({ error }) });
  expect(refused(403, 'Insufficient plan')).toMatchObject({ kind: 'auth', isOfPlan: true });
  expect(refused(403, 'API units limit reached.')).toMatchObject({ kind: 'quota', isOfPlan: false });
  expect(refused(401, 'Invalid API key.')).toMatchObject({ kind: 'auth', isOfPlan: false });
});

describe('what the operator sees', () => {
  test.each([
    ['ahrefs', /^\d+ units$/],
    ['moz', /^\d+ rows used$/],
    ['dataforseo', /^\$42\.50$/],
  ] as const)('%s: a free call shows that it works, and the balance', async (source, balance) => {
    expect(await bench.report(source)).toMatchObject({ works: true, balance: expect.stringMatching(balance) });
    expect(await bench.report(source, { mood: 'refused' })).toMatchObject({
      works: false,
      problem: expect.any(String),
    });
    expect(await bench.report(source, { mood: 'nonsense' })).toMatchObject({ works: false });
    if (source !== 'moz') expect(await bench.report(source, { mood: 'broke' })).toMatchObject({ works: false });
    expect(await bench.db.sql`select from provider_calls`).toEqual([]);
  });

  test('which part is resting because the plan lacks it, until a call for it succeeds', async () => {
    await bench.db.sql`insert into provider_rests (source, reason, message, failures, until)
      values ('ahrefs backlinks', 'auth', 'Insufficient plan', 1, now() + interval '10 minutes')`;
    const resting = [{ capability: 'backlinks', problem: 'Insufficient plan' }];
    for (let times = 0; times < 2; times++) {
      expect(await bench.report('ahrefs')).toMatchObject({ works: true, problem: null, resting });
    }
    expect(await bench.report('moz')).toMatchObject({ works: true, resting: [] });
    await find('ahrefs');
    expect(await bench.report('ahrefs')).toMatchObject({ works: true, resting: [] });
  });

  test('Majestic has no free call, so the report shows its last answer', async () => {
    expect(await bench.report('majestic')).toMatchObject({ works: null });
    await find('majestic');
    expect(await bench.report('majestic')).toMatchObject({ works: true, today: { calls: 1 } });
    await failureOf(find('majestic', { limit: 3 }, { mood: 'broke' }));
    expect(await bench.report('majestic')).toMatchObject({ works: false, problem: expect.stringContaining('units') });
  });
});

test('a stand-in is busy above the rate its vendor documents', async () => {
  const ask = () =>
    fetch(`${bench.practice.vendorUrl}/ahrefs/subscription-info/limits-and-usage`, {
      headers: { authorization: 'Bearer practice' },
    });
  const answers = await Promise.all(Array.from({ length: 61 }, ask));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([[429, null]]);
});

test('skips sources that fail or find nothing, and asks the next', async () => {
  const ctx = bench.configured({ env: { BACKLINK_SOURCES: 'ahrefs,moz,own' } });
  bench.practice.vendors.setMood('ahrefs', 'good');
  const { finders } = backlinkSources(ctx);
  const broken = backlinkSources(bench.configured({ mood: 'broke', env: { BACKLINK_SOURCES: 'dataforseo' } })).finders;
  const found = await findBacklinks([...broken, ...finders.slice(1)], { url, ...any }, call());
  expect(new Set(found.map(({ source }) => source))).toEqual(new Set(['moz']));
  const nobody = (error: unknown) => (error as ProviderError).kind;
  const own = finders.slice(2);
  // Our own index covers too little: if it finds nothing while the others fail, that is not an answer.
  expect(
    await findBacklinks([...broken, ...own], { ...any, url: 'https://nobody.example/' }, call()).catch(nobody),
  ).toBe('quota');
});
