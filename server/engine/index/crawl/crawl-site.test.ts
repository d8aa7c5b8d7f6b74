// Crawls of small sites on a local server into a real database: refusals, traps, interrupted crawls, renewal.

import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { findBacklinks } from '../backlinks/find-backlinks.ts';
import { takeLease } from '../leases.store.ts';
import { rateIndex } from '../ratings/rate-index.ts';
import { searchIndex } from '../search/search-index.ts';
import { CrawlBusy } from './crawl-request.ts';
import { crawlSite } from './crawl-site.ts';
import { type Answer, crawlBench } from './test/crawl-bench.ts';

const bench = crawlBench();
const { at, context, newName } = bench;
const page = (title: string, ...links: string[]) =>
  `<html lang="en"><title>${title}</title><h1>${title}</h1><p>Some words about ${title}.</p>${links.join('\n')}`;
const link = (href: string, text = 'here', rel = '') =>
  `<p>Read more about all of this at length <a href="${href}" rel="${rel}">${text}</a> whenever you like.</p>`;
const pagesOf = async (name: string) => {
  const rows = await bench.db.kysely
    .selectFrom('index_pages as page')
    .innerJoin('index_domains as domain', 'domain.id', 'page.domain_id')
    .leftJoin('index_captures as text', 'text.url_key', 'page.url_key')
    .select(['page.url', 'page.state', 'text.title', 'text.listed'])
    .where('domain.name', '=', `${name}.localhost`)
    .orderBy('page.url')
    .execute();
  return rows.map((row) => ({ ...row, url: new URL(row.url).pathname }));
};

test('pages in scripts without spaces are found by any part of a sentence', async () => {
  const texts = {
    ja: ['東京でおすすめのゴルフ場10選', '東京のゴルフ場'],
    zh: ['北京最好的高尔夫球场推荐', '高尔夫球场'],
    th: ['รวมสนามกอล์ฟที่ดีที่สุด', 'สนามกอล์ฟ'],
  };
  const name = newName();
  for (const [language, [title]] of Object.entries(texts)) {
    bench.answers[`${name}/${language}`] = `<html lang="${language}"><title>${title}</title><p>${title}</p>`;
  }
  bench.answers[`${name}/`] = page('Home', ...Object.keys(texts).map((language) => link(`/${language}`)));
  await crawlSite(context(), { url: at(name) });
  for (const [language, [title, keyword = '']] of Object.entries(texts)) {
    expect(await searchIndex(bench.db.kysely, { keyword, limit: 10 })).toMatchObject([
      { url: at(name, `/${language}`), title },
    ]);
  }
});

