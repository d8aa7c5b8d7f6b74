// Sites that are hard to crawl completely: one that asks for a pause, one rendered only by scripts, one with numbered URLs, and
// one under two names.

import { gzipSync } from 'node:zlib';
import { type Html, html } from '../forms/html.ts';
import { type Exchange, send } from '../web/exchange.ts';
import { page, type Trap, type TrapHost, words } from './trap.ts';

// Clients are distinguished by user agent, so that two crawls do not interfere.
const told = new Set<string>();

const busyOnce = (path: string, headers: Record<string, string> = { 'retry-after': '1' }): Trap => ({
  path,
  what: `answers 429 ${'retry-after' in headers ? '' : 'without Retry-After '}at the first call of a user agent, then works`,
  expect:
    'is read after the pause; the site gets no requests in the meantime, and none of its other pages is forgotten',
  outcome: 'page',
  answer: (exchange) => {
    const key = `${exchange.port} ${exchange.request.headers['user-agent']} ${path}`;
    if (told.has(key)) return page(exchange, `Free again ${path}`, words('Thank you for waiting.'));
    told.add(key);
    return send(exchange, { status: 429, headers, body: 'One moment.' });
  },
});

const BUSY: TrapHost = { host: 'busy.localhost', traps: [busyOnce('/prices'), busyOnce('/team')] };
// It doesn't say when, so a crawler decides, and comes back after a while.
const CROWDED: TrapHost = { host: 'crowded.localhost', traps: [busyOnce('/plans', {})] };

// A crawler that has read the site once must not forget it on such a day.
const BAD_DAY: TrapHost = {
  host: 'badday.localhost',
  traps: [
    {
      path: '/news',
      what: 'works at the first call of a user agent, then answers 403',
      expect: 'is read, and kept when later visits are refused: pages are forgotten only after failures over days',
      outcome: 'page',
      answer: (exchange) => {
        const key = `${exchange.port} ${exchange.request.headers['user-agent']} bad day`;
        if (told.has(key)) return send(exchange, { status: 403, body: 'Not today.' });
        told.add(key);
        return page(exchange, 'News', words('A good day.'));
      },
    },
  ],
};

const unlinked = (path: string, text: string, what: string): Trap => ({
  path,
  what,
  expect: 'is found',
  outcome: 'page',
  answer: (exchange) => page(exchange, text, words(`${text}, drawn without scripts.`)),
});

const sitemap = (path: string, what: string, body: (origin: string) => string, isZipped = false): Trap => ({
  path,
  what,
  expect: 'is read for its addresses, and those of other sites are left alone',
  outcome: 'failed',
  answer: (exchange) => {
    const text = body(`http://${exchange.host}:${exchange.port}`);
    const contentType = isZipped ? 'application/gzip' : 'application/xml';
    send(exchange, { contentType, body: isZipped ? gzipSync(text) : text });
  },
});

const IN_SITEMAP = 'a page that only the sitemap names';
const IN_BROWSER = 'a page that only the home page links to, once its scripts have run';

// The links appear after the page has loaded, as on most such sites, and also lead elsewhere.
const APP = `fetch('/menu.json').then((answer) => answer.json()).then((paths) => {
  const link = (href, more) => '<p><a href="' + href + '"' + more + '>' + href + '</a></p>';
  const others = link('/hidden', ' hidden') + link('/paid', ' rel="nofollow"') + link('javascript:alert(1)', '');
  document.getElementById('root').innerHTML = paths.map((path) => link(path, '')).join('') + others;
});`;

const scripts = (path: string, contentType: string, body: string): Trap => ({
  path,
  what: 'a part of the home page that only a browser asks for',
  expect: 'is not a page',
  outcome: 'failed',
  answer: (exchange) => send(exchange, { contentType, body }),
});

