// Pages and links from WAT files: the practice web's, and those of pages and files that are wrong in every known way.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { buildWorld } from '../../../../../practice/data/build-world.ts';
import { addressOf } from '../../../../../practice/templates/view.ts';
import { toPageUrl } from '../../../pages/page-url.ts';
import { practicePages } from '../test/practice-pages.ts';
import { chunksOf, warcRecord } from '../test/warc-writer.ts';
import { type CrawledPage, watHeaders, writeCrawl } from '../test/write-crawl.ts';
import { noWatCounts, readWat, type WatCounts } from './read-wat.ts';
import { metasOf, type WatPage } from './wat-page.ts';

const world = buildWorld();

async function read(bytes: Buffer): Promise<{ pages: WatPage[]; counts: WatCounts }> {
  const counts = noWatCounts();
  const pages: WatPage[] = [];
  for await (const page of readWat(chunksOf(bytes), counts)) pages.push(page);
  return { pages, counts };
}

const readPages = (pages: CrawledPage[], year: 2019 | 2024 = 2024) => read(writeCrawl(pages, { year }).wat);
const at = 'https://www.a.example/news/page.html';

/** The links of one page as short texts. */
async function linksIn(html: string, headers: CrawledPage['headers'] = {}): Promise<string[]> {
  const { pages } = await readPages([{ url: at, html, language: 'en', headers }]);
  return (pages[0]?.links ?? []).map(({ to, anchor, dofollow }) => `${to} "${anchor}"${dofollow ? '' : ' nofollow'}`);
}

