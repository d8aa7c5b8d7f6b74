// Sources that fill each other's gaps, sources that fail, and the practice web's endpoint.

import { describe, expect, test } from 'vitest';
import { outboundForTests } from '../../platform/outbound/test/outbound.ts';
import { siteForTests } from '../../platform/outbound/test/site.ts';
import { type Call, ProviderError } from '../provider.ts';
import { type FigureName, type Figures, findFigures, type Gap, type MetricsSource } from './figures.ts';
import { practiceMetrics } from './practice-metrics.ts';
import { byItem, type StatedRow } from './stated-figures.ts';

const web = siteForTests((request, response) => {
  const url = new URL(request.url ?? '', 'http://site');
  asked.push(url.searchParams.getAll('url'));
  response.writeHead(url.pathname === '/v1/pages' ? answer.status : 404).end(answer.body);
});
const outbound = outboundForTests(() => ({ practice: { port: web.port } }));
const call: Call = { outbound, log: { warn: () => undefined } };
let answer = { status: 200, body: '' };
const asked: string[][] = [];

/** A source that knows these pages, and records what it was asked. */
function knows(source: string, states: FigureName[], pages: Record<string, Figures>) {
  const questions: [readonly string[], readonly FigureName[]][] = [];
  const provider: MetricsSource = {
    source,
    states,
    async *look(urls, wanted) {
      questions.push([urls, wanted]);
      yield new Map(urls.flatMap((url): [string, Figures][] => (pages[url] ? [[url, pages[url]]] : [])));
    },
  };
  return { provider, questions };
}

/** Fails after it has stated some figures. */
const failing = (error: Error, before: Record<string, Figures> = {}): MetricsSource => ({
  source: 'broken',
  states: ['domainRating'],
  async *look() {
    yield new Map(Object.entries(before));
    throw error;
  },
});
const gap = (url: string, ...unknown: FigureName[]): Gap => ({ url, unknown });

describe('several sources', () => {
  test('the first source that states a figure wins, and the next is asked only for what is still unknown', async () => {
    const one = knows('one', ['domainRating', 'searchTraffic'], { a: { domainRating: 40 }, b: { domainRating: 50 } });
    const two = knows('two', ['domainRating', 'searchTraffic'], {
      a: { domainRating: 99, searchTraffic: 7 },
      c: { domainRating: 30, searchTraffic: 0 },
    });
    const wanted = ['domainRating', 'searchTraffic'] as const;
    const { byUrl, failures } = await findFigures(
      [failing(new ProviderError('broken', 'is down')), one.provider, two.provider],
      [gap('a', ...wanted), gap('b', 'domainRating'), gap('c', ...wanted), gap('d', ...wanted)],
      call,
    );
    expect(Object.fromEntries(byUrl)).toEqual({
      a: { domainRating: { value: 40, source: 'one' }, searchTraffic: { value: 7, source: 'two' } },
      b: { domainRating: { value: 50, source: 'one' } },
      c: { domainRating: { value: 30, source: 'two' }, searchTraffic: { value: 0, source: 'two' } },
    });
    expect(two.questions).toEqual([
      [['a'], ['searchTraffic']],
      [['c', 'd'], wanted],
    ]);
    expect(failures).toMatchObject([{ source: 'broken' }]);
  });

  test('does not ask a source that states none of the missing figures', async () => {
    const ranks = knows('ranks', ['domainRating'], {});
    await findFigures([ranks.provider], [gap('a', 'searchTraffic'), gap('b')], call);
    expect(ranks.questions).toEqual([]);
  });

  test('waits for a pending answer, or goes on without it, and rethrows bugs', async () => {
    const pending = new ProviderError('broken', 'being asked', { kind: 'pending' });
    await expect(findFigures([failing(pending)], [gap('a', 'domainRating')], call)).rejects.toBe(pending);
    const one = knows('one', ['domainRating'], { a: { domainRating: 40 } });
    const two = knows('two', ['domainRating'], { a: { domainRating: 99 }, b: { domainRating: 50 } });
    const { byUrl, failures } = await findFigures(
      [one.provider, failing(pending, { c: { domainRating: 30 } }), two.provider],
      ['a', 'b', 'c'].map((url) => gap(url, 'domainRating')),
      call,
      { waits: false },
    );
    expect(Object.fromEntries(byUrl)).toEqual({
      a: { domainRating: { value: 40, source: 'one' } },
      b: { domainRating: { value: 50, source: 'two' } },
      c: { domainRating: { value: 30, source: 'broken' } },
    });
    expect(two.questions).toEqual([[['b'], ['domainRating']]]);
    expect(failures).toEqual([pending]);
    const defect = new TypeError('x is not a function');
    await expect(findFigures([failing(defect)], [gap('a', 'domainRating')], call)).rejects.toBe(defect);
  });

  test('invalid figures stay unknown, and figures too large are capped', async () => {
    const names: FigureName[] = ['domainRating', 'urlRating', 'searchTraffic', 'trafficValue'];
    const liar = knows('liar', names, {
      a: { domainRating: 180, urlRating: -1, searchTraffic: Number.NaN, trafficValue: 1e12 },
    });
    const { byUrl } = await findFigures([liar.provider], [gap('a', ...names)], call);
    expect(byUrl.get('a')).toEqual({
      domainRating: { value: 100, source: 'liar' },
      trafficValue: { value: 2_147_483_647, source: 'liar' },
    });
  });
});