describe('what a crawl skips', () => {
  test('forbidden, missing, foreign and nofollowed pages', async () => {
    const [name, other] = [newName(), newName()];
    bench.answers = {
      [`${name}/robots.txt`]: { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /private' },
      [`${name}/`]: page(
        'Home',
        link('/private/a'),
        link('/gone'),
        link(at(other)),
        link('/n', 'n', 'nofollow'),
        link('/a.pdf'),
      ),
    };
    const report = await crawlSite(context(), { url: at(name) });
    expect(report).toMatchObject({ pages: 1, other: { refused: 1, gone: 1 }, unreached: 0 });
    expect(bench.asked).toEqual([`${name}/robots.txt`, `${name}/`, `${name}/sitemap.xml`, `${name}/gone`]);
  });

  test('an endless calendar', async () => {
    const name = newName();
    bench.answers = {
      [`${name}/`]: page('Home', link('/about'), link('/calendar/1')),
      [`${name}/about`]: page('About'),
      [`${name}*`]: (path) => page(`Day ${path}`, link(`/calendar/${Number(path.split('/')[2] ?? 0) + 1}`)),
    };
    const report = await crawlSite(context(), { url: at(name), maxPages: 100 });
    expect(report.pages).toBeLessThan(40);
    expect((await pagesOf(name)).some(({ url }) => url === '/about')).toBe(true);
  });

  test('more pages than requested', async () => {
    const name = newName();
    bench.answers = {
      [`${name}*`]: (path) => page(path, ...'abcdefghij'.split('').map((one) => link(`/${one}${path}x`))),
    };
    expect((await crawlSite(context(), { url: at(name), maxPages: 7 })).pages).toBe(7);
  });

  test('a site that another process is crawling', async () => {
    const name = newName();
    const lease = await takeLease(bench.db.kysely, `crawl:${name}.localhost`, 60);
    await expect(crawlSite(context(), { url: at(name) })).rejects.toThrow(CrawlBusy);
    await lease?.release();
  });

  test('text and links of a page that asks not to be indexed or followed, and of a copy', async () => {
    const [name, target] = [newName(), newName()];
    bench.answers = {
      [`${name}/`]: page('Home', link('/quiet'), link('/nofollow'), link('/print'), link('/orphan')),
      [`${name}/quiet`]: `<meta name="robots" content="noindex">${page('Quiet', link(at(target, '/1')))}`,
      [`${name}/nofollow`]: `<meta name="robots" content="nofollow">${page('N', link(at(target, '/2')), link('/never'))}`,
      [`${name}/print`]: `<link rel="canonical" href="/real">${page('Print', link(at(target, '/3')))}`,
      [`${name}/real`]: page('Real', link(at(target, '/4'))),
      [`${name}/orphan`]: `<link rel="canonical" href="/not-there">${page('Orphan', link(at(target, '/5')))}`,
    };
    await crawlSite(context(), { url: at(name) });
    expect(await pagesOf(name)).toEqual([
      { url: '/', state: 'page', title: 'Home', listed: true },
      { url: '/nofollow', state: 'page', title: 'N', listed: true },
      { url: '/not-there', state: 'gone', title: null, listed: null },
      { url: '/orphan', state: 'page', title: 'Orphan', listed: true },
      { url: '/print', state: 'copy', title: 'Print', listed: false },
      { url: '/quiet', state: 'page', title: 'Quiet', listed: false },
      { url: '/real', state: 'page', title: 'Real', listed: true },
    ]);
    const links = await linksTo(target);
    expect(links).toEqual({ '/1': false, '/2': false, '/4': true, '/5': true });
    expect(bench.asked).not.toContain(`${name}/never`);
  });
});

const linksTo = async (name: string) => {
  const rows = await bench.db.kysely
    .selectFrom('index_links as link')
    .innerJoin('index_domains as domain', 'domain.domain_key', 'link.to_domain_key')
    .select(['link.to_url as url', 'link.dofollow'])
    .where('domain.name', '=', `${name}.localhost`)
    .execute();
  return Object.fromEntries(rows.map(({ url, dofollow }) => [new URL(url).pathname, dofollow]));
};

describe('a crawl that cannot continue', () => {
  test('resumes where it was interrupted', async () => {
    const name = newName();
    const paths = Array.from({ length: 45 }, (_, i) => `/p${String.fromCharCode(97 + (i % 26))}${i < 26 ? '' : 'z'}`);
    bench.answers = Object.fromEntries(paths.map((path) => [`${name}${path}`, page(path)]));
    bench.answers[`${name}/`] = page('Home', ...paths.map((path) => link(path)));
    const stop = new AbortController();
    let visits = 0;
    const onVisit = () => {
      visits += 1;
      if (visits === 30) stop.abort(new Error('killed'));
    };
    await expect(crawlSite(context(), { url: at(name), signal: stop.signal, onVisit })).rejects.toThrow();
    const before = bench.asked.length;
    const report = await crawlSite(context(), { url: at(name) });
    expect(bench.asked.length - before).toBeLessThan(30);
    expect(report.unreached).toBe(0);
    expect((await pagesOf(name)).filter(({ state }) => state === 'page')).toHaveLength(46);
  });

  test('keeps what it knows about pages that could not be fetched', async () => {
    const name = newName();
    bench.answers = { [`${name}/`]: page('Home', link('/a')), [`${name}/a`]: page('A') };
    await crawlSite(context(), { url: at(name) });
    bench.answers[`${name}/a`] = { status: 503, headers: { 'retry-after': '3600' } };
    const report = await crawlSite(context(), { url: at(name) });
    expect(report).toMatchObject({ pages: 1, resumeInSeconds: expect.closeTo(3600, -2) });
    expect(await pagesOf(name)).toContainEqual({ url: '/a', state: 'page', title: 'A', listed: true });
  });
});

describe('a crawl run again', () => {
  const unlessKnown =
    (body: string) =>
    (_path: string, { headers }: IncomingMessage): Answer =>
      headers['if-none-match'] === '"1"' ? { status: 304 } : { headers: { etag: '"1"' }, body };

  test('changes nothing where nothing changed, and does not read it again', async () => {
    const [name, other] = [newName(), newName()];
    bench.answers = {
      [`${name}/`]: unlessKnown(page('Home', link('/a'), link(at(other)))),
      [`${name}/a`]: unlessKnown(page('A', link(at(other, '/x')))),
    };
    const first = await crawlSite(context(), { url: at(name) });
    const [pages, links] = [await pagesOf(name), await linksTo(other)];
    const second = await crawlSite(context(), { url: at(name) });
    expect([first.pages, first.unchanged, second.pages, second.unchanged]).toEqual([2, 0, 0, 2]);
    expect(await pagesOf(name)).toEqual(pages);
    expect(await linksTo(other)).toEqual(links);
  });

  test('forgets links and texts that are gone, and follows what has moved', async () => {
    const [name, other] = [newName(), newName()];
    bench.answers = {
      [`${name}/`]: page('Home', link('/a'), link('/b'), link(at(other, '/x'))),
      [`${name}/a`]: page('A', link(at(other, '/y'))),
      [`${name}/b`]: page('B', link(at(other, '/z'))),
    };
    await crawlSite(context(), { url: at(name) });
    bench.answers[`${name}/`] = page('Home');
    bench.answers[`${name}/a`] = { status: 410 };
    bench.answers[`${name}/b`] = { status: 301, headers: { location: '/c' } };
    bench.answers[`${name}/c`] = page('C', link(at(other, '/z')));
    await crawlSite(context(), { url: at(name) });
    expect(await linksTo(other)).toEqual({ '/z': true });
    expect(await pagesOf(name)).toEqual([
      { url: '/', state: 'page', title: 'Home', listed: true },
      { url: '/a', state: 'gone', title: null, listed: null },
      { url: '/b', state: 'moved', title: null, listed: null },
      { url: '/c', state: 'page', title: 'C', listed: true },
    ]);
  });
});

describe('backlinks', () => {
  test('are dofollow, one per domain, its strongest page, even through a redirect', async () => {
    const [target, one, two, three, weak] = [newName(), newName(), newName(), newName(), newName()];
    const goal = at(target, '/goal');
    bench.answers = {
      [`${target}/`]: page('Target', link('/goal'), link('/old')),
      [`${target}/goal`]: page('Goal'),
      [`${target}/old`]: { status: 308, headers: { location: '/goal' } },
      [`${one}/`]: page('One', link('/strong'), link(goal, 'weak page')),
      [`${one}/strong`]: page('Strong', link(goal, 'strong page'), link(at(three))),
      [`${two}/`]: page('Two', link(at(target, '/old'), 'by the old address'), link(at(one, '/strong'))),
      [`${three}/`]: page('Three', link(goal, 'third'), link(at(one, '/strong')), link(at(two))),
      [`${weak}/`]: page('Weak', link(goal, 'not counted', 'ugc nofollow')),
    };
    for (const name of [target, one, two, three, weak]) await crawlSite(context(), { url: at(name) });
    expect(await rateIndex(bench.db.kysely)).toBe(true);
    const found = await findBacklinks(bench.db.kysely, { url: `${goal}#part` }, { limit: 10 });
    expect(found.map(({ urlFrom, anchor }) => [urlFrom, anchor]).sort()).toEqual([
      [at(one, '/strong'), 'strong page'],
      [at(two), 'by the old address'],
      [at(three), 'third'],
    ]);
    const ratings = found.map(({ domainRating }) => domainRating);
    expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    const rated = await bench.db.kysely
      .selectFrom('index_pages')
      .select(['referring_domains', 'dofollow_backlinks', 'total_backlinks', 'url_rating'])
      .where('url', '=', goal)
      .executeTakeFirstOrThrow();
    expect(rated).toMatchObject({ referring_domains: 3, dofollow_backlinks: 4, total_backlinks: 5 });
    expect(rated.url_rating).toBeGreaterThan(0);
    const whole = await findBacklinks(bench.db.kysely, { domain: `${target}.localhost` }, { limit: 2 });
    expect(whole).toHaveLength(2);
    expect(await findBacklinks(bench.db.kysely, { url: at(weak) }, { limit: 10 })).toEqual([]);
  });
});
