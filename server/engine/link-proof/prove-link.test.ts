import { describe, expect, test } from 'vitest';
import { outboundForTests } from '../../platform/outbound/test/outbound.ts';
import { siteForTests } from '../../platform/outbound/test/site.ts';
import type { PageRead } from '../backlinks/by-search/page-content.ts';
import { createPageFetcher } from '../pages/fetch-page.ts';
import { readPage } from '../pages/read-page.ts';
import { lookAtServed, lookInBrowser, readRendered } from './looks.ts';
import { type Look, proveLink } from './prove-link.ts';

const url = 'https://blog.example.com/post';
const target = 'https://example.org/guide';
const words = 'Some words of an ordinary article that somebody wrote for people who read it. '.repeat(5);
const pageWith = (inside: string, at = url) => ({
  facts: readPage(`<title>A post</title><h1>A post</h1><p>${words} ${inside}</p>`, at),
  nofollow: false,
});
const look = (inside: string): Look => ({ kind: 'page', page: pageWith(inside), moved: false });
const link = (href: string) => `<a href="${href}">the guide</a>`;
const unseen: Look = { kind: 'unseen', problem: 'no-answer' };
const gone: Look = { kind: 'gone' };

const content = (more: object): PageRead => ({
  ...{ url: '', movedTo: null, isItself: true, canonical: null, listed: true, title: '', language: '', words: 1 },
  ...{ terms: '', links: [], inner: [] },
  ...more,
});

async function prove(rendered: Look, served: Look, reads: Record<string, PageRead> = {}) {
  const opened: string[] = [];
  const reader = {
    async read(urls: readonly string[]) {
      opened.push(...urls);
      return urls.map((one) => reads[one] ?? ('closed' as const));
    },
  };
  let looks = 0;
  const again = async () => {
    looks += 1;
    return served;
  };
  const call = { outbound: undefined as never, log: { warn: () => undefined } };
  const check = await proveLink({ reader, call }, target, { rendered, served: again });
  return { ...check, opened, looks };
}

test('found at once: nothing else is opened', async () => {
  expect(await prove(look(link(target)), unseen)).toMatchObject({
    ...{ state: 'found', problem: null, route: 'direct', follow: 'dofollow', place: 'content', anchor: 'the guide' },
    ...{ opened: [], looks: 0 },
  });
});

test('found only in the HTML as served', async () => {
  expect(await prove(look(''), look(link(target)))).toMatchObject({ state: 'found', looks: 1 });
  expect(await prove(unseen, look(link(target)))).toMatchObject({ state: 'found', looks: 1 });
});

describe('found by another name', () => {
  const newGuide = 'https://example.org/new-guide';
  test.each([
    ['the target redirects to the linked page', 'redirect', { [target]: content({ movedTo: newGuide }) }],
    ['the linked page is the target’s canonical', 'canonical', { [target]: content({ canonical: newGuide }) }],
    ['the linked page redirects to the target', 'redirect', { [newGuide]: content({ movedTo: target }) }],
    ['the target is the linked page’s canonical', 'canonical', { [newGuide]: content({ canonical: target }) }],
  ])('%s', async (_, route, reads) => {
    expect(await prove(look(link(newGuide)), unseen, reads)).toMatchObject({ state: 'found', route, looks: 0 });
  });

  test('opens only a few pages of the target’s site', async () => {
    const links = Array.from({ length: 20 }, (_, n) => link(`https://example.org/${n}`)).join(' ');
    const { state, opened } = await prove(look(links), look(links));
    expect([state, new Set(opened).size]).toEqual(['gone', 4]);
  });
});

