// DataForSEO's official client works against the stand-in unchanged.
import {
  AppendixApi,
  BacklinksApi,
  BacklinksBacklinksLiveRequestInfo,
  BacklinksBulkPagesSummaryLiveRequestInfo,
  BacklinksBulkRanksLiveRequestInfo,
  ContentAnalysisApi,
  ContentAnalysisSearchLiveRequestInfo,
  DataforseoLabsApi,
  DataforseoLabsGoogleBulkTrafficEstimationLiveRequestInfo,
  SerpApi,
  SerpGoogleOrganicTaskPostRequestInfo,
  SerpIdListRequestInfo,
} from 'dataforseo-client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { practiceForTests } from '../../server/test/practice-web.ts';
import { addressOf } from '../templates/view.ts';

const practice = practiceForTests();

const client = (password = 'practice', mood = '') => {
  const authorization = `Basic ${Buffer.from(`practice:${password}`).toString('base64')}`;
  const http = {
    fetch: (url: RequestInfo, init?: RequestInit) =>
      fetch(url, { ...init, headers: { ...init?.headers, Authorization: authorization } }),
  };
  return {
    serp: new SerpApi(`${practice.vendorUrl}/dataforseo${mood}`, http),
    backlinks: new BacklinksApi(`${practice.vendorUrl}/dataforseo${mood}`, http),
    content: new ContentAnalysisApi(`${practice.vendorUrl}/dataforseo${mood}`, http),
    labs: new DataforseoLabsApi(`${practice.vendorUrl}/dataforseo${mood}`, http),
    appendix: new AppendixApi(`${practice.vendorUrl}/dataforseo${mood}`, http),
  };
};
const request = { keyword: 'best golf courses in america', location_code: 2840, language_code: 'en', depth: 30 };

const post = (from = client(), more: object = {}) =>
  from.serp.googleOrganicTaskPost([new SerpGoogleOrganicTaskPostRequestInfo({ ...request, ...more })]);

test('a task in the queue: posted, listed, pending, done', async () => {
  const { serp } = client();
  const posted = await post(client(), { priority: 2, tag: 'mine' });
  const id = posted?.tasks?.[0]?.id ?? '';
  expect(posted).toMatchObject({ status_code: 20000, tasks_count: 1, tasks_error: 0, cost: 0.003 });
  expect(posted?.tasks?.[0]).toMatchObject({ status_code: 20100, cost: 0.003 });
  const stamp = (at: number) => new Date(at).toISOString().replace('T', ' ').replace(/\..*/, ' +00:00');
  const listed = await serp.idList([
    new SerpIdListRequestInfo({
      ...{ datetime_from: stamp(Date.now() - 60_000), datetime_to: stamp(Date.now()), include_metadata: true },
    }),
  ]);
  expect(listed?.tasks?.[0]?.result).toMatchObject([{ id, metadata: { tag: 'mine' } }]);
  const pending = await serp.googleOrganicTaskGetAdvanced(id);
  expect(pending?.tasks?.[0]).toMatchObject({ id, status_code: 40602, result: null });
  const done = await serp.googleOrganicTaskGetAdvanced(id);
  const [result] = done?.tasks?.[0]?.result ?? [];
  expect(result).toMatchObject({ keyword: request.keyword, items_count: 31, pages_count: 3 });
  const organic = result?.items?.filter(({ type }: { type?: string }) => type === 'organic') ?? [];
  expect(organic).toHaveLength(30);
  expect(organic[0]).toMatchObject({ rank_group: 1, url: expect.stringContaining('http://') });
});

test('failures are in the envelope, or in the HTTP status where DataForSEO documents it', async () => {
  const { serp } = client();
  const id = (await post(client(), { keyword: 'zzyzx qqqq' }))?.tasks?.[0]?.id ?? '';
  await serp.googleOrganicTaskGetAdvanced(id);
  expect((await serp.googleOrganicTaskGetAdvanced(id))?.tasks?.[0]).toMatchObject({ status_code: 40102 });
  expect((await post(client(), { depth: 500 }))?.tasks?.[0]).toMatchObject({ status_code: 40501 });
  expect(await post(client('practice', ':busy'))).toMatchObject({ status_code: 40202 });
  await expect(post(client('wrong'))).rejects.toMatchObject({ status: 401 });
  await expect(post(client('practice', ':broke'))).rejects.toMatchObject({ status: 402 });
  await expect(post(client('practice', ':failing'))).rejects.toMatchObject({ status: 503 });
});

type Item = { url_from?: string; domain?: string; domain_from_rank?: number } | undefined;

