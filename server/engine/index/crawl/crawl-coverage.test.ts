// Which pages of a site a crawl finds: sitemaps, numbered URLs, mazes, sessions, www, and new pages of large sites.

import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { findBacklinks } from '../backlinks/find-backlinks.ts';
import { crawlSite } from './crawl-site.ts';
import { addressesIn } from './sitemaps.ts';
import { crawlBench, page, wordFor } from './test/crawl-bench.ts';

const bench = crawlBench();
const { at, context, newName, pagesOf } = bench;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const urlset = (...urls: string[]) =>
  `<?xml version="1.0"?><urlset>${urls.map((url) => `<url><loc>${url}</loc><image:image><image:loc>${url}/no</image:loc></image:image></url>`).join('\n')}</urlset>`;
const xml = { 'content-type': 'application/xml' };

describe('sitemaps', () => {
  test('make up for a home page drawn by scripts: index files, gzip, lists, and nothing of other sites', async () => {
    const [name, other] = [newName(), newName()];
    const home = '<title>App</title><div id="root"></div><script src="/app.js"></script>';
    bench.answers = {
      [`${name}/robots.txt`]: `User-agent: *\nDisallow: /closed\nSitemap: ${at(name, '/maps/index.xml')}\nsitemap: /maps/list.txt\n`,
      [`${name}/`]: home,
      [`${name}/maps/index.xml`]: {
        headers: xml,
        body: `<sitemapindex><sitemap><loc>${at(name, '/maps/a.xml.gz')}</loc></sitemap>
          <sitemap><loc>${at(name, '/maps/index.xml')}</loc></sitemap><sitemap><loc>${at(other, '/b.xml')}</loc></sitemap></sitemapindex>`,
      },
      [`${name}/maps/a.xml.gz`]: {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(
          urlset(at(name, '/a?x=1&amp;y=2'), `<![CDATA[${at(name, '/b')}]]>`, at(name, '/closed'), at(other, '/c')),
        ),
      },
      [`${name}/maps/list.txt`]: { headers: { 'content-type': 'text/plain' }, body: `${at(name, '/d')}\n\nnonsense\n` },
      [`${name}/a?x=1&y=2`]: page('A'),
      [`${name}/b`]: page('B', '/e'),
      [`${name}/d`]: page('D'),
      [`${name}/e`]: page('E'),
    };
    const report = await crawlSite(context(), { url: at(name) });
    expect(await pagesOf(name)).toEqual(['/', '/a?x=1&y=2', '/b', '/d', '/e']);
    expect(report).toMatchObject({ pages: 5, other: { refused: 1 } });
    expect(bench.asked.filter((one) => one.startsWith(other))).toEqual([]);
    expect(bench.asked.filter((one) => one.endsWith('/maps/index.xml'))).toHaveLength(1);
  });

  test('that are hostile or broken do no harm', async () => {
    const name = newName();
    const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, '<loc>x'));
    const entities = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/hostname">]>`;
    bench.answers = {
      [`${name}/robots.txt`]: ['bomb', 'entities', 'torn', 'html', 'gone'].map((one) => `Sitemap: /${one}`).join('\n'),
      [`${name}/`]: page('Home', '/a'),
      [`${name}/a`]: page('A'),
      [`${name}/b`]: page('B'),
      [`${name}/bomb`]: { headers: { 'content-type': 'application/gzip' }, body: bomb },
      [`${name}/entities`]: { headers: xml, body: `${entities}${urlset(at(name, '/&f;&b;'))}` },
      [`${name}/torn`]: { body: gzipSync(`${urlset(at(name, '/b'))}${'<url>'.repeat(90_000)}`).subarray(0, 300) },
      [`${name}/html`]: page('Not a sitemap'),
    };
    await crawlSite(context(), { url: at(name) });
    expect(await pagesOf(name)).toEqual(['/', '/a', '/b']);
    expect(addressesIn('<loc>'.repeat(2_000_000), 1_000)).toEqual({ isIndex: false, addresses: [] });
    expect(addressesIn(`<a>${'<loc>'.repeat(2_000_000)}</loc>`, 1_000).addresses).toEqual([]);
  });

  test('are read later when the site is busy', async () => {
    const name = newName();
    bench.answers = {
      [`${name}/`]: page('Home'),
      [`${name}/sitemap.xml`]: { status: 429, headers: { 'retry-after': '1' } },
      [`${name}/a`]: page('A'),
    };
    const crawling = crawlSite(context(), { url: at(name) });
    await expect.poll(() => bench.asked).toContain(`${name}/sitemap.xml`);
    bench.answers[`${name}/sitemap.xml`] = { headers: xml, body: urlset(at(name, '/a')) };
    await crawling;
    expect(await pagesOf(name)).toEqual(['/', '/a']);
  });
});

