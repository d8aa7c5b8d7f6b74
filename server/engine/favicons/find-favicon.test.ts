// Icons of real sites, on a local server: which one is used, and which are skipped.
import { describe, expect, test } from 'vitest';
import { outboundForTests } from '../../platform/outbound/test/outbound.ts';
import { siteForTests } from '../../platform/outbound/test/site.ts';
import { createPageFetcher } from '../pages/fetch-page.ts';
import { findFavicon } from './find-favicon.ts';
import { letterTile } from './letter-tile.ts';
import { inOrder } from './named-icons.ts';
import { isSafeSvg } from './safe-svg.ts';

const png = (size: number) => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(size)]);
const ico = Buffer.from('\0\0\x01\0\x01\0', 'latin1');
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>';
const evil = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

type Files = Record<string, string | Buffer>;
const sites: Record<string, Files> = {
  several: {
    '/': '<link rel="icon" sizes="16x16" href="/16.png"><link rel="apple-touch-icon" href="/touch.png"><link rel="mask-icon" href="/mask.svg">',
    '/16.png': png(16),
    '/touch.png': png(180),
    '/mask.svg': svg,
  },
  drawing: { '/': '<link rel="shortcut icon" href="icon.svg"><link rel="icon" href="/16.png">', '/icon.svg': svg },
  manifest: {
    '/': '<link rel=manifest href=/app.webmanifest><link rel="icon" href="/16.png">',
    '/app.webmanifest': JSON.stringify({
      icons: [
        { src: '/mono.png', sizes: '512x512', purpose: 'monochrome' },
        { src: 'i/192.png', sizes: '192x192' },
      ],
    }),
    '/i/192.png': png(192),
    '/16.png': png(16),
  },
  usual: { '/': '<p>No icon is named', '/favicon.ico': ico },
  'front-missing': { '/favicon.ico': ico },
  liar: { '/': '<link rel="icon" href="/icon.png">', '/icon.png': '<html>not found</html>', '/favicon.ico': png(1) },
  evil: { '/': '<link rel="icon" href="/icon.svg">', '/icon.svg': evil },
  inside: { '/': '<link rel="icon" href="http://127.0.0.1:22/icon.png">' },
  huge: { '/': '<link rel="icon" href="/huge.png">', '/huge.png': png(600 * 1024) },
  none: { '/': '<p>Nothing', '/favicon.ico': '' },
  closed: {
    '/robots.txt': 'User-agent: ZeusBot\nDisallow: /icons/',
    '/': '<link rel="icon" href="/icons/1.png">',
    '/icons/1.png': png(9),
    '/favicon.ico': ico,
  },
};

const web = siteForTests((request, response) => {
  const host = request.headers.host?.split('.')[0] ?? '';
  asked.push(`${host}${request.url} ${request.headers['user-agent']}`);
  const file = sites[host]?.[request.url ?? ''];
  if (busy && request.url === '/') response.writeHead(429, { 'retry-after': '3600' }).end();
  else if (file === undefined) response.writeHead(404, { 'content-type': 'image/png' }).end(png(8));
  else response.end(file);
});
const outbound = outboundForTests(() => ({ practice: { port: web.port } }));
let asked: string[] = [];
let busy = false;

const find = (host: string) => {
  const fetcher = createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs: 0 });
  return findFavicon(`${host}.localhost`, { fetcher, outbound, practice: { port: web.port } });
};

test.each([
  ['several', 'png', 188],
  ['drawing', 'svg', svg.length],
  ['manifest', 'png', 200],
  ['usual', 'ico', ico.length],
  ['front-missing', 'ico', ico.length],
  ['liar', 'png', 9],
])('%s: the best one that is a picture', async (host, extension, length) => {
  expect(await find(host)).toMatchObject({ extension, bytes: { length } });
});

test('does not request an icon that robots.txt forbids, and identifies the bot', async () => {
  asked = [];
  expect(await find('closed')).toMatchObject({ extension: 'ico' });
  expect(asked).toEqual(['/robots.txt', '/', '/favicon.ico'].map((path) => `closed${path} ZeusBot/0`));
});

test('does not visit a resting site for its icon, and concludes nothing from that', async () => {
  const fetcher = createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs: 0 });
  busy = true;
  expect(await fetcher.fetchPage(web.url('/', 'usual'))).toMatchObject({ kind: 'could-not-look' });
  asked = [];
  busy = false;
  const search = { fetcher, outbound, practice: { port: web.port } };
  expect(await findFavicon('usual.localhost', search)).toBe('not-now');
  expect(asked).toEqual([]);
});

test.each(['evil', 'inside', 'huge', 'none', 'unknown'])('%s: none', async (host) => {
  expect(await find(host)).toBeNull();
});

test('the smallest large enough comes first, then smaller ones', () => {
  const sizes = [16, 2048, 512, 180, 32, 300].map((size) => ({ url: String(size), size }));
  expect(inOrder(sizes).map(({ size }) => size)).toEqual([180, 300, 512, 32, 16, 2048]);
});

describe('rejects a drawing that could do more than be displayed', () => {
  const inside = (text: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink">${text}</svg>`;
  test.each([
    '<script>1</script>',
    '<svg:script xmlns:svg="http://www.w3.org/2000/svg">1</svg:script>',
    '<rect onload="alert(1)"/>',
    '<rect fill="red"onclick=alert(1) />',
    '<foreignObject><body/></foreignObject>',
    '<image href="https://tracker.com/x.png"/>',
    '<image x:href="//tracker.com/x.png"/>',
    '<a href="javascript:alert(1)"><rect/></a>',
    '<use href="&#104;ttp://evil.com/#a"/>',
    '<image href="data:image/svg+xml;base64,AAAA"/>',
    '<style>@import "https://evil.com/a.css";</style>',
    '<style>rect{fill:url(https://evil.com/)}</style>',
    '<style>rect{fill:u\\72l(https://evil.com/)}</style>',
    '<animate attributeName="href" values="javascript:alert(1)"/>',
    '<set attributeName="onmouseover" to="alert(1)"/>',
    '<?xml-stylesheet href="https://evil.com/a.css"?>',
  ])('%s', (text) => expect(isSafeSvg(inside(text))).toBe(false));

  test('nor one that declares entities or is very large', () => {
    expect(isSafeSvg(`<!DOCTYPE svg [<!ENTITY a "aaaa">]>${inside('&a;')}`)).toBe(false);
    expect(isSafeSvg(inside('<g/>'.repeat(100_000)))).toBe(false);
  });

  test('accepts an ordinary one', () => {
    const text = '<style>.a{fill:url(#g)}</style><linearGradient id="g"/><path class="a" d="M0 0h9"/><use href="#g"/>';
    expect(isSafeSvg(`<?xml version="1.0"?>${inside(text)}`)).toBe(true);
  });
});

test('a letter tile is a safe drawing for any name', () => {
  for (const host of ['www.golf.example', '1password.com', 'bücher.example', '', '<script>', '-']) {
    expect(isSafeSvg(letterTile(host))).toBe(true);
  }
  expect(letterTile('www.golf.example')).toContain('>G</text>');
  expect(letterTile('')).toContain('>?</text>');
});