describe('rows of a vendor', () => {
  const dr = (domainRating: number) => ({ domainRating });
  const rowsOf = (...rows: [item: string, figures: Figures | undefined, index?: number][]) =>
    rows.map(([item, figures, index]) => ({ item, figures, ...(index === undefined ? {} : { index }) }));
  const join = (items: string[], rows: StatedRow[]) => Object.fromEntries(byItem(items, rows, (row) => row));
  const [plain, slash] = ['https://a.com/x', 'https://a.com/x/'];

  test.each([
    ['spelled as asked', rowsOf([plain, dr(1)], [slash, dr(2)]), { [plain]: dr(1), [slash]: dr(2) }],
    ['without a scheme', rowsOf(['a.com/x/', dr(2)], ['a.com/x', dr(1)]), { [plain]: dr(1), [slash]: dr(2) }],
    ['by position', rowsOf(['a.com/x', dr(2), 1], ['a.com/x', dr(1), 0]), { [plain]: dr(1), [slash]: dr(2) }],
    ['one for both', rowsOf(['http://www.a.com/x', dr(1)]), { [plain]: dr(1), [slash]: dr(1) }],
    ['one of them unknown', rowsOf([plain, dr(1)], [slash, undefined]), { [plain]: dr(1) }],
    ['about something else', rowsOf(['https://b.com/x', dr(1), 0]), {}],
  ])('two spellings of a page: %s', (_, rows, expected) => {
    expect(join([plain, slash], rows)).toEqual(expected);
  });
});

describe('the practice web’s endpoint', () => {
  async function look(urls: string[]) {
    const found: [string, Figures][] = [];
    const source = practiceMetrics(web.url('/'));
    for await (const some of source.look(urls, ['searchTraffic', 'trafficValue'], call)) found.push(...some);
    return found;
  }

  test.each([
    [500, 'no'],
    [200, 'not json'],
    [200, '{"pages":[{"url":"a","searchTraffic":-5,"trafficValue":0}]}'],
    [200, '{"pages":"none"}'],
  ])('status %i with %j: could not look', async (status, body) => {
    answer = { status, body };
    await expect(look(['http://a.localhost/'])).rejects.toThrow(ProviderError);
  });

  test('states what it knows and leaves out the rest', async () => {
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
    expect(await look(urls)).toEqual([[urls[0], { searchTraffic: 120, trafficValue: 55 }]]);
    expect(asked.at(-1)).toEqual(urls);
  });
});