describe('a start page that only scripts can draw', () => {
  const shell = '<title>App</title><div id="root"></div><script src="/app.js"></script>';
  const drawn: string[] = [];
  const crawlDrawing = async (name: string, draw: () => Promise<string[] | null>) => {
    drawn.length = 0;
    const renderLinks = (url: string) => {
      drawn.push(url);
      return draw();
    };
    return crawlSite({ ...context(), renderLinks }, { url: at(name) });
  };

  test('is rendered once, and its links to the same site are followed', async () => {
    const [name, other] = [newName(), newName()];
    bench.answers = {
      [`${name}/`]: (_path, { headers }) =>
        headers['if-none-match'] ? { status: 304 } : { headers: { etag: '"1"' }, body: shell },
      [`${name}/a`]: shell,
      [`${name}/b`]: page('B'),
    };
    const links = [at(name, '/a'), at(name, '/a#part'), at(name, '/big.pdf'), at(other, '/'), 'javascript:void(0)'];
    await crawlDrawing(name, async () => links);
    expect(await pagesOf(name)).toEqual(['/', '/a']);
    expect(drawn).toEqual([at(name)]);
    expect(bench.asked.filter((one) => one.includes('pdf') || one.startsWith(other))).toEqual([]);
    // The served page is the same as before, the rendered one isn't.
    await crawlDrawing(name, async () => [at(name, '/b')]);
    expect(await pagesOf(name)).toEqual(['/', '/a', '/b']);
  });

  test('that cannot be rendered does not end the crawl', async () => {
    for (const draw of [async () => null, () => Promise.reject(new Error('a defect'))]) {
      const name = newName();
      bench.answers = { [`${name}/`]: shell };
      expect(await crawlDrawing(name, draw)).toMatchObject({ pages: 1, unreached: 0 });
      expect(drawn).toEqual([at(name)]);
    }
  });

  test('is not rendered when the served page has links, or asks not to follow any', async () => {
    for (const body of [page('Home', '/a', '/b', '/c') + shell, `<meta name="robots" content="nofollow">${shell}`]) {
      const name = newName();
      bench.answers = { [`${name}/`]: body };
      await crawlDrawing(name, async () => []);
      expect(drawn).toEqual([]);
    }
  });
});

describe('numbered addresses', () => {
  test.each([
    ['/node/1', (n: number) => `/node/${n}`],
    ['/?p=1', (n: number) => `/?p=${n}`],
  ])('are all visited when their pages differ: %s …', async (_name, path) => {
    const name = newName();
    for (const n of numbers(70)) bench.answers[`${name}${path(n)}`] = page(`All about ${wordFor(n)}`);
    bench.answers[`${name}/`] = page('Home', ...numbers(70).map(path));
    const report = await crawlSite(context(), { url: at(name), maxPages: 500 });
    expect(report.pages).toBe(71);
  });

  test('stop when their pages repeat, even if the crawl is interrupted in between', async () => {
    const name = newName();
    for (const n of numbers(100)) bench.answers[`${name}/day/${n}`] = page(`Nothing on day ${n}`);
    bench.answers[`${name}/`] = page('Home', ...numbers(100).map((n) => `/day/${n}`), '/zoo');
    bench.answers[`${name}/zoo`] = page('Zoo');
    const stop = new AbortController();
    const onVisit = () => bench.asked.length > 6 && stop.abort(new Error('killed'));
    await expect(crawlSite(context(), { url: at(name), signal: stop.signal, onVisit })).rejects.toThrow('killed');
    await crawlSite(context(), { url: at(name) });
    expect(bench.asked.filter((one) => one.includes('/day/')).length).toBeLessThan(15);
    expect(await pagesOf(name)).toContain('/zoo');
  });

  test('do not crowd out others', async () => {
    const name = newName();
    for (const n of numbers(200)) bench.answers[`${name}/a/${n}`] = page(`All about ${wordFor(n)}`);
    bench.answers[`${name}/`] = page('Home', ...numbers(200).map((n) => `/a/${n}`), '/zoo');
    bench.answers[`${name}/zoo`] = page('Zoo');
    await crawlSite(context(), { url: at(name), maxPages: 50 });
    expect(await pagesOf(name)).toContain('/zoo');
  });

  test('that follow each other by one link are an archive, not depth', async () => {
    const name = newName();
    const older = (n: number) => page(`All about ${wordFor(n)}`, `/page/${n + 1}`);
    for (const n of numbers(20)) bench.answers[`${name}/page/${n}`] = older(n);
    bench.answers[`${name}/`] = page('Home', '/page/1');
    await crawlSite(context(), { url: at(name) });
    expect(await pagesOf(name)).toHaveLength(21);
  });
});

