// Pages that can never be read, pages that scripts complete, and pages that lead to another site, over a real outbound client.
import { afterAll, describe, expect, test, vi } from 'vitest';
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts';
import { siteForTests } from '../../platform/outbound/test/site.ts';
import { botUserAgent } from '../pages/bot.ts';
import { createPageFetcher, type PageFetcher } from '../pages/fetch-page.ts';
import { hintsOf } from '../pages/fetching/page-hints.ts';
import { readPage } from '../pages/read-page.ts';
import type { RenderedFindings } from './rendered/rendered-findings.ts';
import { type StudyOptions, studySite } from './study-site.ts';

/** Pages that scripts complete. */
const pages: Record<string, string> = {
  '/shell': '<meta name="author" content="Sam Shelley"><div id="root"></div><script src="/app.js"></script>',
  '/named': `<p class="byline">By Nora Named</p><p>${'Many words of an article. '.repeat(20)}</p>`,
  '/nobody': `<p>${'Many words of an article. '.repeat(20)}</p>`,
  '/crew': '<p>Captain: <b>kit@blog.localhost</b></p>',
  '/wall': '<title>Just a moment...</title><p>Verifying you are human.</p>',
  '/for-sale': '<h1>This domain is for sale</h1><p>Write to <b>mia@seller.localhost</b>.</p>',
};

/** Redirects, as `[status, host, path]`. */
const redirects: Record<string, [number, string, string]> = {
  '/moved': [301, 'new', '/article'],
  '/moved-by-detour': [302, 'blog', '/moved'],
  '/consent-elsewhere': [302, 'consent', '/form'],
  '/through-a-tracker': [301, 'tracker', '/consent-elsewhere'],
  '/sold': [301, 'seller', '/for-sale'],
  '/consent-here': [302, 'blog', '/form'],
};