const SCRIPTED: TrapHost = {
  host: 'scripted.localhost',
  robots: (exchange) =>
    send(exchange, {
      contentType: 'text/plain',
      body: `Sitemap: http://${exchange.host}:${exchange.port}/maps/index.xml\n`,
    }),
  traps: [
    {
      path: '/',
      what: 'a home page that only scripts draw',
      expect: 'has no links; the sitemap has, and so has the page in a browser',
      outcome: 'page',
      answer: (exchange) => page(exchange, 'Scripted', html`<div id="root"></div><script src="/app.js"></script>`),
    },
    scripts('/app.js', 'text/javascript', APP),
    scripts('/menu.json', 'application/json', '["/guides", "/offers"]'),
    unlinked('/guides', 'Guides', IN_SITEMAP),
    unlinked('/stories', 'Stories', IN_SITEMAP),
    unlinked('/offers', 'Offers', IN_BROWSER),
    sitemap('/maps/index.xml', 'an index of sitemaps that also names itself', (origin) =>
      ['/maps/pages.xml.gz', '/maps/hostile.xml', '/maps/index.xml'].reduce(
        (text, path) => `${text}<sitemap><loc>${origin}${path}</loc></sitemap>`,
        '<sitemapindex>',
      ),
    ),
    sitemap(
      '/maps/pages.xml.gz',
      'a zipped sitemap',
      (origin) => `<urlset><url><loc>${origin}/guides</loc></url><url><loc>${origin}/stories</loc></url></urlset>`,
      true,
    ),
    sitemap(
      '/maps/hostile.xml',
      'a sitemap with entities, a foreign address and no end',
      (origin) =>
        `<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><urlset><url><loc>${origin.replace('scripted', 'keepout')}/</loc></url><url><loc>&b;`,
    ),
  ],
};

const SUBJECTS = 'amber basil cedar delta ember fjord grove heron iris jade kelp lilac maple nettle olive pearl'.split(
  ' ',
);
const NODES = 64;

function node(exchange: Exchange, number: number): void {
  const [one, two] = [SUBJECTS[number % 16], SUBJECTS[Math.floor(number / 16) % 16]];
  page(exchange, `Note ${number}`, words(`A note about ${one} and ${two}.`));
}

const NUMBERED: TrapHost = {
  host: 'numbered.localhost',
  traps: [
    {
      path: '/node/1',
      what: `the first of ${NODES} pages whose addresses differ in a number only`,
      expect: 'all of them are read: each says something else',
      outcome: 'page',
      answer: (exchange) => node(exchange, 1),
    },
  ],
  otherwise: (exchange) => {
    const number = Number(/^\/node\/(\d+)$/.exec(exchange.path)?.[1]);
    if (number >= 1 && number <= NODES) return node(exchange, number);
    if (exchange.path !== '/') return send(exchange, { status: 404, body: 'No such note.' });
    const links = Array.from({ length: NODES }, (_, i) => html`<a href="/node/${String(i + 1)}">${String(i + 1)}</a> `);
    return page(exchange, 'Notes', html`<p>${links}</p>`);
  },
};

const twofoldPage = (exchange: Exchange, title: string): void => {
  const at = (name: string, path: string): Html =>
    html`<a href="http://${name}:${String(exchange.port)}${path}">${path}</a> `;
  const links = html`${at('twofold.localhost', '/menu')}${at('www.twofold.localhost', '/opening-hours')}`;
  page(exchange, title, html`<p>The same house by either name.</p><p>${links}</p>`);
};

const twofold = (host: string): TrapHost => ({
  host,
  traps: ['/', '/menu', '/opening-hours'].map((path) => ({
    path,
    what: 'a site that answers with and without www',
    expect: 'is read once, under the name the crawl began with',
    outcome: 'page',
    answer: (exchange) => twofoldPage(exchange, path === '/' ? 'Twofold' : `Twofold: ${path.slice(1)}`),
  })),
});

export const CRAWLING: readonly TrapHost[] = [
  BUSY,
  CROWDED,
  BAD_DAY,
  SCRIPTED,
  NUMBERED,
  twofold('twofold.localhost'),
  twofold('www.twofold.localhost'),
];