describe('not found', () => {
  test.each<[string, Look, Look, string, string]>([
    ['both looks went well', look(''), look(''), 'gone', 'removed'],
    ['the page is gone', gone, gone, 'gone', 'page-gone'],
    ['one look says so, the other has no link', gone, look(''), 'gone', 'page-gone'],
    ['the browser was blocked', { kind: 'unseen', problem: 'blocked' }, look(''), 'unclear', 'blocked'],
    ['the second look got no answer', look(''), unseen, 'unclear', 'no-answer'],
    ['no look got an answer', unseen, unseen, 'unclear', 'no-answer'],
  ])('%s', async (_, rendered, served, state, problem) => {
    expect(await prove(rendered, served)).toMatchObject({ state, problem, follow: null, place: null, anchor: '' });
  });

  test('a look that may have missed the link proves nothing, but can find it', async () => {
    const unsure = (inside: string): Look => ({ kind: 'page', page: pageWith(inside), moved: false, unsure: true });
    for (const [rendered, served] of [
      [unsure(''), look('')],
      [look(''), unsure('')],
      [unsure(''), gone],
    ] as const) {
      expect(await prove(rendered, served)).toMatchObject({ state: 'unclear', problem: 'unsure' });
    }
    expect(await prove(look(''), unsure(link(target)))).toMatchObject({ state: 'found' });
  });

  test('another page came instead', async () => {
    const moved: Look = { kind: 'page', page: pageWith('', 'https://buyer.example/'), moved: true };
    expect(await prove(moved, moved)).toMatchObject({ state: 'gone', problem: 'page-moved' });
  });
});

describe('what a look says', () => {
  const taken = { kind: 'taken', full: new Uint8Array(), small: new Uint8Array() } as const;
  const rendered = (html: string, at = url) =>
    lookInBrowser(url, taken, { facts: readPage(html, at), nofollow: false });

  test.each([
    ['not-found', { kind: 'gone' }],
    ['no-such-host', { kind: 'gone' }],
    ['blocked', { kind: 'unseen', problem: 'blocked' }],
    ['refused', { kind: 'unseen', problem: 'blocked' }],
    ['timed-out', { kind: 'unseen', problem: 'no-answer' }],
    ['unavailable', { kind: 'unseen', problem: 'no-answer' }],
    ['not-a-page', { kind: 'unseen', problem: 'not-a-page' }],
    ['no-browser', { kind: 'unseen', problem: 'unsure' }],
  ] as const)('no picture because %s', (reason, expected) => {
    expect(lookInBrowser(url, { kind: 'failed', reason, detail: '' }, null)).toEqual(expected);
  });

  test('an article', () => {
    expect(rendered(`<h1>A post</h1><p>${words}</p>`)).toMatchObject({ kind: 'page', moved: false });
  });

  test('a picture by a service, without its page', () => {
    expect(lookInBrowser(url, taken, null)).toEqual({ kind: 'unseen', problem: 'unsure' });
  });

  test('a login or an empty shell proves nothing', () => {
    expect(rendered('<form>Log in</form>', 'https://blog.example.com/login')).toMatchObject({ kind: 'unseen' });
    expect(rendered('<div id="root"></div>')).toMatchObject({ kind: 'unseen' });
  });

  test('a soft 404 is gone; a parked domain or a redirect to the home page is another page', () => {
    expect(rendered('<title>Page not found</title><h1>404</h1><p>Sorry.</p>')).toEqual({ kind: 'gone' });
    expect(rendered('<h1>This domain is for sale</h1><p>Buy it now.</p>')).toMatchObject({ moved: true });
    expect(rendered(`<h1>Home</h1><p>${words}</p>`, 'https://blog.example.com/')).toMatchObject({ moved: true });
    expect(rendered(`<h1>Bought</h1><p>${words}</p>`, 'https://buyer.example/a')).toMatchObject({ moved: true });
  });

  test('a bot check hides the page', () => {
    const check = `<title>Just a moment...</title><p>${words}</p><a href="https://www.cloudflare.com/">Cloudflare</a>`;
    expect(rendered(check)).toEqual({ kind: 'unseen', problem: 'blocked' });
  });

  test('a page that was not read to its end may have the link after all', () => {
    const many = (links: number) => `<h1>Links</h1><p>${words}</p>${'<a href="/a">a</a> '.repeat(links)}`;
    expect(rendered(many(5_000))).not.toHaveProperty('unsure');
    expect(rendered(many(5_001))).toMatchObject({ kind: 'page', unsure: true });
    const page = { url, status: 200, robotsHeader: '', html: many(1) };
    expect(lookInBrowser(url, taken, readRendered(page))).not.toHaveProperty('unsure');
    expect(lookInBrowser(url, taken, readRendered({ ...page, partial: true }))).toHaveProperty('unsure', true);
  });

  test.each([
    ['{"@type":"NewsArticle","isAccessibleForFree":false}', true],
    ['{"@type":"NewsArticle","isAccessibleForFree":"False"}', true],
    ['{"@graph":[{"@type":["WebPage"],"isAccessibleForFree":"http://schema.org/False"}]}', true],
    ['{"@type":"BlogPosting","hasPart":[{"@type":"WebPageElement","isAccessibleForFree":false}]}', true],
    ['{"@type":"NewsArticle","isAccessibleForFree":true}', undefined],
    ['{"@type":"NewsArticle"}', undefined],
    ['{"@type":"Museum","isAccessibleForFree":false}', undefined],
    ['{"@type":"WebPage","mentions":{"@type":"Article","isAccessibleForFree":false}}', undefined],
  ])('the link may be in the part for subscribers of a page that states %s', (stated, unsure) => {
    const paywall = `<script type="application/ld+json">${stated}</script><h1>A post</h1><p>${words}</p>`;
    expect((rendered(paywall) as { unsure?: true }).unsure).toBe(unsure);
  });

  test.each([
    ['metered', true],
    ['locked', true],
    ['free', undefined],
  ])('the same for a page whose content tier is %s', (tier, unsure) => {
    const page = rendered(`<meta property="article:content_tier" content="${tier}"><h1>A post</h1><p>${words}</p>`);
    expect((page as { unsure?: true }).unsure).toBe(unsure);
  });

  test('as served', () => {
    expect(lookAtServed(url, { kind: 'gone', status: 404, message: '' })).toEqual({ kind: 'gone' });
    expect(lookAtServed(url, { kind: 'refused', reason: 'robots', message: '' })).toMatchObject({ problem: 'blocked' });
    expect(lookAtServed(url, { kind: 'could-not-look', message: '' })).toMatchObject({ problem: 'no-answer' });
    expect(lookAtServed(url, { kind: 'not-a-page', reason: 'too-large', message: '' })).toMatchObject({
      problem: 'not-a-page',
    });
  });
});