const site = siteForTests((request, response) => {
  const page = pages[request.url ?? ''];
  const [status, to, path] = redirects[request.url ?? ''] ?? [];
  const host = request.headers.host?.split('.')[0];
  if (host === 'parked' && request.url === '/gone') response.writeHead(404).end();
  else if (host === 'parked') response.writeHead(200, { 'content-type': 'text/html' }).end(pages['/for-sale']);
  else if (host === 'old') response.writeHead(302, { location: site.url(request.url ?? '', 'new') }).end();
  else if (page) response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  else if (status) response.writeHead(status, { location: site.url(path ?? '', to) }).end();
  else if (request.url === '/away') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
  else response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>Write to <b>mia@${host}.localhost</b>.</p>`);
});
const opened: Outbound[] = [];
afterAll(async () => {
  for (const outbound of opened) await outbound.close();
});

const userAgent = botUserAgent('https://zeus.example/');

function study(url: string, options: Parameters<typeof createOutbound>[0], more: StudyOptions = {}) {
  const outbound = createOutbound(options);
  opened.push(outbound);
  return studySite(createPageFetcher({ outbound, userAgent, pauseMs: 0 }), url, more);
}

/** Studies a page of the site whose rendered form names Rita Render. */
async function studyRendered(path: string, renderedAt = path) {
  const at = (one: string) => site.url(one, 'blog');
  const evidence = { rule: 'byline', snippet: 'By Rita Render', block: 2 };
  const rendered: RenderedFindings = {
    url: at(renderedAt),
    authors: [{ name: 'Rita Render', evidence: [evidence] }],
    people: [],
    addresses: [
      {
        ...{ address: 'contact4me@blog.localhost', kind: 'personal', place: 'page' },
        evidence: { ...evidence, block: 3 },
      },
    ],
    links: [{ url: at('/crew'), key: '', kind: 'team', worth: 100 }],
  };
  const readRendered = vi.fn(async () => rendered);
  const found = await study(at(path), { practice: { port: site.port } }, { readRendered });
  const authors = found.people.filter(({ isAuthor }) => isAuthor);
  return {
    ...found,
    authors,
    authorNames: authors.map(({ name }) => name),
    isRead: readRendered.mock.calls.length > 0,
  };
}

test.each(['/shell', '/nobody'])('%s: the rendered page says who wrote it, and where to look next', async (path) => {
  const { authors, addresses } = await studyRendered(path);
  const here = { page: site.url(path, 'blog'), rendered: true };
  expect(authors).toMatchObject([
    { name: 'Rita Render', lastName: 'Render', evidence: [here], seen: [{ address: 'contact4me@blog.localhost' }] },
  ]);
  expect(addresses.find(({ owner }) => owner === 'Rita Render')).toMatchObject(here);
  expect(addresses.map(({ address }) => address)).toContain('kit@blog.localhost');
});

test('a page that names its author is not looked up again', async () => {
  expect(await studyRendered('/named')).toMatchObject({ authorNames: ['Nora Named'], isRead: false });
});

test('what scripts show in place of the page is not used', async () => {
  expect(await studyRendered('/nobody', '/another')).toMatchObject({ authorNames: [], isRead: true });
});

test('what a browser saw behind a bot check, or before a redirect that it did not get, is used', async () => {
  expect(await studyRendered('/wall')).toMatchObject({ page: { kind: 'read' }, authorNames: ['Rita Render'] });
  expect((await studyRendered('/wall')).addresses.map(({ address }) => address)).toContain('kit@blog.localhost');
  expect(await studyRendered('/wall', '/another')).toMatchObject({ page: { kind: 'closed' }, authorNames: [] });
  expect(await studyRendered('/consent-here')).toMatchObject({ authorNames: ['Rita Render'] });
});

test('a page that may not be read is not read in its rendered form', async () => {
  expect(await studyRendered('/away')).toMatchObject({ page: { kind: 'closed' }, authorNames: [], isRead: false });
});

test('a host that does not exist can never be reached', async () => {
  const { page } = await study('https://nowhere-at-all.com/page', { resolve: async () => [] });
  expect(page).toEqual({ kind: 'unreachable', message: 'nowhere-at-all.com does not exist.' });
});

test.each(['http://10.0.0.1/page', 'http://localhost/'])('%s is forbidden and can never be reached', async (url) => {
  expect((await study(url, {})).page.kind).toBe('unreachable');
});

test('a name that cannot be resolved right now may be reachable later', async () => {
  const resolve = () => Promise.reject(new Error('the name server is silent'));
  expect((await study('https://silent-name.com/page', { resolve })).page.kind).toBe('unreached');
});

test('a page that redirects to a forbidden address is closed, but its site is still read', async () => {
  const { page, addresses } = await study(site.url('/away', 'blog'), { practice: { port: site.port } });
  expect(page.kind).toBe('closed');
  expect(addresses.map(({ address }) => address)).toEqual(['mia@blog.localhost']);
});

test('on a platform, only addresses with an owner count, and nothing is guessed', async () => {
  const html = `<p class="byline">By Nora Named</p><p>${'Many words of an article. '.repeat(20)}</p>
    <p>Write to Nora Named: <a href="mailto:nora.named@elsewhere.com">nora.named@elsewhere.com</a></p>
    <footer><a href="mailto:press@medium.com">press@medium.com</a> <a href="mailto:help@agency.com">help@agency.com</a>
    <a href="mailto:jobs@agency.com">jobs@agency.com</a></footer>`;
  const fetcher: PageFetcher = {
    fetchPage: async (url) => ({ kind: 'page', page: { url, facts: readPage(html, url), hints: {} } as never }),
  };
  const found = await studySite(fetcher, 'https://medium.com/@nora/post');
  expect(found.mailDomain).toBe('medium.com');
  expect(found.addresses.map(({ address, owner }) => [address, owner])).toEqual([
    ['nora.named@elsewhere.com', 'Nora Named'],
  ]);
  expect(found.people.flatMap(({ guesses }) => guesses)).toEqual([]);
});

test.each(['/', '/article', '/gone'])('nothing is found at %s of a domain that is for sale', async (path) => {
  const found = await study(site.url(path, 'parked'), { practice: { port: site.port } });
  const page = { kind: 'parked', message: 'parked.localhost is parked or for sale.' };
  expect(found).toEqual({
    domain: 'parked.localhost',
    mailDomain: 'parked.localhost',
    page,
    people: [],
    addresses: [],
  });
});

test('a page about a domain that is for sale is read if its home page is not for sale', async () => {
  const { page } = await study(site.url('/for-sale', 'blog'), { practice: { port: site.port } });
  expect(page.kind).toBe('read');
});

test.each([
  '<nav>Domains Domain parking Hosting</nav><h1>Hosting for everyone</h1><p>Register your domain, or see websites for sale. Domain parking is free.</p>',
  '<ul><li>Domains</li><li>Domain parking</li><li>Hosting</li></ul><h1>Hosting for everyone</h1>',
  '<title>Premium domain names for sale</title><nav><a href="/buy">Buy this domain</a></nav>',
  '<h1>Tea</h1><p>Related searches</p><ul><li>Green tea</li></ul><footer>The domain tea.shop is for sale.</footer>',
])('a short home page of a site that is in use is read: %s', async (html) => {
  const text = `${html}<p>Write to <b>hello@hostco.com</b>.</p>`;
  const fetcher: PageFetcher = {
    async fetchPage(url) {
      const facts = readPage(text, url);
      return { kind: 'page', page: { url, facts, hints: hintsOf(facts, url) } as never };
    },
  };
  const { page, addresses } = await studySite(fetcher, 'https://hostco.com/');
  expect(page).toEqual({ kind: 'read' });
  expect(addresses.map(({ address }) => address)).toEqual(['hello@hostco.com']);
});

describe('a page that redirects to another site', () => {
  const addressesOf = async (path: string) => {
    const found = await study(site.url(path, 'blog'), { practice: { port: site.port } });
    const { domain, page, addresses } = found;
    return { domain, page: page.kind, addresses: addresses.map(({ address }) => address) };
  };

  test.each(['/moved', '/moved-by-detour'])('%s: it has moved for good, so its new site is read', async (path) => {
    const expected = { domain: 'new.localhost', page: 'read', addresses: ['mia@new.localhost'] };
    expect(await addressesOf(path)).toEqual(expected);
  });

  test('its home page leads there too, so it has moved although its redirects are called temporary', async () => {
    const found = await study(site.url('/article', 'old'), { practice: { port: site.port } });
    expect(found.domain).toBe('new.localhost');
    expect(found.addresses.map(({ address }) => address)).toEqual(['mia@new.localhost']);
  });

  test.each([
    ['/consent-elsewhere', 'closed'],
    ['/through-a-tracker', 'closed'],
    ['/sold', 'nothing'],
  ])('%s: the other site is left alone, and only its own is read', async (path, page) => {
    expect(await addressesOf(path)).toEqual({ domain: 'blog.localhost', page, addresses: ['mia@blog.localhost'] });
  });
});
