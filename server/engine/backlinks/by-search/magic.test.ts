// Magic Search through search engines: Zeus reads every page and applies the same filters as our own index.
import { describe, expect, test } from 'vitest';
import { defaultPlace } from '../../../../shared/search-place.ts';
import type { IndexReader, SamplePage } from '../../index/engine/index-engine.ts';
import type { MagicRequest } from '../magic-search.ts';
import { zeusOwnMagic } from '../zeus-own.ts';
import { magicBySearch } from './magic.ts';
import { searchWeb } from './test/search-web.ts';

const web = searchWeb();
const { at } = web;
const about = (words: number, head = '') => `<title>Golf</title>${head}<p>${'golf '.repeat(words)}</p>`;
const range = { minDomainRating: 20, maxDomainRating: 80 };
const form = { keyword: 'golf', minWords: 100, minTraffic: 10, limit: 100, place: defaultPlace, ...range };

function search(request: Partial<MagicRequest> = {}) {
  const magic = magicBySearch(web.parts({ queries: 8, pages: 200 }));
  return magic.search({ ...form, ...request }, web.call);
}

const sitesOf = (found: Awaited<ReturnType<typeof search>>) =>
  (found ?? []).map(({ urlFrom }) => new URL(urlFrom).hostname.replace('.localhost', ''));

test('delivers indexable pages about the keyword, long enough and within the range, one per site, best first', async () => {
  await web.db.sql`insert into index_domains (name, rating)
    values ('weak.localhost', 19), ('strong.localhost', 81), ('fair.localhost', 50), ('unrated.localhost', -1)`;
  Object.assign(web.pages, {
    'short/': about(90),
    'long/': about(150),
    'long/second': about(500),
    'weak/': about(150),
    'strong/': about(150),
    'fair/': about(150),
    'unrated/': about(150),
    'unlisted/': about(150, '<meta name="robots" content="noindex">'),
    'copy/': about(150, '<link rel="canonical" href="https://original.example/">'),
    'moved/': { status: 301, headers: { location: at('fair') } },
    'refusing/': { status: 403 },
    'other/': about(150).replaceAll('golf', 'knitting').replaceAll('Golf', 'Knitting'),
  });
  const sites = [
    'short',
    'long',
    'weak',
    'strong',
    'fair',
    'unrated',
    'unlisted',
    'copy',
    'moved',
    'refusing',
    'other',
  ];
  const urls = [...sites.map((site) => at(site)), at('long', '/second')];
  web.results = (question) => (question === 'golf' ? urls : question === 'golf blog' ? [at('unrated')] : []);
  const found = await search();
  expect(sitesOf(found)).toEqual(['unrated', 'long', 'fair']);
  expect(found?.[2]).toEqual({
    ...{ urlFrom: at('fair'), urlTo: null, title: 'Golf', anchor: '', rel: '' },
    ...{ domainRating: 50, urlRating: -1, searchTraffic: -1, trafficValue: -1 },
  });
  expect(new Set(web.questions).size).toBe(8);
});

test('a page in Japanese is long enough by its characters', async () => {
  const japanese = (sentences: number) =>
    `<title>ゴルフ</title><p>${'ゴルフ場の選び方を紹介します。'.repeat(sentences)}</p>`;
  Object.assign(web.pages, { 'long/': japanese(40), 'short/': japanese(5) });
  web.results = () => ['long', 'short'].map((site) => at(site));
  expect(sitesOf(await search({ keyword: 'ゴルフ' }))).toEqual(['long']);
});

test('stores a page whose words end in the middle of a character when they are cut', async () => {
  Object.assign(web.pages, { 'fancy/': about(150).replace('<p>', `<p>golf ${'𝐠'.repeat(7_000)} `) });
  web.results = () => [at('fancy')];
  expect(sitesOf(await search())).toEqual(['fancy']);
});

test.each([
  ['ゴルフ場の選び方と', 'ホテルの予約。', 'カジノの案内。', 'ホテル', 'カジノ'],
  ['รวมสนามกอล์ฟ', 'และโรงแรมใกล้เคียง ', 'และคาสิโน ', 'โรงแรม', 'คาสิโน'],
])('checks words in a script without spaces: %s', async (text, wanted, unwanted, include, exclude) => {
  const page = (more: string) => `<title>Golf</title><p>${`golf ${text}${more}`.repeat(40)}</p>`;
  Object.assign(web.pages, { 'wanted/': page(wanted), 'plain/': page(''), 'unwanted/': page(wanted + unwanted) });
  web.results = () => ['wanted', 'plain', 'unwanted'].map((site) => at(site));
  expect(sitesOf(await search({ include: [include], exclude: [exclude] }))).toEqual(['wanted']);
});

