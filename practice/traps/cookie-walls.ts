// Sites that keep redirecting until the visitor sends back the cookie they set.

import { type Exchange, redirect } from '../web/exchange.ts';
import { page, type Trap, type TrapHost, words } from './trap.ts';

const COOKIE = 'been-here=yes; Path=/; HttpOnly; SameSite=Lax';

const hasCookie = ({ request }: Exchange) => /\bbeen-here=yes\b/.test(request.headers.cookie ?? '');

const wall = (path: string, what: string, otherwise: (exchange: Exchange) => void): Trap => ({
  path,
  what,
  outcome: 'page',
  expect: 'is read after the cookie is sent back, under its own URL',
  arrivesAt: path,
  answer: (exchange) =>
    hasCookie(exchange)
      ? page(exchange, 'Behind the wall', words('You have brought your cookie.'))
      : otherwise(exchange),
});

function give(exchange: Exchange, location: string): void {
  exchange.response.setHeader('set-cookie', COOKIE);
  redirect(exchange, 302, location);
}

export const COOKIE_WALLS: TrapHost = {
  host: 'cookiewall.localhost',
  traps: [
    wall('/same', 'sets a cookie and redirects to itself', (exchange) => give(exchange, '/same')),
    wall('/by-way', 'sets a cookie on another page', (exchange) => redirect(exchange, 302, '/set?back=/by-way')),
    {
      path: '/set',
      what: 'sets the cookie and redirects back',
      expect: 'redirects back; the cookie is sent to this host only',
      outcome: 'any',
      answer: (exchange) => give(exchange, exchange.query.get('back') === '/by-way' ? '/by-way' : '/same'),
    },
    {
      path: '/never',
      what: 'sets a new cookie on every request and never shows a page',
      expect: 'fails after a few attempts',
      outcome: 'failed',
      answer: (exchange) => {
        const turn = Number(/\bturn=(\d+)/.exec(exchange.request.headers.cookie ?? '')?.[1] ?? 0);
        exchange.response.setHeader('set-cookie', `turn=${turn + 1}`);
        redirect(exchange, 302, '/never');
      },
    },
    {
      path: '/to-loopback',
      what: 'sets a cookie and redirects to another port of this machine',
      expect: 'the redirect target is never requested',
      outcome: 'refused',
      answer: (exchange) => {
        exchange.response.setHeader('set-cookie', `${COOKIE}; Domain=127.0.0.1`);
        redirect(exchange, 302, 'http://127.0.0.1:22/');
      },
    },
  ],
};
