// Providers of backlinks and search results that fail, lie or repeat themselves.
import { describe, expect, test } from 'vitest';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { GiveUp, RetryLater } from '../../platform/queue/job.ts';
import { jobFailure } from '../job-failure.ts';
import { ProviderError } from '../provider.ts';
import { type OrganicResult, searchOrganic } from '../search/organic-search.ts';
import { type BacklinkFinder, findBacklinks } from './find-backlinks.ts';
import type { StatedBacklink } from './found-backlink.ts';
import { type MagicSearch, searchMagic } from './magic-search.ts';

const call = { outbound: createOutbound(), log: { warn: () => undefined } };
const honest: StatedBacklink = {
  urlFrom: 'https://blog.a.example/post',
  urlTo: 'https://target.example/',
  title: 'A post',
  anchor: 'here',
  rel: '',
  domainRating: 50,
  urlRating: 30,
  searchTraffic: 12,
  trafficValue: 3,
};
const finder = (stated: StatedBacklink[] | null | ProviderError): BacklinkFinder & MagicSearch => {
  const answer = async () => {
    if (stated instanceof ProviderError) throw stated;
    return stated;
  };
  return { source: 'test', find: answer, search: answer };
};
const request = { url: 'https://target.example/', limit: 10, minDomainRating: 20, maxDomainRating: 80 };
const magic = { ...request, keyword: 'golf', minWords: 1, minTraffic: 1 };
const find = (...finders: BacklinkFinder[]) => findBacklinks(finders, request, call);

describe('backlinks', () => {
  test('a valid one carries its domain and source', async () => {
    const expected = [{ ...honest, domain: 'a.example', source: 'test' }];
    expect(await find(finder([honest]))).toEqual(expected);
    expect(await searchMagic([finder([honest])], magic, call)).toEqual(expected);
  });

  test.each<[string, Partial<StatedBacklink>]>([
    ['an address that is none', { urlFrom: 'javascript:alert(1)' }],
    ['an address with a password', { urlFrom: 'https://a:b@a.example/' }],
    ['a link that is not followed', { rel: 'noopener nofollow' }],
    ['a sponsored link', { rel: 'sponsored' }],
    ['a rating below the range', { domainRating: 19.9 }],
    ['a rating above the range', { domainRating: 81 }],
  ])('%s is left out', async (_name, lie) => {
    expect(await find(finder([{ ...honest, ...lie }]))).toEqual([]);
  });

  test.each([-1, -40, Number.NaN])('a rating of %d is unknown and passes the range', async (domainRating) => {
    expect(await find(finder([{ ...honest, domainRating }]))).toMatchObject([{ domainRating: -1 }]);
  });

  test('clamps numbers and texts to what can be stored', async () => {
    const lie = {
      urlRating: 999,
      searchTraffic: -7,
      trafficValue: 1e12,
      title: `a\0${'x'.repeat(900)}`,
      anchor: '\ud800',
    };
    const [kept] = await find(finder([{ ...honest, ...lie }]));
    expect(kept).toMatchObject({ urlRating: 100, searchTraffic: -1, trafficValue: 2_147_483_647, anchor: '\ufffd' });
    expect(kept?.title).toBe(`a${'x'.repeat(499)}`);
  });

  test('a provider is given the domains that those before it found', async () => {
    const known: unknown[] = [];
    const noting: BacklinkFinder = {
      source: 'noting',
      async find({ knownDomains }) {
        known.push(...(knownDomains ?? []));
        return null;
      },
    };
    const little = { ...finder([honest, { ...honest, domainRating: 1 }]), knowsLittle: true };
    expect(await find(finder(new ProviderError('test', 'down')), little, noting)).toHaveLength(1);
    expect(known).toEqual(['a.example']);
  });

  test('skips a provider that fails; if all fail, the search could not look', async () => {
    const down = new ProviderError('test', 'is down');
    expect((await find(finder(down), finder([honest]))).length).toBe(1);
    expect(await find(finder(down), finder(null))).toEqual([]);
    await expect(find(finder(down), finder(down))).rejects.toThrow('is down');
  });
});