describe('the practice web', () => {
  test('has its pages, titles, languages and links, in the key orders of both years', async () => {
    const port = 4_000;
    const some = practicePages(world, port, 100);
    const { pages, counts } = await readPages(some);
    expect(pages.map(({ url }) => url)).toEqual(some.map(({ url }) => url));
    expect(counts).toMatchObject({ pages: 100, brokenMembers: 0, badJson: 0, notPages: 0, badText: 0 });
    const byUrl = new Map(pages.map((page) => [page.url, page]));
    let compared = 0;
    for (const { from, to, anchor, rel } of world.links) {
      const page = byUrl.get(addressOf(from, port));
      if (!page || from.site === to.site) continue;
      expect(page).toMatchObject({ language: from.site.language });
      const link = page.links.find((one) => one.to === addressOf(to, port));
      expect(link, `${page.url} to ${addressOf(to, port)}`).toBeDefined();
      // A page may link to the same target twice; the better link is kept.
      if (link?.anchor === anchor) expect(link.dofollow).toBe(link.rel === '');
      if (rel === '') expect(link?.dofollow).toBe(true);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(50);
    expect(Math.min(...pages.map(({ words }) => words))).toBeGreaterThan(10);
    expect((await readPages(some, 2019)).pages).toEqual(pages);
  });
});

describe('links', () => {
  test('are resolved, kept only to other domains, and kept once', async () => {
    const html = `
      <a href="/inside">in</a> <a href="other.html">in</a> <a href="https://blog.a.example/">in</a> <a href="#x">in</a>
      <a href="//b.example/one">one</a> <a href=" https://c.example/two?utm_source=x#part ">two</a>
      <a href="HTTPS://D.Example">three</a> <a href="javascript:alert(1)">no</a> <a href="mailto:x@b.example">no</a>
      <a href="data:text/html,x">no</a> <a href="tel:1">no</a> <a href="https://user:pw@e.example/">no</a> <a href="http://">no</a>
      <a href="https://b.example/one" rel="nofollow">again</a>`;
    expect(await linksIn(html)).toEqual([
      'https://b.example/one "one"',
      'https://c.example/two "two"',
      'https://d.example/ "three"',
    ]);
  });

  test('URLs that are not parsed are those that parsing does not change', async () => {
    const addresses = [
      ...['https://b.example/a/b-c_d~e.html', 'https://b.example/', 'https://b.example', 'https://B.example/x'],
      ...[
        'https://b.example/a/../b',
        'https://b.example/a/./b',
        'https://b.example/.',
        'https://b.example//x',
        'https://1.2/x',
      ],
      ...[
        'https://xn--zz--a.example/x',
        'https://b.example:443/x',
        'https://b.example/%7Ex',
        'https://b.example/a.b.c/',
      ],
      ...['https://b.example/x;jsessionid=7', 'https://b..example/x', `https://b.example/${'x'.repeat(2_100)}`],
    ];
    for (const address of addresses) {
      const { pages } = await readPages([{ url: at, html: `<a href="${address}">x</a>`, language: 'en' }]);
      const expected = toPageUrl(address);
      expect(pages[0]?.links.map(({ to }) => to)).toEqual(expected === null ? [] : [expected]);
    }
  });

  test('a base URL on another site makes relative links lead there', async () => {
    const html =
      '<base href="https://b.example/dir/"><a href="x">x</a><a href="/y">y</a><a href="https://a.example/">in</a>';
    expect(await linksIn(html)).toEqual(['https://b.example/dir/x "x"', 'https://b.example/y "y"']);
    expect(await linksIn('<base href="javascript:x"><a href="x">x</a>')).toEqual([]);
  });

  test('rel, robots metas and X-Robots-Tag say nofollow', async () => {
    const link = '<a href="https://b.example/">b</a>';
    const [followed, not] = ['https://b.example/ "b"', 'https://b.example/ "b" nofollow'];
    for (const rel of ['nofollow', 'UGC', 'noopener sponsored']) {
      expect(await linksIn(`<a rel="${rel}" href="https://b.example/">b</a>`)).toEqual([not]);
    }
    expect(await linksIn('<a rel="noopener me" href="https://b.example/">b</a>')).toEqual([followed]);
    expect(await linksIn(`<meta name="ROBOTS" content="index, NoFollow">${link}`)).toEqual([not]);
    expect(await linksIn(`<meta name="robots" content="none">${link}`)).toEqual([not]);
    expect(await linksIn(`<meta name="robots" content="max-image-preview:none">${link}`)).toEqual([followed]);
    expect(await linksIn(link, { 'x-robots-tag': 'nofollow' })).toEqual([not]);
    expect(await linksIn(link, { 'X-Robots-Tag': ['noarchive', 'googlebot: none'] })).toEqual([followed]);
    expect(await linksIn(link, { 'X-Robots-Tag': ['noarchive', 'nofollow'] })).toEqual([not]);
  });

  test('images and areas count, with their texts and positions', async () => {
    const html =
      '<a href="https://b.example/"><img src="/b.png" alt="Logo of B"></a><p><a href="https://c.example/">C</a>' +
      '<map><area href="https://d.example/" rel="nofollow"></map>';
    const { pages } = await readPages([{ url: at, html, language: 'en' }]);
    expect(pages[0]?.links).toMatchObject([
      { to: 'https://b.example/', anchor: 'Logo of B', isImage: true },
      { to: 'https://c.example/', anchor: 'C', isImage: false },
      { to: 'https://d.example/', isImage: true, rel: 'nofollow', position: 1 },
    ]);
  });
});

describe('pages', () => {
  test('state title, description, canonical and whether they may be listed', async () => {
    const page = (head: string) => readPages([{ url: at, html: `<html lang="de-AT">${head}`, language: 'un' }]);
    const full = await page(
      '<title> Golf\n here </title><meta name=description content="All of it"><link rel=canonical href="/golf">',
    );
    expect(full.pages[0]).toMatchObject({
      ...{
        url: at,
        title: 'Golf here',
        description: 'All of it',
        canonical: 'https://www.a.example/golf',
        listed: true,
      },
    });
    const copy = await page(
      '<meta property="og:title" content="OG"><link rel=canonical href="https://b.example/golf">',
    );
    expect(copy.pages[0]).toMatchObject({ title: 'OG', canonical: null, listed: false });
    const hidden = await page('<meta name=robots content=noindex>');
    expect(hidden.pages[0]).toMatchObject({ title: '', canonical: null, listed: false });
  });

  test('error pages and unusable URLs are counted and left out', async () => {
    const html = '<a href="https://b.example/">b</a>';
    const { pages, counts } = await readPages([
      { url: at, html, language: 'en', status: 404 },
      { url: at, html: '', language: 'en', status: 301 },
      { url: 'ftp://a.example/', html, language: 'en' },
      { url: at, html, language: 'en' },
    ]);
    expect(pages).toHaveLength(1);
    expect(counts).toMatchObject({ pages: 1, links: 1, notPages: 2 });
  });
});

describe('hostile records', () => {
  const member = (body: string | Buffer) => gzipSync(warcRecord(watHeaders(at), Buffer.from(body)));
  const good = () => writeCrawl([{ url: at, html: '<a href="https://b.example/">b</a>', language: 'en' }]).wat;
  const response = (html: unknown, more: object = {}) =>
    JSON.stringify({
      Envelope: {
        'WARC-Header-Metadata': { 'WARC-Type': 'response', 'WARC-Target-URI': 'https://h.example/', ...more },
        'Payload-Metadata': {
          'HTTP-Response-Metadata': { 'Response-Message': { Status: '200' }, Headers: null, 'HTML-Metadata': html },
        },
      },
    });

  test('JSON of any shape neither throws nor costs other pages', async () => {
    const shapes = [
      ...[null, 7, 'text', [], {}, { Head: 'x', Links: 'y' }, { Head: [], Links: { path: 'A@/href' } }],
      {
        Head: { Title: ['a'], Base: 7, Metas: [null, 3, { name: 7 }], Link: [{ rel: {}, url: [] }] },
        Links: [null, [], 1],
      },
      {
        Links: [
          { path: 'A@/href', url: ['https://x.example/'], text: {}, rel: [] },
          { path: ['A@/href'], url: 'x' },
        ],
      },
      { Links: [{ path: 'A@/href', url: 'https://x.example/\u0000', text: 'a\u0000b\ud800' }] },
    ];
    const records = [
      ...shapes.map((shape) => response(shape)),
      response({}, { 'WARC-Target-URI': { a: 1 }, 'WARC-Date': 'never' }),
      '{"HTML-Metadata"',
      '["HTML-Metadata"]',
      '{"Envelope":{"__proto__":null,"Payload-Metadata":"languages-cld2"}}',
    ];
    const { pages, counts } = await read(Buffer.concat([...records.map((text) => member(text)), good()]));
    expect(pages.at(-1)).toMatchObject({ url: at, links: [{ to: 'https://b.example/' }] });
    expect(counts).toMatchObject({ badJson: 1, pages: pages.length, brokenMembers: 0 });
    const texts = pages.flatMap(({ title, links }) => [title, ...links.map(({ anchor }) => anchor)]);
    for (const text of texts) expect(text.isWellFormed() && !text.includes('\0')).toBe(true);
  });

  test('of very many metas, only those that can matter are kept', () => {
    const metas = Array.from({ length: 2_000 }, (_, index) => [
      { name: 'robots', content: index % 2 === 0 ? 'index' : 'NOFOLLOW' },
      { name: 'description', content: `Description ${index}` },
      { property: `og:${index}`, content: 'x' },
    ]).flat();
    const kept = metasOf([...metas, { name: 'robots', content: 'noindex' }]);
    expect([...kept]).toEqual([
      ['robots', ['index', 'NOFOLLOW', 'noindex']],
      ['description', ['Description 0']],
    ]);
  });

  test('text that is not UTF-8 is read with replacement characters', async () => {
    const json = response({ Links: [{ path: 'A@/href', url: 'https://x.example/', text: 'caf?' }] });
    const { pages, counts } = await read(member(Buffer.from(json.replace('caf?', 'caf\xe9'), 'latin1')));
    expect(pages[0]?.links).toMatchObject([{ anchor: 'caf\ufffd' }]);
    expect(counts).toMatchObject({ badText: 1, badJson: 0 });
  });

  test('a page keeps its language only from its own metadata record', async () => {
    const language = (url: string) =>
      JSON.stringify({
        Envelope: {
          'WARC-Header-Metadata': { 'WARC-Target-URI': url },
          'Payload-Metadata': {
            'WARC-Metadata-Metadata': {
              'Metadata-Records': [
                { Name: 'languages-cld2', Value: '{"reliable":true,"text-bytes":600,"languages":[{"code":"fr"}]}' },
              ],
            },
          },
        },
      });
    const page = response({ Links: [] });
    const other = await read(Buffer.concat([member(page), member(language('https://other.example/'))]));
    expect(other.pages).toMatchObject([{ language: '', words: -1 }]);
    const own = await read(Buffer.concat([member(page), member(language('https://h.example/'))]));
    expect(own.pages).toMatchObject([{ language: 'fr', words: 100 }]);
  });
});
