import { expect, test } from 'vitest';
import { LEAD_PAGES } from '../../../practice/traps/lead-pages.ts';
import { plainPage } from '../../../practice/web/plain-page.ts';
import { checkPage } from '../link-proof/page-check.ts';
import { readPage } from '../pages/read-page.ts';

const origin = 'https://walks.example';
const signalsOf = (html: string, { path = '/a-walk', status = 200 } = {}) => {
  const url = origin + path;
  return checkPage({ url, status, robotsHeader: '', facts: readPage(html, url) }).signals;
};
const namesOf = (html: string, more?: { path?: string; status?: number }) =>
  signalsOf(html, more).map(({ name }) => name);
const factOf = (name: string, html: string) => signalsOf(html).find((one) => one.name === name)?.fact;

const text = (words: number) => `<p>${'every step along the river '.repeat(words / 5)}</p>`;
const links = (count: number, anchor = 'a club of walkers') =>
  Array.from({ length: count }, (_, at) => `<li><a href="https://site-${at}.example/">${anchor} ${at}</a></li>`).join(
    '',
  );

test.each(LEAD_PAGES.map((page) => [page.path, page] as const))('practice page %s', (path, page) => {
  const { title, body, head, lang, status = 200, signals } = page;
  const html = plainPage({ title, body, ...(head && { head }), ...(lang && { lang }) });
  expect(namesOf(html, { path, status }).filter((name) => name !== 'thin' || signals.length === 0)).toEqual(
    signals.filter((name) => name !== 'thin'),
  );
  if (signals.includes('thin')) expect(namesOf(html, { path })).toEqual(['thin']);
});

test('an error page has no other signal, and the fact is its status or its message', () => {
  expect(signalsOf(text(20), { status: 410 })).toEqual([{ name: 'error-page', fact: '410' }]);
  expect(signalsOf('<title>Shop | Page not found</title><p>Sorry.</p>')).toEqual([
    { name: 'error-page', fact: 'Shop | Page not found' },
  ]);
  expect(namesOf(`<title>Page not found</title>${text(300)}`)).toEqual([]);
  expect(namesOf('<title>Can’t find a plumber? Try this</title><p>Call us.</p>')).not.toContain('error-page');
});

test('a page behind a bot check has no signal at all', () => {
  expect(signalsOf('<title>Attention Required! | Cloudflare</title><p>Please complete the captcha.</p>')).toEqual([]);
  expect(signalsOf("<title>Making sure you're not a bot!</title><p>Loading...</p>")).toEqual([]);
});

test('links to many sites count, links to one site or to share the page do not', () => {
  expect(signalsOf(text(200) + links(70))).toEqual([{ name: 'many-links', fact: '70' }]);
  expect(namesOf(text(200) + links(69))).toEqual([]);
  const same = Array.from({ length: 300 }, (_, at) => `<a href="https://twin.example/${at}">page ${at}</a>`).join(' ');
  const share = '<a href="https://www.facebook.com/share">Share</a>'.repeat(200);
  expect(namesOf(text(900) + same + share)).toEqual([]);
  expect(namesOf(`${text(200)}<div id="comments">${links(90)}</div>`)).toEqual([]);
});

test('an invitation must be one: a label, or a sentence of the site', () => {
  const inNav = (label: string) => namesOf(`<nav><a href="/x">${label}</a></nav>${text(200)}`);
  for (const label of ['Write For Us', 'Guest Blogger Guidelines', 'Submit a guest post', 'Become a contributor'])
    expect(inNav(label), label).toEqual(['write-for-us']);
  for (const label of [
    'Write a review',
    'Contribute',
    'Submit',
    'Guest posts',
    'Write for rights',
    'Editorial guidelines',
  ])
    expect(inNav(label), label).toEqual([]);
  expect(inNav('Write for Walks')).toEqual(['write-for-us']);
  const withSentence = (sentence: string) => namesOf(`${text(200)}<p>${sentence}</p>`);
  expect(withSentence('We are now accepting guest posts about rivers.')).toEqual(['write-for-us']);
  expect(withSentence('We no longer accept guest posts.')).toEqual([]);
  expect(withSentence('They write guest posts on poor sites.')).toEqual([]);
});