test('a site larger than the limit is renewed in turns, and its new pages are found', async () => {
  const name = newName();
  const links = numbers(40).map((n) => `/${wordFor(n)}`);
  for (const path of links) bench.answers[`${name}${path}`] = page(path);
  const crawl = () => {
    bench.answers[`${name}/`] = page('Home', ...links);
    return crawlSite(context(), { url: at(name), maxPages: 20 });
  };
  await crawl();
  expect(await pagesOf(name)).toHaveLength(20);
  links.push('/zzz');
  bench.answers[`${name}/zzz`] = page('New');
  for (let found = 20, before = 0; found < 42; before = found, found = (await pagesOf(name)).length) {
    expect(found).toBeGreaterThan(before);
    await crawl();
  }
  expect(await pagesOf(name)).toContain('/zzz');
  // Every page was revisited while the others were being found.
  const [oldest] = await bench.db.sql`
    select min(page.fetched_at) > min(crawl.finished_at) as renewed from index_pages page
    join index_crawls crawl on crawl.domain_id = page.domain_id
    where page.url like ${`${at(name)}%`} and page.state = 'page'`;
  expect(oldest).toEqual({ renewed: true });
});

test('a session id in the URL does not create another page', async () => {
  const name = newName();
  let sessions = 0;
  bench.answers = {
    [`${name}*`]: (path) => {
      sessions += 1;
      const own = (to: string) => `${to}?sid=9f8a7b${sessions}c&utm_source=menu`;
      return page(path.split(/[?;]/)[0] ?? '', own('/list'), `/cart;jsessionid=A${sessions}`, own('/'));
    },
  };
  await crawlSite(context(), { url: at(name), maxPages: 50 });
  expect(await pagesOf(name)).toEqual(['/', '/cart', '/list']);
});

describe('www and the bare domain', () => {
  test('are one site where they show the same home page; links to either count', async () => {
    const [name, other] = [newName(), newName()];
    const www = `www.${name}`;
    const site = (path: string) => page(path, at(www, '/a'), at(name, '/b'), '/c');
    bench.answers = { [`${name}*`]: site, [`${www}*`]: site, [`${other}/`]: page('Other', at(www, '/b')) };
    await crawlSite(context(), { url: at(other) });
    await crawlSite(context(), { url: at(name) });
    expect(await pagesOf(name)).toEqual(['/', '/a', '/b', '/c']);
    expect(bench.asked.filter((one) => one.startsWith(www))).toEqual([`${www}/robots.txt`, `${www}/`]);
    const found = await findBacklinks(bench.db.kysely, { url: at(name, '/b') }, { limit: 10 });
    expect(found.map(({ urlFrom }) => urlFrom)).toEqual([at(other)]);
  });

  test('are one site where one redirects to the other', async () => {
    const name = newName();
    const www = `www.${name}`;
    bench.answers = {
      [`${name}*`]: (path) => ({ status: 301, headers: { location: at(www, path) } }),
      [`${www}*`]: (path) => page(path, at(name, '/a'), '/b'),
    };
    await crawlSite(context(), { url: at(name) });
    expect(await pagesOf(name)).toEqual(['/', '/a', '/b'].map((path) => at(www, path)));
    expect(bench.asked.filter((one) => one.startsWith(name))).toEqual([`${name}/robots.txt`, `${name}/`]);
  });

  test('are two where they differ', async () => {
    const name = newName();
    const www = `www.${name}`;
    bench.answers = {
      [`${name}/`]: page('Blog', at(www, '/'), at(www, '/a')),
      [`${name}/a`]: page('A post'),
      [`${www}/`]: page('Shop', at(name, '/a')),
      [`${www}/a`]: page('A shoe'),
    };
    await crawlSite(context(), { url: at(name) });
    expect(await pagesOf(name)).toEqual(['/', '/a', at(www, '/'), at(www, '/a')]);
  });
});
