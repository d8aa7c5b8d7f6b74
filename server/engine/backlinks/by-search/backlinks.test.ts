// Backlinks by search, on sites that behave like the real web. Only followed links that really exist count.
import { describe, expect, test } from 'vitest';
import { backlinksBySearch } from './backlinks.ts';
import { type Answer, searchWeb } from './test/search-web.ts';

const web = searchWeb();
const { at } = web;
const path = '/guide/best-courses';
const title = 'The Best Courses of the North';
const target = () => at('target', path);
const links = (...tags: string[]) => `<title>A post</title><p>Some words before ${tags.join(' and ')} and after.</p>`;
const link = (href: string, more = '') => `<a href="${href}" ${more}>the courses</a>`;

/** What is delivered if SearXNG returns these pages for every question. */
async function find(urls: readonly string[], options: Parameters<typeof web.parts>[0] = {}, signal?: AbortSignal) {
  web.pages[`target${path}`] ??= `<title>${title} | Target</title><p>All of them.</p>`;
  web.results = () => [...urls];
  const finder = backlinksBySearch(web.parts(options));
  const range = { minDomainRating: 0, maxDomainRating: 100 };
  return finder.find({ url: target(), limit: 100, ...range }, { ...web.call, signal });
}

const siteOf = (url: string) => new URL(url).hostname.replace('.localhost', '');
const sitesOf = (found: Awaited<ReturnType<typeof find>>) => (found ?? []).map(({ urlFrom }) => siteOf(urlFrom));

describe('a page with a link', () => {
  const followed: Record<string, () => string> = {
    'as it is': () => link(target()),
    'with www': () => link(target().replace('target.', 'www.target.')),
    'with a slash at the end': () => link(`${target()}/`),
    'with a fragment and tracking': () => link(`${target()}?utm_source=x&fbclid=y#part`),
    'without a scheme': () => link(target().replace('http:', '')),
    'beside one that is not followed': () => link(target(), 'rel="nofollow"') + link(target(), 'rel="noopener"'),
    'by the base of the page': () => `<base href="${at('target', '/guide/')}">${link('best-courses')}`,
    'in the wrong charset': () => `<p>Gr\u00fc\u00dfe</p>${link(target())}`,
    'at the end of thousands': () =>
      Array.from({ length: 2_000 }, (_, n) => link(at(`other${n}`))).join('\n') + link(target()),
  };
  const notFollowed: Record<string, () => Answer> = {
    'that is nofollow': () => links(link(target(), 'rel="NoFollow noopener"')),
    'that is ugc': () => links(link(target(), 'rel="ugc"')),
    'that is sponsored': () => links(link(target(), 'rel="sponsored"')),
    'on a page that is nofollow': () => `<meta name="robots" content="nofollow">${links(link(target()))}`,
    'with a nofollow header': () => ({ headers: { 'x-robots-tag': 'nofollow' }, body: links(link(target())) }),
    'to another page of the site': () => links(link(at('target', '/guide/other'))),
    'to a page that only starts like it': () => links(link(`${target()}-of-2020`)),
    'that only a script draws': () => `<div id="root"></div><script>draw('${target()}')</script>`,
    'that is printed, not linked': () => links(target()),
    'to a site that refuses us': () => ({ status: 403, body: links(link(target())) }),
    'on a busy site': () => ({ status: 429, headers: { 'retry-after': '60' }, body: links(link(target())) }),
    'on a page that is gone': () => ({ status: 404, body: links(link(target())) }),
    'behind nine megabytes': () => `<title>Huge</title>${'<p>more and more</p>'.repeat(450_000)}${link(target())}`,
    'in a file': () => ({ headers: { 'content-type': 'application/pdf' }, body: links(link(target())) }),
  };
  const namesOf = (group: object) => Object.keys(group).map((name) => name.replace(/\W+/g, '-'));

  test('is delivered if the link is followed, however the URL is spelled, and left out otherwise', async () => {
    for (const [name, draw] of Object.entries(followed)) {
      const body = name.includes('charset') ? Buffer.from(links(draw()), 'latin1') : links(draw());
      web.pages[`${name.replace(/\W+/g, '-')}/`] = { body };
    }
    for (const [name, draw] of Object.entries(notFollowed)) web.pages[`${name.replace(/\W+/g, '-')}/`] = draw();
    const sites = [...namesOf(followed), ...namesOf(notFollowed)];
    const found = await find(sites.map((site) => at(site)));
    expect(sitesOf(found).sort()).toEqual(namesOf(followed).sort());
    expect(found?.find(({ urlFrom }) => siteOf(urlFrom) === 'as-it-is')).toEqual({
      ...{ urlFrom: at('as-it-is'), urlTo: target(), title: 'A post', anchor: 'the courses', rel: '' },
      ...{ domainRating: -1, urlRating: -1, searchTraffic: -1, trafficValue: -1 },
    });
  }, 60_000);
});

test('follows redirects of the page, the target and the linked address', async () => {
  const to = (location: string, status = 301) => ({ status, headers: { location } });
  Object.assign(web.pages, {
    [`target${path}`]: to('/new-guide'),
    'target/new-guide': `<title>${title}</title>`,
    'target/old-guide': to(path, 308),
    'target/login': to('/new-guide', 302),
    'moved/': to(at('moved', '/post')),
    'moved/post': links(link(target())),
    'to-the-end/': links(link(at('target', '/new-guide'))),
    'by-an-old-address/': links(link(at('target', '/old-guide'))),
    'by-a-login/': links(link(at('target', '/login'))),
    'to-the-target/': to(target()),
  });
  const found = await find(
    ['moved', 'to-the-end', 'by-an-old-address', 'by-a-login', 'to-the-target'].map((one) => at(one)),
  );
  expect(found?.map(({ urlFrom, urlTo }) => [urlFrom, urlTo]).sort()).toEqual([
    [at('by-an-old-address'), at('target', '/old-guide')],
    [at('moved', '/post'), target()],
    [at('to-the-end'), at('target', '/new-guide')],
  ]);
});

