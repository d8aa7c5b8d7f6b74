// Traffic of pages: sources that fail, sources in order, and the endpoint of the practice web.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts';
import { type Site, startSite } from '../../platform/outbound/test/site.ts';
import { type Call, ProviderError } from '../provider.ts';
import { type PageMetrics, type PageMetricsSource, pageMetrics } from './page-metrics.ts';
import { practiceMetrics } from './practice-metrics.ts';

let web: Site;
let door: Outbound;
let call: Call;
let answer = { status: 200, body: '' };
const asked: string[][] = [];

beforeAll(async () => {
  web = await startSite((request, response) => {
    const url = new URL(request.url ?? '', 'http://site');
    asked.push(url.searchParams.getAll('url'));
    response.writeHead(url.pathname === '/v1/pages' ? answer.status : 404).end(answer.body);
  });
  door = createOutbound({ practice: { port: web.port } });
  call = { outbound: door, log: { warn: () => undefined } };
});
afterAll(async () => {
  await door.close();
  await web.close();
});

const knows = (source: string, pages: Record<string, number>): PageMetricsSource => ({
  source,
  batch: 2,
  look: async (urls) =>
    new Map(
      urls.flatMap((url): [string, PageMetrics][] =>
        pages[url] === undefined ? [] : [[url, { searchTraffic: pages[url], trafficValue: null }]],
      ),
    ),
});
const broken: PageMetricsSource = {
  source: 'broken',
  batch: 2,
  look: () => Promise.reject(new ProviderError('broken', 'is down')),
};

describe('several sources', () => {
  test('all failed: we could not look', async () => {
    await expect(pageMetrics([broken, broken], ['a'], call)).rejects.toThrow('is down');
  });

  test('no source knows nothing, and that is no failure', async () => {
    expect((await pageMetrics([], ['a'], call)).size).toBe(0);
  });

  test('the first that knows a page counts, the next is asked for the rest only', async () => {
    const found = await pageMetrics(
      [broken, knows('one', { a: 1, b: 2 }), knows('two', { a: 9, c: 3 })],
      ['a', 'b', 'c', 'd'],
      call,
    );
    expect([...found].map(([url, { searchTraffic }]) => [url, searchTraffic])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
  });
});

describe('the practice web’s endpoint', () => {
  const look = (urls: string[]) => pageMetrics([practiceMetrics(web.url('/'))], urls, call);

  test.each([
    [500, 'no'],
    [200, 'not json'],
    [200, '{"pages":[{"url":"a","searchTraffic":-5,"trafficValue":0}]}'],
    [200, '{"pages":"none"}'],
  ])('status %i with %j: could not look', async (status, body) => {
    answer = { status, body };
    await expect(look(['http://a.localhost/'])).rejects.toThrow(ProviderError);
  });

  test('states what it knows, and leaves out what it does not', async () => {
    answer = {
      status: 200,
      body: JSON.stringify({
        pages: [
          { url: 'http://a.localhost/?x=1&y=2', searchTraffic: 120, trafficValue: 55 },
          { url: 'http://b.localhost/', searchTraffic: null, trafficValue: null },
        ],
      }),
    };
    const urls = ['http://a.localhost/?x=1&y=2', 'http://b.localhost/'];
    expect([...(await look(urls))]).toEqual([[urls[0], { searchTraffic: 120, trafficValue: 55 }]]);
    expect(asked.at(-1)).toEqual(urls);
  });
});