describe('a page that redirects', () => {
  const site = siteForTests(({ url: path = '' }, response) => {
    const [, status, to = ''] = /^\/(30\d)(.*)/.exec(path) ?? [];
    const away = { '/shop': site.url('/', 'shop'), '/seller': site.url('/sale', 'seller') }[to];
    if (status) response.writeHead(Number(status), { location: away ?? to });
    else response.writeHead(200, { 'content-type': 'text/html' });
    response.end(path === '/sale' ? '<h1>This domain is for sale</h1>' : `<h1>A page</h1><p>${words}</p>`);
  });
  const outbound = outboundForTests(() => ({ practice: { port: site.port } }));

  test.each([
    ['to a consent form for now', '/302/consent/?back=post', { moved: false, unsure: true }],
    ['to the home page of a country for now', '/307/de/', { moved: false, unsure: true }],
    ['to the home page for now', '/302/', { moved: true, unsure: true }],
    ['to another site for now', '/302/shop', { moved: true, unsure: true }],
    ['to another path for good', '/301/new-post', { moved: false }],
    ['to the home page for good', '/308/', { moved: true }],
    ['to another site for good', '/301/shop', { moved: true }],
    ['to a domain seller', '/302/seller', { moved: true }],
    ['nowhere', '/post', { moved: false }],
  ])('%s', async (_, path, expected) => {
    const asked = site.url(path, 'blog');
    const outcome = await createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs: 0 }).fetchPage(asked);
    const { page, ...found } = lookAtServed(asked, outcome) as Extract<Look, { kind: 'page' }>;
    expect(found).toEqual({ kind: 'page', ...expected });
  });
});