test('asks each form of the question, excluding the site itself', async () => {
  expect(await find([])).toBeNull();
  const host = new URL(target()).host;
  expect(web.questions).toEqual([
    `"${host}${path}" -site:target.localhost`,
    `"${title}" -site:target.localhost`,
    `"target.localhost" ${title} -site:target.localhost`,
    `${title} -site:target.localhost`,
  ]);
});

test('asks and reads no more than allowed, and skips pages of the site itself', async () => {
  const pages = [at('target', '/other'), at('a'), at('a', '/2'), at('a', '/3'), at('b'), at('c')];
  expect(await find(pages, { queries: 2, pages: 3 })).toBeNull();
  expect(web.questions).toHaveLength(2);
  expect(web.requested.sort()).toEqual(['a/', 'a/2', 'b/', `target${path}`]);
});

test('respects robots.txt', async () => {
  web.pages['closed/robots.txt'] = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' };
  web.pages['closed/'] = links(link(target()));
  expect(await find([at('closed')])).toBeNull();
  expect(web.requested).not.toContain('closed/');
});

describe('run again', () => {
  const sites = ['one', 'two', 'three'];
  const prepare = () => {
    for (const site of sites) web.pages[`${site}/`] = links(link(target()));
    return sites.map((site) => at(site));
  };

  test('asks and reads nothing twice', async () => {
    const urls = prepare();
    const first = await find(urls);
    const before = [web.questions.length, web.requested.length];
    expect(await find(urls)).toEqual(first);
    expect([web.questions.length, web.requested.length]).toEqual(before);
    expect(first).toHaveLength(3);
  });

  test('finishes the rest after it was stopped halfway', async () => {
    const urls = prepare();
    const stop = new AbortController();
    const drawn = web.pages['three/'];
    web.pages['three/'] = () => stop.abort(new Error('killed'));
    await expect(find(urls, { limits: { atOnce: 1 } }, stop.signal)).rejects.toThrow('killed');
    web.pages['three/'] = drawn ?? '';
    expect(sitesOf(await find(urls)).sort()).toEqual([...sites].sort());
    expect(web.questions).toHaveLength(4);
    expect(web.requested.filter((one) => one !== 'three/').sort()).toEqual(['one/', `target${path}`, 'two/']);
  });

  test('leaves out a page that never answers, and does not wait for it again', async () => {
    const urls = prepare();
    await find(urls);
    web.pages['silent/'] = () => undefined;
    const withSilent = [...urls, at('silent')];
    await web.db.sql`truncate provider_answers`;
    expect(await find(withSilent, { limits: { pageMs: 200 } })).toHaveLength(3);
    const reads = () => web.db.sql`select * from page_reads order by url`;
    const before = await reads();
    expect(await find(withSilent)).toHaveLength(3);
    expect(await reads()).toEqual(before);
  });
});

test('could not look if no site answers', async () => {
  const sites = ['one', 'two', 'three', 'four', 'five'];
  for (const site of sites) web.pages[`${site}/`] = { status: 500 };
  await expect(find(sites.map((site) => at(site)))).rejects.toMatchObject({ retryable: true });
});

test('could not look if a question fails, and keeps the answers to the others', async () => {
  web.pages['one/'] = links(link(target()));
  const urls = [at('one')];
  const parts = web.parts();
  web.results = (question) => (question.startsWith('"target.localhost"') ? 500 : urls);
  web.pages[`target${path}`] = `<title>${title}</title>`;
  const finder = backlinksBySearch(parts);
  const request = { url: target(), limit: 100, minDomainRating: 0, maxDomainRating: 100 };
  await expect(finder.find(request, web.call)).rejects.toMatchObject({ kind: 'unavailable' });
  web.results = () => urls;
  expect(await finder.find(request, web.call)).toHaveLength(1);
  expect(web.questions).toHaveLength(5);
});

test('could not look if every question is refused; a single one may be', async () => {
  web.pages['one/'] = links(link(target()));
  web.pages[`target${path}`] = `<title>${title}</title>`;
  const finder = backlinksBySearch(web.parts());
  const request = { url: target(), limit: 100, minDomainRating: 0, maxDomainRating: 100 };
  web.results = () => 400;
  await expect(finder.find(request, web.call)).rejects.toMatchObject({ kind: 'bad_request' });
  web.results = (question) => (question.startsWith('"') ? 400 : [at('one')]);
  expect(await finder.find(request, web.call)).toHaveLength(1);
});

test('states ratings from our own index: strongest first, one page per domain', async () => {
  await web.db.sql`insert into index_domains (name, rating) values ('rated.localhost', 42), ('best.localhost', 60)`;
  for (const page of ['unrated/', 'rated/', 'rated/2', 'best/']) web.pages[page] = links(link(target()));
  expect(await find([at('unrated'), at('rated'), at('rated', '/2'), at('best')])).toMatchObject([
    { urlFrom: at('best'), domainRating: 60, urlRating: -1 },
    { urlFrom: at('rated'), domainRating: 42 },
    { urlFrom: at('unrated'), domainRating: -1 },
  ]);
});