describe('a source with small coverage', () => {
  const little = (stated: StatedBacklink[] | null) => ({ ...finder(stated), source: 'little', knowsLittle: true });
  const other = { ...honest, urlFrom: 'https://b.example/' };
  const down = new ProviderError('test', 'is down');
  const pending = new ProviderError('test', 'soon', { kind: 'pending', retryAfterSeconds: 5 });
  const pages = (found: { urlFrom: string; source: string }[]) => found.map(({ urlFrom, source }) => [urlFrom, source]);

  test('is supplemented by the next one, without duplicate pages', async () => {
    expect(pages(await find(little([honest]), finder([honest, other])))).toEqual([
      [honest.urlFrom, 'little'],
      [other.urlFrom, 'test'],
    ]);
    expect(pages(await find(little([honest]), finder(null)))).toEqual([[honest.urlFrom, 'little']]);
    expect(pages(await searchMagic([little([honest]), finder([other])], magic, call))).toHaveLength(2);
  });

  test('is enough if it found as many as wanted, or the next one cannot look', async () => {
    const unasked = { ...finder(null), find: () => Promise.reject(new Error('it was asked')) };
    const ten = Array.from({ length: 10 }, (_, n) => ({ ...honest, urlFrom: `https://a${n}.example/` }));
    expect(await find(little(ten), unasked)).toHaveLength(10);
    expect(await find(little([honest]), finder(down))).toHaveLength(1);
  });

  test('is not enough while waiting for another one is worth it', async () => {
    const patient = { ...call, canWait: true };
    const wait = { name: 'ProviderError', message: 'is down', retryAfterSeconds: 10 };
    for (const finders of [
      [finder(down), little([honest])],
      [little([honest]), finder(down)],
    ]) {
      await expect(findBacklinks(finders, request, patient)).rejects.toMatchObject(wait);
      await expect(searchMagic(finders, magic, patient)).rejects.toMatchObject(wait);
    }
    const refused = finder(new ProviderError('test', 'no money', { kind: 'quota' }));
    expect(await findBacklinks([refused, little([honest])], request, patient)).toHaveLength(1);
    expect(await findBacklinks([finder(down), little([honest]), finder([other])], request, patient)).toHaveLength(2);
  });

  test('is not enough while the next answer is pending, and finding nothing does not count as an answer', async () => {
    await expect(find(little([honest]), finder(pending))).rejects.toBe(pending);
    await expect(find(little(null), finder(down))).rejects.toThrow('is down');
  });
});

test('search results: no duplicate URLs, limited in number, values within bounds', async () => {
  const result: OrganicResult = {
    url: 'https://a.example/?utm_source=x',
    title: 'A',
    description: 'text',
    domainRating: 180,
    urlRating: -5,
    referringDomains: -3,
    dofollowBacklinks: 1.4,
    totalBacklinks: Number.POSITIVE_INFINITY,
    searchTraffic: Number.NaN,
    trafficValue: 2.6,
  };
  const urls = [result.url, 'https://a.example/', 'nonsense', 'https://b.example/', 'https://c.example/'];
  const provider = { source: 'test', search: async () => urls.map((url) => ({ ...result, url })) };
  const found = await searchOrganic([provider], { keyword: 'golf', limit: 2 }, call);
  expect(found.map(({ url }) => url)).toEqual(['https://a.example/', 'https://b.example/']);
  expect(found[0]).toMatchObject({
    domainRating: 100,
    urlRating: -1,
    referringDomains: -1,
    dofollowBacklinks: 1,
    totalBacklinks: -1,
    searchTraffic: -1,
    trafficValue: 3,
  });
});

describe('a job whose providers could not look', () => {
  const now = new Date();
  const failing = (options: { retryable?: boolean; retryAfterSeconds?: number }) =>
    new ProviderError('test', 'no', options);

  test('retries, waits as long as the provider says, and gives up when a retry is pointless', () => {
    const plain = failing({});
    expect(jobFailure(plain, now)).toBe(plain);
    expect(jobFailure(failing({ retryAfterSeconds: 30 }), now)).toMatchObject({ name: 'RetryLater', afterSeconds: 30 });
    expect(jobFailure(failing({ retryAfterSeconds: 86_400 }), now)).toMatchObject({ afterSeconds: 300 });
    expect(jobFailure(failing({ retryable: false }), now)).toBeInstanceOf(GiveUp);
  });

  test('a provider that keeps asking for more time runs out of it', () => {
    const longAgo = new Date(Date.now() - 3_600_000);
    expect(jobFailure(failing({ retryAfterSeconds: 30 }), longAgo)).not.toBeInstanceOf(RetryLater);
  });

  test('rethrows bugs unchanged', () => {
    const defect = new TypeError('x is not a function');
    expect(jobFailure(defect, now)).toBe(defect);
  });
});
