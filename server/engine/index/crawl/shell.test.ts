// Which home pages count as empty until their scripts have run.

import { expect, test } from 'vitest';
import type { FetchedPage } from '../../pages/fetch-outcome.ts';
import { hintsOf } from '../../pages/fetching/page-hints.ts';
import { readPage } from '../../pages/read-page.ts';
import { toPageRecord } from './page-record.ts';
import { isShell } from './shell.ts';

const url = 'http://shop.localhost/';
const app = '<script src="/app.js"></script>';
const root = `<title>Shop</title><div id="root"></div>${app}`;
const text = 'All that you ever wanted to know about boots, laces and soles. '.repeat(6);
const links = (count: number) => Array.from({ length: count }, (_, i) => `<a href="/${i}">${i}</a>`).join(' ');

function shell(html: string, more: Partial<FetchedPage> = {}): boolean {
  const facts = readPage(html, url);
  const base = {
    url,
    redirects: [],
    moves: [],
    html,
    facts,
    hints: hintsOf(facts, url),
    noindex: false,
    nofollow: false,
  };
  const page = { ...base, ...more };
  return isShell(page, toPageRecord(page).internal);
}

test.each([
  ['an empty root', root],
  ['a request to turn scripts on', `${root}<noscript><p>${text}</p></noscript>`],
  [
    'a line, and links to itself and two others',
    `${root}<p>Loading…</p><a href="/">Home</a><a href="#top">Top</a>${links(2)}`,
  ],
  ['text that is hidden', `${root}<div hidden>${text}</div>`],
  [
    'links to other sites only',
    `${root}<a href="http://a.localhost/">a</a><a href="http://b.localhost/">b</a><a href="http://c.localhost/">c</a>`,
  ],
])('%s is a shell', (_what, html) => {
  expect(shell(html)).toBe(true);
});

test.each([
  ['without scripts', '<title>Shop</title><p>Under construction.</p>'],
  ['with text', `${root}<p>${text}</p>`],
  ['with text in a script without spaces', `${root}<p>${'靴と靴紐についてのすべて。'.repeat(12)}</p>`],
  ['with links', `${root}${links(3)}`],
])('a page %s is not', (_what, html) => {
  expect(shell(html)).toBe(false);
});

test.each([{ nofollow: true }, { partial: true }] as const)('%j is not', (more) => {
  expect(shell(root, more)).toBe(false);
});
