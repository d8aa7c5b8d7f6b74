import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { preloadPages, preloadsFile } from './page-preloads.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zeus-preloads-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const pages = {
  'login-page': ['/assets/a.js', '/assets/b.js'],
  'dashboard-page': ['/assets/d.js'],
  'contacts-page': ['/assets/c.js'],
  'new-campaign-page': ['/assets/n.js'],
};

function linkOf(path: string) {
  const app = new Hono().use(preloadPages(folder)).get('*', (c) => (path.endsWith('.js') ? c.body('') : c.html('<p>')));
  return Promise.resolve(app.request(path)).then(({ headers }) => headers.get('link'));
}

test.each([
  [
    '/login',
    '</assets/a.js>; rel=modulepreload; fetchpriority=low, </assets/b.js>; rel=modulepreload; fetchpriority=low',
  ],
  [
    '/LOGIN/',
    '</assets/a.js>; rel=modulepreload; fetchpriority=low, </assets/b.js>; rel=modulepreload; fetchpriority=low',
  ],
  ['/', '</assets/d.js>; rel=modulepreload; fetchpriority=low'],
  ['/campaign', '</assets/n.js>; rel=modulepreload; fetchpriority=low'],
  ['/campaign/contacts/17', '</assets/c.js>; rel=modulepreload; fetchpriority=low'],
  ['/no-such-page', null],
  ['/constructor', null],
  ['/login.js', null],
])('%s', async (path, link) => {
  writeFileSync(join(folder, preloadsFile), JSON.stringify(pages));
  expect(await linkOf(path)).toBe(link);
});

test('a build without the list is served without the header', async () => {
  expect(await linkOf('/login')).toBeNull();
});