describe('backlinks of a page', () => {
  const target = () => {
    const { world, port } = practice;
    const counts = Map.groupBy(world.links, ({ to }) => to);
    const [page] = [...counts].toSorted(([, a], [, b]) => b.length - a.length)[0] ?? [];
    if (!page) throw new Error('no links');
    return addressOf(page, port);
  };
  const live = (more: object = {}, from = client()) =>
    from.backlinks.backlinksLive([
      new BacklinksBacklinksLiveRequestInfo({ target: target(), mode: 'one_per_domain', limit: 1000, ...more }),
    ]);

  test('filtered, sorted and on the requested scale', async () => {
    const filters = [['dofollow', '=', true], 'and', ['domain_from_rank', '>=', 40]];
    const answer = await live({ filters, order_by: ['domain_from_rank,desc'], rank_scale: 'one_hundred' });
    const [task] = answer?.tasks ?? [];
    const [result] = task?.result ?? [];
    const items: Item[] = result?.items ?? [];
    expect(task).toMatchObject({ status_code: 20000, cost: Number((0.02 + items.length * 0.00003).toFixed(6)) });
    expect(result).toMatchObject({ target: target(), mode: 'one_per_domain', items_count: items.length });
    expect(items.length).toBeGreaterThan(3);
    const ranks = items.map((item) => item?.domain_from_rank ?? 0);
    expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
    for (const item of items) {
      expect(item).toMatchObject({ type: 'backlink', dofollow: true, url_to: target(), is_lost: false });
      expect(item?.domain_from_rank).toBeGreaterThanOrEqual(40);
      expect(item?.domain_from_rank).toBeLessThanOrEqual(100);
    }
    const [thousand] =
      (await live({ limit: 1, order_by: ['domain_from_rank,desc'] }))?.tasks?.[0]?.result?.[0]?.items ?? [];
    expect(thousand?.domain_from_rank).toBeGreaterThan(100);
  });

  test('by pages', async () => {
    const items = async (more: object): Promise<Item[]> => (await live(more))?.tasks?.[0]?.result?.[0]?.items ?? [];
    const [first, second] = await Promise.all([items({ limit: 2 }), items({ limit: 2, offset: 2 })]);
    const four = await items({ limit: 4 });
    expect([...first, ...second].map((item) => item?.url_from)).toEqual(four.map((item) => item?.url_from));
  });

  test('reports an invalid task in the task itself', async () => {
    expect((await live({ limit: 5000 }))?.tasks?.[0]).toMatchObject({ status_code: 40501, result: null });
    expect((await live({ filters: [['no_such_field', '=', 1]] }))?.tasks?.[0]).toMatchObject({ status_code: 40501 });
    await expect(live({}, client('practice', ':broke'))).rejects.toMatchObject({ status: 402 });
  });
});

test('content analysis: pages about a keyword, one per domain', async () => {
  const answer = await client().content.searchLive([
    new ContentAnalysisSearchLiveRequestInfo({
      ...{ keyword: 'golf courses', search_mode: 'one_per_domain', limit: 10, rank_scale: 'one_hundred' },
      ...{ filters: ['language', '=', 'en'], order_by: ['score,desc'] },
    }),
  ]);
  const [result] = answer?.tasks?.[0]?.result ?? [];
  const items: Item[] = result?.items ?? [];
  expect(result).toMatchObject({ items_count: 10, total_count: expect.any(Number) });
  expect(new Set(items.map((item) => item?.domain)).size).toBe(10);
  expect(items[0]).toMatchObject({ language: 'en', content_info: { title: expect.any(String) } });
});

test('ranks, link counts and traffic of many targets', async () => {
  const { backlinks, labs } = client();
  const page = practice.world.pages.find(({ recipe, site }) => recipe !== null && site.strength > 2);
  const [host, url] = [page?.site.host ?? '', `http://${page?.site.host}:${practice.port}${page?.path}`];
  const unknown = 'nobody-knows.example';
  const ranks = await backlinks.bulkRanksLive([
    new BacklinksBulkRanksLiveRequestInfo({ targets: [host, url, unknown], rank_scale: 'one_hundred' }),
  ]);
  const ranked = ranks?.tasks?.[0]?.result?.[0]?.items ?? [];
  expect(ranked).toMatchObject([{ target: host }, { target: url }, { target: unknown }]);
  const { rank } = ranked[0] ?? {};
  expect(rank).toBeGreaterThan(10);
  const summaries = await backlinks.bulkPagesSummaryLive([
    new BacklinksBulkPagesSummaryLiveRequestInfo({ targets: [url] }),
  ]);
  expect(summaries?.tasks?.[0]?.result?.[0]?.items).toMatchObject([
    { url, main_domain_rank: (rank ?? 0) * 10, referring_domains: expect.any(Number), backlinks: expect.any(Number) },
  ]);
  const traffic = await labs.googleBulkTrafficEstimationLive([
    new DataforseoLabsGoogleBulkTrafficEstimationLiveRequestInfo({ targets: [url], item_types: ['organic'] }),
  ]);
  const [estimate] = traffic?.tasks?.[0]?.result?.[0]?.items ?? [];
  expect(estimate).toMatchObject({ target: url, metrics: { organic: { etv: expect.any(Number) } } });
  const empty = await backlinks.bulkRanksLive([new BacklinksBulkRanksLiveRequestInfo({ targets: [] })]);
  expect(empty?.tasks?.[0]).toMatchObject({ status_code: 40501 });
});

test('the account and its balance', async () => {
  const answer = await client().appendix.userData();
  expect(answer?.tasks?.[0]?.result?.[0]).toMatchObject({ login: 'practice', money: { balance: 42.5 } });
});

test('more than 30 calls at once are refused', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let arrived = 0;
  practice.vendors.beforeAnswer(() => {
    arrived += 1;
    if (arrived === 31) release();
    return held;
  });
  onTestFinished(() => practice.vendors.beforeAnswer(async () => {}));
  const before = practice.vendors.bill('dataforseo').calls;
  const all = Array.from({ length: 31 }, () => post());
  const answers = (await Promise.all(all)) as ({ status_code?: number } | null)[];
  expect(answers.filter((answer) => answer?.status_code === 40209)).toHaveLength(1);
  expect(practice.vendors.bill('dataforseo').calls).toBe(before + 30);
});
