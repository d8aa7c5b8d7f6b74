import { type Html, html } from '../forms/html.ts';
import { type Exchange, redirect } from '../web/exchange.ts';
import { page, type Trap, type TrapHost, words } from './trap.ts';

const moved = (status: number): Trap => ({
  path: `/old-${status}`,
  what: `moved with ${status}`,
  expect: 'arrives at /new-home',
  outcome: 'page',
  answer: (exchange) => redirect(exchange, status, '/new-home'),
});

const EXPECT: Record<'page' | 'failed' | 'refused', string> = {
  page: 'arrives at the end of the way',
  failed: 'is given up and said so',
  refused: 'the next address is never asked',
};

type End = keyof typeof EXPECT;

const go = (path: string, what: string, outcome: End, location: string | ((exchange: Exchange) => string)): Trap => ({
  path,
  what,
  outcome,
  expect: EXPECT[outcome],
  answer: (exchange) => redirect(exchange, 302, typeof location === 'string' ? location : location(exchange)),
});

/** Markup that mentions a redirect but does not perform one unconditionally. */
const stays = (path: string, what: string, markup: Html): Trap => ({
  path,
  what,
  outcome: 'page',
  expect: 'is read in place, including its email address',
  arrivesAt: path,
  answer: (exchange) =>
    page(
      exchange,
      'How to reach us',
      html`${markup}<p>Write to <a href="mailto:desk@moved.localhost">the desk</a>.</p>`,
    ),
});

const countUp = (exchange: Exchange) => `/endless?n=${Number(exchange.query.get('n') ?? 0) + 1}`;

export const REDIRECTS: TrapHost = {
  host: 'moved.localhost',
  traps: [
    moved(301),
    moved(302),
    moved(303),
    moved(307),
    moved(308),
    {
      ...go('/members', 'sends visitors to a login page for now', 'page', '/login'),
      expect: 'is read there; the address keeps its own backlinks, because the redirect is temporary',
      arrivesAt: '/login',
    },
    {
      path: '/login',
      what: 'the login page that members are sent to',
      expect: 'is read',
      outcome: 'page',
      answer: (exchange) => page(exchange, 'Log in', words('Members only.')),
    },
    {
      path: '/new-home',
      what: 'where the moved pages are now',
      expect: 'is read once',
      outcome: 'page',
      answer: (exchange) => page(exchange, 'The new home', words('You have arrived after a redirect.')),
    },
    {
      path: '/meta',
      what: 'meta refresh',
      expect: 'is followed to /new-home or read as an empty page; never hangs',
      outcome: 'any',
      answer: (exchange) =>
        page(exchange, 'Moving', words('One moment.'), html`<meta http-equiv="refresh" content="0; url=/new-home">`),
    },
    {
      path: '/script',
      what: 'redirect by script',
      expect: 'is read as an empty page by a crawler without scripts; a browser arrives at /new-home',
      outcome: 'any',
      answer: (exchange) =>
        page(exchange, 'Moving', words('One moment.'), html`<script>location.replace('/new-home')</script>`),
    },
    stays('/onclick', 'a redirect on a click', html`<p onclick="location.href='/new-home'">Read on</p>`),
    stays(
      '/uncalled',
      'a redirect in a function that is never called',
      html`<script>function leave() { location.href = '/new-home' }</script>`,
    ),
    stays(
      '/conditional',
      'a redirect on some screens',
      html`<script>if (screen.width < 320)
  location.replace('/new-home')</script>`,
    ),
    stays(
      '/noscript',
      'a refresh for readers without scripts',
      html`<noscript><meta http-equiv="refresh" content="0; url=/new-home"></noscript>`,
    ),
    go('/chain', 'a chain of five', 'page', '/chain-2'),
    go('/chain-2', 'chain, second', 'page', '/chain-3'),
    go('/chain-3', 'chain, third', 'page', '/chain-4'),
    go('/chain-4', 'chain, fourth', 'page', '/new-home'),
    go('/loop-a', 'a loop of two', 'failed', '/loop-b'),
    go('/loop-b', 'a loop of two', 'failed', '/loop-a'),
    go('/self', 'leads to itself', 'failed', '/self'),
    go('/endless', 'every redirect is new', 'failed', countUp),
    go(
      '/to-other-site',
      'leads to another site',
      'page',
      (exchange) => `http://golfcompass.localhost:${exchange.port}/`,
    ),
    go('/to-file', 'leads to a file of the machine', 'refused', 'file:///etc/hostname'),
    go('/to-metadata', 'leads to a cloud metadata address', 'refused', 'http://169.254.169.254/latest/meta-data/'),
    go('/to-loopback', 'leads to another port of this machine', 'refused', 'http://127.0.0.1:22/'),
    go('/to-nowhere', 'leads to a name that does not exist', 'failed', 'http://no-such-name.invalid/'),
    go('/to-garbage', 'location is not a URL', 'failed', 'http://[not-an-address'),
    {
      path: '/no-location',
      what: 'a redirect without a location',
      expect: 'fails plainly',
      outcome: 'failed',
      answer: (exchange) => void exchange.response.writeHead(302).end(),
    },
  ],
};