test('asks for the included words and against the excluded ones, and checks what it reads', async () => {
  Object.assign(web.pages, {
    'walkers/': about(150).replace('<p>', '<p>walking '),
    'gamblers/': about(150).replace('<p>', '<p>walking casino '),
    'drivers/': about(150),
  });
  web.results = () => ['walkers', 'gamblers', 'drivers'].map((site) => at(site));
  expect(sitesOf(await search({ include: ['walking'], exclude: ['casino', 'mini golf'] }))).toEqual(['walkers']);
  expect(web.questions).toContain('golf "walking" -casino -"mini golf"');
  expect(web.questions).toContain('intitle:"golf" "walking" -casino -"mini golf"');
});

test('stops reading once there are enough pages, and reads none twice', async () => {
  const sites = Array.from({ length: 40 }, (_, n) => `site${n}`);
  for (const site of sites) web.pages[`${site}/`] = about(150);
  web.results = () => sites.map((site) => at(site));
  expect(sitesOf(await search({ limit: 3 }))).toHaveLength(3);
  // Pages already being read when the third was found are read to the end.
  expect(web.requested.length).toBeLessThan(40);
  const asked = web.questions.length;
  expect(await search({ limit: 40 })).toHaveLength(40);
  // If figures may drop some of them later, all pages that were found are read.
  expect(await search({ limit: 3, someAreDropped: true })).toHaveLength(40);
  expect(web.questions.length).toBe(asked);
  expect(new Set(web.requested).size).toBe(web.requested.length);
});

describe('our own index with a page sample', () => {
  const capturedAt = new Date('2025-01-01');
  const sampled = (url: string, place: number): SamplePage => ({
    ...{ url, title: 'Golf', description: '', language: 'en', words: 150, domain: new URL(url).hostname },
    ...{ domainRating: 50, capturedAt, score: 1 / (1 + place) },
  });
  const searchSample = (urls: readonly string[], request: Partial<MagicRequest> = {}) => {
    const index: IndexReader = {
      languages: async () => [{ config: 'english', texts: urls.length }],
      searchPages: async ({ limit }) => urls.slice(0, limit).map(sampled),
      backlinksOf: async () => [],
      capturesOf: async () => new Map(),
    };
    const { reader } = web.parts();
    const own = zeusOwnMagic(web.db.kysely, { statesTraffic: false, sample: { index, reader } });
    return own.search({ ...form, ...request }, web.call);
  };

  test('delivers only pages that are still there and still fit', async () => {
    Object.assign(web.pages, {
      'there/': about(150),
      'renamed/': { status: 301, headers: { location: '/new' } },
      'renamed/new': about(150),
      'sold/': { status: 301, headers: { location: at('buyer') } },
      'buyer/': about(150),
      'parked/': '<title>Golf</title><h1>This domain is for sale</h1>',
      'refusing/': { status: 403 },
      'busy/': { status: 503 },
      'rewritten/': about(150).replaceAll(/golf/gi, 'knitting'),
      'shortened/': about(90),
    });
    const sites = ['gone', 'there', 'renamed', 'sold', 'parked', 'refusing', 'busy', 'rewritten', 'shortened'];
    const found = await searchSample(sites.map((site) => at(site)));
    expect(found?.map(({ urlFrom }) => urlFrom)).toEqual([at('there'), at('renamed', '/new')]);
    expect(await searchSample([at('gone')])).toBeNull();
  });

  test('others take the place of pages that are gone', async () => {
    const sites = Array.from({ length: 30 }, (_, n) => `site${n}`);
    for (const site of sites.slice(3)) web.pages[`${site}/`] = about(150);
    const urls = sites.map((site) => at(site));
    expect(sitesOf(await searchSample(urls, { limit: 10 }))).toEqual(sites.slice(3, 13));
    expect(web.requested.length).toBeLessThanOrEqual(15);
  });

  test('could not look if none of several sites answers', async () => {
    const sites = Array.from({ length: 5 }, (_, n) => `down${n}`);
    for (const site of sites) web.pages[`${site}/`] = { status: 503 };
    await expect(searchSample(sites.map((site) => at(site)))).rejects.toMatchObject({ source: 'zeus-own' });
  });
});

test('returns null if it finds nothing, like our own index', async () => {
  expect(await search({ keyword: 'zzyzx' })).toBeNull();
  const own = zeusOwnMagic(web.db.kysely, { statesTraffic: false });
  expect(await own.search({ ...form, keyword: 'zzyzx' }, web.call)).toBeNull();
});
