import { html } from '../forms/html.ts';
import { type Asked, redirect } from '../web/asked.ts';
import { page, type Trap, type TrapHost, words } from './trap.ts';

const moved = (status: number): Trap => ({
  path: `/old-${status}`,
  what: `moved with ${status}`,
  expect: 'arrives at /new-home',
  answer: (asked) => redirect(asked, status, '/new-home'),
});

const go = (path: string, what: string, expect: string, location: string | ((asked: Asked) => string)): Trap => ({
  path,
  what,
  expect,
  answer: (asked) => redirect(asked, 302, typeof location === 'string' ? location : location(asked)),
});

const countUp = (asked: Asked) => `/endless?n=${Number(asked.query.get('n') ?? 0) + 1}`;

export const REDIRECTS: TrapHost = {
  host: 'moved.localhost',
  traps: [
    moved(301),
    moved(302),
    moved(303),
    moved(307),
    moved(308),
    {
      path: '/new-home',
      what: 'where the moved pages are now',
      expect: 'is read once',
      answer: (asked) => page(asked, 'The new home', words('You have arrived after a redirect.')),
    },
    {
      path: '/meta',
      what: 'meta refresh',
      expect: 'is followed to /new-home or read as an empty page; never hangs',
      answer: (asked) =>
        page(asked, 'Moving', words('One moment.'), html`<meta http-equiv="refresh" content="0; url=/new-home">`),
    },
    {
      path: '/script',
      what: 'redirect by script',
      expect: 'is read as an empty page by a crawler without scripts; a browser arrives at /new-home',
      answer: (asked) =>
        page(asked, 'Moving', words('One moment.'), html`<script>location.replace('/new-home')</script>`),
    },
    go('/chain', 'a chain of five', 'arrives at /new-home', '/chain-2'),
    go('/chain-2', 'chain, second', 'arrives at /new-home', '/chain-3'),
    go('/chain-3', 'chain, third', 'arrives at /new-home', '/chain-4'),
    go('/chain-4', 'chain, fourth', 'arrives at /new-home', '/new-home'),
    go('/loop-a', 'a loop of two', 'is given up', '/loop-b'),
    go('/loop-b', 'a loop of two', 'is given up', '/loop-a'),
    go('/self', 'leads to itself', 'is given up', '/self'),
    go('/endless', 'every redirect is new', 'is given up after a few', countUp),
    go(
      '/to-other-site',
      'leads to another site',
      'arrives there',
      (asked) => `http://golfcompass.localhost:${asked.port}/`,
    ),
    go('/to-file', 'leads to a file of the machine', 'is refused', 'file:///etc/hostname'),
    go('/to-metadata', 'leads to a cloud metadata address', 'is refused', 'http://169.254.169.254/latest/meta-data/'),
    go('/to-loopback', 'leads to another port of this machine', 'is refused', 'http://127.0.0.1:22/'),
    go('/to-nowhere', 'leads to a name that does not exist', 'fails plainly', 'http://no-such-name.invalid/'),
    go('/to-garbage', 'location is no address', 'fails plainly', 'http://[not-an-address'),
    {
      path: '/no-location',
      what: 'a redirect without a location',
      expect: 'fails plainly',
      answer: (asked) => void asked.response.writeHead(302).end(),
    },
  ],
};