test('a price counts near the offer, on a page that sells', () => {
  const offer = '<h2>Our prices</h2><p>Sponsored post: $90</p>';
  expect(factOf('guest-post-prices', text(200) + offer)).toBe('Sponsored post: $90');
  expect(namesOf(`${text(200)}<p>The agency paid for a sponsored post. Boots cost $90.</p>`)).toEqual([]);
  expect(namesOf(`${text(200)}<p>Our prices</p><p>Sponsored post</p>${'<p>a line</p>'.repeat(9)}<p>$90</p>`)).toEqual(
    [],
  );
});

test('articles with reviews or a few comments are not forums', () => {
  const comments = (words: number) => `<section id="comments">${text(words)}</section>`;
  expect(namesOf(text(300) + comments(400))).toEqual([]);
  expect(namesOf(text(500) + comments(4000))).toEqual([]);
  expect(signalsOf(text(150) + comments(4000))).toEqual([{ name: 'forum', fact: 'comments' }]);
  const product = '<script type="application/ld+json">{"@type":"Product","name":"Boot"}</script>';
  expect(namesOf(product + text(150) + comments(4000))).toEqual([]);
});

test('a list of lists shares some anchors, a farm most of them', () => {
  const shared = (sites: number) =>
    ['cheap hosting plans', 'best golf deals', 'top boots online'].flatMap((anchor, row) =>
      Array.from({ length: sites }, (_, at) => `<li><a href="https://s${row}-${at}.example/">${anchor}</a></li>`),
    );
  expect(factOf('link-farm', shared(4).join(''))).toBe('cheap hosting plans, best golf deals, top boots online');
  expect(factOf('link-farm', shared(4).join('') + links(40))).toBeUndefined();
  expect(factOf('link-farm', shared(1).join(''))).toBeUndefined();
});

test('an article without an author, and one with a byline', () => {
  const head = `<meta property="og:type" content="article"><meta property="article:published_time" content="2026-01-02">`;
  expect(signalsOf(`${head}<h1>A walk</h1>${text(400)}`, { path: '/a-walk-by-the-river' })).toEqual([
    { name: 'no-author', fact: '402' },
  ]);
  expect(namesOf(`${head}<h1>A walk</h1><p class="byline">By Nora Field</p>${text(400)}`)).toEqual([]);
  expect(namesOf(`<h1>Our shop</h1>${text(400)}`, { path: '/' })).toEqual([]);
});

test('words are counted in Japanese, too', () => {
  expect(namesOf(`<p>${'川沿いの道を歩く。'.repeat(40)}</p>`)).toEqual([]);
  expect(namesOf(`<p>${'川沿いの道を歩く。'.repeat(4)}</p>`)).toEqual(['thin']);
  expect(signalsOf('')).toEqual([]);
  expect(signalsOf(`<nav>${text(100)}</nav>`)).toEqual([]);
});

test('facts are one short, readable line, whatever the page writes', () => {
  const hostile = `Domain for sale \u202e\u0000\u200b<b>x</b> ${'💥'.repeat(400)}`;
  const [signal] = signalsOf(`<title>${hostile}</title>`);
  expect(signal?.name).toBe('parked');
  expect(signal?.fact.length).toBeLessThanOrEqual(120);
  expect(signal?.fact).not.toMatch(/[\p{Cc}\p{Cf}]|[\ud800-\udbff]$/u);
  expect(signal?.fact.isWellFormed()).toBe(true);
});

test('pages made to be slow are read to the end', () => {
  const slow = [
    `<title>${'page '.repeat(200_000)}not</title>`,
    `<title>${'domain '.repeat(200_000)}</title>`,
    `<p>${'guest post '.repeat(100_000)}$</p>`,
    '<p>guest post we accept no </p>'.repeat(20_000),
    `<p>Our prices</p>${'<p>Sponsored post</p>'.repeat(20_000)}`,
    '<a href="https://a.example/">best online casino</a>'.repeat(6000),
    links(6000, 'write for '),
    `<script type="application/ld+json">${'[{"@type":'.repeat(5000)}</script>`,
  ];
  for (const html of slow) expect(signalsOf(html).length).toBeLessThan(6);
});
