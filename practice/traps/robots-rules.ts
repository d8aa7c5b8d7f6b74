import { type Exchange, redirect, send } from '../web/exchange.ts';
import { page, type Trap, type TrapHost, words } from './trap.ts';

const txt = (body: string) => (exchange: Exchange) =>
  send(exchange, { contentType: 'text/plain; charset=utf-8', body });

const shown = (path: string, what: string, outcome: 'page' | 'refused', expect: string): Trap => ({
  path,
  what,
  outcome,
  expect,
  answer: (exchange) => page(exchange, what, words('An ordinary page.')),
});

const single = (
  host: string,
  outcome: 'page' | 'refused',
  expect: string,
  robots: (exchange: Exchange) => void,
): TrapHost => ({
  host,
  robots,
  traps: [shown('/', `front page of ${host}`, outcome, expect)],
});

// Longer than the 500 KiB that RFC 9309 asks a crawler to read; the rule that matters is at the top.
const LONG_ROBOTS = `User-agent: *\nDisallow: /secret/\n${'# nothing to see here, move along please\n'.repeat(50_000)}`;

export const ROBOTS_RULES: readonly TrapHost[] = [
  single('keepout.localhost', 'refused', 'is never fetched', txt('User-agent: *\nDisallow: /\n')),
  single(
    'zeusless.localhost',
    'refused',
    'is never fetched by ZeusBot',
    txt('User-agent: *\nDisallow:\n\nUser-agent: ZeusBot\nDisallow: /\n'),
  ),
  single(
    'zeusonly.localhost',
    'page',
    'is fetched by ZeusBot',
    txt('User-agent: ZeusBot\nAllow: /\n\nUser-agent: *\nDisallow: /\n'),
  ),
  single(
    'slowplease.localhost',
    'page',
    'is fetched with two seconds between requests',
    txt('User-agent: *\nCrawl-delay: 2\n'),
  ),
  single('robots500.localhost', 'refused', 'is not fetched now: robots.txt could not be read', (exchange) =>
    send(exchange, { status: 500, body: 'broken' }),
  ),
  single('robots404.localhost', 'page', 'is fetched: there are no rules', (exchange) =>
    send(exchange, { status: 404, body: 'none' }),
  ),
  single('robotshtml.localhost', 'page', 'is fetched: an HTML page is not a robots.txt', (exchange) =>
    page(exchange, 'Welcome', words('This is not a robots file.')),
  ),
  single('robotsmoved.localhost', 'refused', 'is never fetched: the rules are at keepout.localhost', (exchange) =>
    redirect(exchange, 301, `http://keepout.localhost:${exchange.port}/robots.txt`),
  ),
  {
    host: 'robotslong.localhost',
    robots: txt(LONG_ROBOTS),
    traps: [
      shown('/open', 'an open page', 'page', 'is fetched'),
      shown('/secret/plan', 'a closed page', 'refused', 'is never fetched'),
    ],
  },
  {
    host: 'partly.localhost',
    robots: txt(
      'User-agent: *\nDisallow: /private/\nAllow: /private/open.html\nDisallow: /*?sort=\nDisallow: /*.doc$\nDisallow: /caf%C3%A9/\n',
    ),
    traps: [
      shown('/private/notes.html', 'a closed folder', 'refused', 'is never fetched'),
      shown('/private/open.html', 'an exception in a closed folder', 'page', 'is fetched'),
      shown('/letter.doc', 'closed by its ending', 'refused', 'is never fetched'),
      shown('/letter.doc.html', 'only looks like the closed ending', 'page', 'is fetched'),
      shown('/caf%C3%A9/menu', 'closed with an encoded letter', 'refused', 'is never fetched'),
      shown('/open.html', 'an open page', 'page', 'is fetched'),
    ],
  },
];
