// Pages that can never be read, over a real outbound client.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts';
import { type Site, startSite } from '../../platform/outbound/test/site.ts';
import { botUserAgent } from '../pages/bot.ts';
import { createPageFetcher } from '../pages/fetch-page.ts';
import { studySite } from './study-site.ts';

let site: Site;
const opened: Outbound[] = [];
beforeAll(async () => {
  site = await startSite((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Write to <b>mia@blog.localhost</b>.</p>');
  });
});
afterAll(async () => {
  for (const outbound of opened) await outbound.close();
  await site.close();
});

const userAgent = botUserAgent('https://zeus.example/');

function study(url: string, options: Parameters<typeof createOutbound>[0]) {
  const outbound = createOutbound(options);
  opened.push(outbound);
  return studySite(createPageFetcher({ outbound, userAgent, pauseMs: 0 }), url);
}

test('a host that does not exist can never be reached', async () => {
  const { page } = await study('https://nowhere-at-all.com/page', { resolve: async () => [] });
  expect(page).toEqual({ kind: 'unreachable', message: 'nowhere-at-all.com does not exist.' });
});

test.each(['http://10.0.0.1/page', 'http://localhost/'])('%s is forbidden and can never be reached', async (url) => {
  expect((await study(url, {})).page.kind).toBe('unreachable');
});

test('a name that cannot be resolved right now may be reachable later', async () => {
  const resolve = () => Promise.reject(new Error('the name server is silent'));
  expect((await study('https://silent-name.com/page', { resolve })).page.kind).toBe('unreached');
});

test('a page that redirects to a forbidden address is closed, but its site is still read', async () => {
  const { page, addresses } = await study(site.url('/away', 'blog'), { practice: { port: site.port } });
  expect(page.kind).toBe('closed');
  expect(addresses.map(({ address }) => address)).toEqual(['mia@blog.localhost']);
});
