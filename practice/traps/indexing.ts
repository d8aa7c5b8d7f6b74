// Pages that say something about indexing: canonical URLs and noindex, honest and otherwise.

import { type Html, html } from '../forms/html.ts';
import { send } from '../web/exchange.ts';
import { plainPage } from '../web/plain-page.ts';
import { page, type Trap, type TrapHost, words } from './trap.ts';

const text = words('The same words as on the other page, more or less.');

const canonical = (path: string, what: string, expect: string, head: Html | ((port: number) => Html)): Trap => ({
  path,
  what,
  outcome: 'page',
  expect,
  answer: (exchange) =>
    page(exchange, 'A page with a canonical address', text, typeof head === 'function' ? head(exchange.port) : head),
});

export const CANONICAL: TrapHost = {
  host: 'copies.localhost',
  traps: [
    canonical('/print', 'a print version', 'counts as /original', html`<link rel="canonical" href="/original">`),
    {
      path: '/original',
      what: 'the original',
      expect: 'is indexed',
      outcome: 'page',
      answer: (exchange) => page(exchange, 'The original', text),
    },
    canonical(
      '/elsewhere',
      'claims a page of another site as its original',
      'is not indexed under its own address; the other site gains nothing',
      (port) => html`<link rel="canonical" href="http://golfcompass.localhost:${port}/">`,
    ),
    canonical(
      '/a',
      'two pages that name each other',
      'one of the two, no loop',
      html`<link rel="canonical" href="/b">`,
    ),
    canonical(
      '/b',
      'two pages that name each other',
      'one of the two, no loop',
      html`<link rel="canonical" href="/a">`,
    ),
    canonical(
      '/to-404',
      'names a page that is not there',
      'is indexed under its own address',
      html`<link rel="canonical" href="/not-there">`,
    ),
    canonical(
      '/twice',
      'two different canonicals',
      'both are ignored',
      html`<link rel="canonical" href="/a"><link rel="canonical" href="/original">`,
    ),
    {
      path: '/header',
      what: 'canonical in the HTTP header',
      expect: 'counts as /original',
      outcome: 'page',
      answer: (exchange) =>
        send(exchange, {
          headers: { link: '</original>; rel="canonical"' },
          body: plainPage({ title: 'By header', body: text }),
        }),
    },
  ],
};

const robots = (name: string, content: string): Html => html`<meta name="${name}" content="${content}">`;

const byMeta = (path: string, what: string, expect: string, title: string, head: Html, body = text): Trap => ({
  ...{ path, what, expect, outcome: 'page' },
  answer: (exchange) => page(exchange, title, body, head),
});

const byHeader = (path: string, what: string, expect: string, header: string): Trap => ({
  ...{ path, what, expect, outcome: 'page' },
  answer: (exchange) =>
    send(exchange, { headers: { 'x-robots-tag': header }, body: plainPage({ title: 'By header', body: text }) }),
});

const link = html`<a href="/meta">a link</a>`;

export const NOINDEX: TrapHost = {
  host: 'noindex.localhost',
  traps: [
    byMeta('/meta', 'noindex in a meta tag', 'is not indexed', 'Not for the index', robots('robots', 'noindex')),
    byMeta('/none', 'none', 'is not indexed and its links do not count', 'None', robots('robots', 'NONE'), link),
    byMeta(
      '/nofollow',
      'nofollow for the whole page',
      'is indexed, its links do not count',
      'No follow',
      robots('robots', 'index, nofollow'),
      link,
    ),
    byHeader('/header', 'noindex in the HTTP header', 'is not indexed', 'noindex, nofollow'),
    byMeta(
      '/no-preview',
      'disallows image previews',
      'is indexed',
      'No preview',
      robots('robots', 'max-image-preview:none'),
    ),
    byHeader(
      '/snippet-and-noindex',
      'noindex after another directive in the HTTP header',
      'is not indexed',
      'max-snippet:-1, noindex',
    ),
    byHeader(
      '/others-by-header',
      'noindex for another robot only, in the HTTP header',
      'is indexed',
      'otherbot: noindex, nofollow',
    ),
    byMeta('/others', 'noindex for another robot only', 'is indexed', 'Not for others', robots('otherbot', 'noindex')),
    byMeta('/zeusbot', 'noindex for ZeusBot only', 'is not indexed', 'Not for us', robots('zeusbot', 'noindex')),
  ],
};
