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

export const NOINDEX: TrapHost = {
  host: 'noindex.localhost',
  traps: [
    {
      path: '/meta',
      what: 'noindex in a meta tag',
      expect: 'is not indexed',
      outcome: 'page',
      answer: (exchange) => page(exchange, 'Not for the index', text, robots('robots', 'noindex')),
    },
    {
      path: '/none',
      what: 'none',
      expect: 'is not indexed and its links do not count',
      outcome: 'page',
      answer: (exchange) => page(exchange, 'None', html`<a href="/meta">a link</a>`, robots('robots', 'NONE')),
    },
    {
      path: '/nofollow',
      what: 'nofollow for the whole page',
      expect: 'is indexed, its links do not count',
      outcome: 'page',
      answer: (exchange) =>
        page(exchange, 'No follow', html`<a href="/meta">a link</a>`, robots('robots', 'index, nofollow')),
    },
    {
      path: '/header',
      what: 'noindex in the HTTP header',
      expect: 'is not indexed',
      outcome: 'page',
      answer: (exchange) =>
        send(exchange, {
          headers: { 'x-robots-tag': 'noindex, nofollow' },
          body: plainPage({ title: 'By header', body: text }),
        }),
    },
    {
      path: '/no-preview',
      what: 'disallows image previews',
      expect: 'is indexed',
      outcome: 'page',
      answer: (exchange) => page(exchange, 'No preview', text, robots('robots', 'max-image-preview:none')),
    },
    {
      path: '/snippet-and-noindex',
      what: 'noindex after another directive in the HTTP header',
      expect: 'is not indexed',
      outcome: 'page',
      answer: (exchange) =>
        send(exchange, {
          headers: { 'x-robots-tag': 'max-snippet:-1, noindex' },
          body: plainPage({ title: 'By header', body: text }),
        }),
    },
    {
      path: '/others-by-header',
      what: 'noindex for another robot only, in the HTTP header',
      expect: 'is indexed',
      outcome: 'page',
      answer: (exchange) =>
        send(exchange, {
          headers: { 'x-robots-tag': 'otherbot: noindex, nofollow' },
          body: plainPage({ title: 'Not for others', body: text }),
        }),
    },
    {
      path: '/others',
      what: 'noindex for another robot only',
      expect: 'is indexed',
      outcome: 'page',
      answer: (exchange) => page(exchange, 'Not for others', text, robots('otherbot', 'noindex')),
    },
    {
      path: '/zeusbot',
      what: 'noindex for ZeusBot only',
      expect: 'is not indexed',
      outcome: 'page',
      answer: (exchange) => page(exchange, 'Not for us', text, robots('zeusbot', 'noindex')),
    },
  ],
};
