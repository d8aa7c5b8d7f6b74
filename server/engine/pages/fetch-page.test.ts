// Polite fetching over a real local server: refusals and traps first, then good pages.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { outboundForTests } from '../../platform/outbound/test/outbound.ts';
import { siteForTests } from '../../platform/outbound/test/site.ts';
import { randomBytes } from '../../test/long-run.ts';
import { botUserAgent } from './bot.ts';
import { createPageFetcher, type PageFetcher } from './fetch-page.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const BODY = `<title>A page</title><h1>A page</h1><p>${'Some words about golf. '.repeat(40)}</p>`;
const page =
  (body = BODY, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(200, { ...HTML, ...headers }).end(body);
const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    response.writeHead(code, headers).end('no');
const text =
  (body: string): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end(body);

const site = siteForTests((request, response) => {
  const host = (request.headers.host ?? '').split('.')[0] ?? '';
  const path = request.url ?? '';
  seen.push({ host, path, headers: request.headers });
  const answer = answers[`${host}${path}`] ?? answers[path] ?? status(404);
  answer(request, response);
});
const outbound = outboundForTests(() => ({
  practice: { port: site.port },
  limits: { firstByteMs: 1_000, totalMs: 3_000 },
}));
let answers: Record<string, Answer> = {};
let seen: { host: string; path: string; headers: IncomingMessage['headers'] }[] = [];
let clock = 0;

afterEach(() => {
  answers = {};
  seen = [];
  clock = 0;
});

const newFetcher = (pauseMs = 0): PageFetcher =>
  createPageFetcher({
    outbound,
    userAgent: botUserAgent('https://zeus.example/'),
    pauseMs,
    now: () => Date.now() + clock,
  });
const look = (path: string, name?: string) => newFetcher().fetchPage(site.url(path, name));
const paths = () => seen.map((one) => one.path);

describe('robots.txt', () => {
  test('a page it forbids is not opened', async () => {
    answers = { '/robots.txt': text('User-agent: ZeusBot\nDisallow: /private'), '/private/a': page() };
    expect(await look('/private/a')).toMatchObject({ kind: 'refused', reason: 'robots' });
    expect(paths()).toEqual(['/robots.txt']);
  });

  test('a redirect to a forbidden page, or to a host that forbids us, is not followed', async () => {
    answers = {
      'one/a': status(302, { location: '/private' }),
      'one/b': status(301, { location: site.url('/x', 'two') }),
      'one/robots.txt': text('User-agent: *\nDisallow: /private'),
      'two/robots.txt': text('User-agent: *\nDisallow: /'),
    };
    expect(await look('/a', 'one')).toMatchObject({ kind: 'refused', reason: 'robots' });
    expect(await look('/b', 'one')).toMatchObject({ kind: 'refused', reason: 'robots' });
    expect(paths()).not.toContain('/private');
    expect(paths()).not.toContain('/x');
  });

  test.each([500, 503, 429])('status %i: could not look, and the page is left alone for a while', async (code) => {
    answers = { '/robots.txt': status(code), '/a': page() };
    const fetcher = newFetcher();
    const outcome = await fetcher.fetchPage(site.url('/a'));
    expect(outcome).toMatchObject({ kind: 'could-not-look' });
    expect(await fetcher.fetchPage(site.url('/b'))).toMatchObject({ kind: 'could-not-look' });
    expect(paths()).toEqual(['/robots.txt']);
    answers['/robots.txt'] = text('');
    clock = 700_000;
    expect((await fetcher.fetchPage(site.url('/a'))).kind).toBe('page');
  });

  test.each([401, 403, 404, 410])('status %i allows all', async (code) => {
    answers = { '/robots.txt': status(code), '/a': page() };
    expect((await look('/a')).kind).toBe('page');
  });

  test('is fetched once, and a copy outlives a day only while the site is down', async () => {
    answers = { '/robots.txt': text('User-agent: *\nDisallow: /no'), '/a': page(), '/b': page() };
    const fetcher = newFetcher();
    await Promise.all([fetcher.fetchPage(site.url('/a')), fetcher.fetchPage(site.url('/b'))]);
    expect(paths().filter((path) => path === '/robots.txt')).toHaveLength(1);
    clock = 25 * 3600 * 1000;
    answers['/robots.txt'] = status(500);
    expect((await fetcher.fetchPage(site.url('/a'))).kind).toBe('page');
    expect(await fetcher.fetchPage(site.url('/no'))).toMatchObject({ kind: 'refused', reason: 'robots' });
    expect(paths().filter((path) => path === '/robots.txt')).toHaveLength(2);
  });

  test('reads an endless file up to the limit', async () => {
    answers = {
      '/robots.txt': (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/plain' });
        response.write('User-agent: *\nDisallow: /no\n');
        const more = () => {
          while (!response.destroyed && response.write(`# ${'x'.repeat(8_000)}\n`));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
      '/a': page(),
    };
    const fetcher = newFetcher();
    expect((await fetcher.fetchPage(site.url('/a'))).kind).toBe('page');
    expect((await fetcher.fetchPage(site.url('/no'))).kind).toBe('refused');
  });
});

describe('what is not fetched', () => {
  test.each(['http://127.0.0.1/', 'http://localhost:1/', 'http://10.0.0.1/a', 'http://metadata.internal/'])(
    '%s is refused by policy',
    async (url) => expect(await newFetcher().fetchPage(url)).toMatchObject({ kind: 'refused', reason: 'policy' }),
  );

  test('a redirect to a private address is refused', async () => {
    answers = { '/a': status(302, { location: 'http://127.0.0.1:1/secret' }) };
    expect(await look('/a')).toMatchObject({ kind: 'refused', reason: 'policy' });
  });

  test.each(['ftp://a.example/', 'mailto:a@a.example', 'nonsense'])('%s is not the URL of a page', async (url) =>
    expect(await newFetcher().fetchPage(url)).toMatchObject({ kind: 'not-a-page', reason: 'bad-address' }),
  );

  test.each([401, 403, 451])('status %i: the site blocks us', async (code) => {
    answers = { '/a': status(code) };
    expect(await look('/a')).toMatchObject({ kind: 'refused', reason: 'site' });
  });

  test('a redirect loop ends', async () => {
    answers = { '/a': status(302, { location: '/b' }), '/b': status(302, { location: '/a' }) };
    expect(await look('/a')).toMatchObject({ kind: 'not-a-page', reason: 'redirect-loop' });
    expect(seen.length).toBeLessThan(5);
  });

  test('an endless chain of redirects ends', async () => {
    for (let i = 0; i < 30; i++) answers[`/${i}`] = status(308, { location: `/${i + 1}` });
    expect(await look('/0')).toMatchObject({ kind: 'not-a-page', reason: 'redirect-loop' });
    expect(seen.length).toBeLessThan(15);
  });

  test('another kind of file is not read', async () => {
    answers = {
      '/a.pdf': (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/pdf' }).write('%PDF');
      },
    };
    expect(await look('/a.pdf')).toMatchObject({ kind: 'not-a-page', reason: 'content-type' });
  });

  test('does not read a page that is too large, compressed or decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024, '<p>a</p>'));
    answers = {
      '/announced': (_request, response) => {
        response.writeHead(200, { ...HTML, 'content-length': '52428800' }).write('<p>');
      },
      '/bomb': (_request, response) => {
        response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(bomb);
      },
    };
    for (const path of ['/announced', '/bomb'])
      expect(await look(path)).toMatchObject({ kind: 'not-a-page', reason: 'too-large' });
  });
});

describe('a bot check with a good status', () => {
  const answer =
    (code: number, body: string, headers: Record<string, string> = {}): Answer =>
    (_request, response) =>
      response.writeHead(code, { ...HTML, ...headers }).end(body);
  const captcha = '/.well-known/sgcaptcha/?r=%2Fa&y=ipc:203.0.113.7:1700000000.123';
  const siteGround = `<html><head><link rel="icon" href="data:;"><meta http-equiv="refresh" content="0;${captcha}"></meta></head></html>`;

  test.each<[string, Record<string, Answer>]>([
    ['SiteGround, by its header', { '/a': answer(202, siteGround, { 'sg-captcha': 'challenge' }) }],
    [
      'SiteGround, by the page that it leads to',
      {
        '/a': answer(202, siteGround),
        [captcha]: answer(202, '<title>Robot Challenge Screen</title><p>Checking the site connection security</p>'),
      },
    ],
    [
      'Cloudflare',
      {
        '/a': answer(
          200,
          '<title>Just a moment...</title><meta http-equiv="refresh" content="360"><h1>site.localhost</h1>' +
            '<p>Verifying you are human. This may take a few seconds.</p><p>Performance &amp; security by ' +
            '<a href="https://www.cloudflare.com?utm_source=challenge">Cloudflare</a></p>',
        ),
      },
    ],
    ['AWS', { '/a': answer(202, '<script src="/challenge.js"></script>', { 'x-amzn-waf-action': 'challenge' }) }],
    [
      'Imunify360',
      {
        '/a': answer(
          200,
          '<title>One moment, please...</title><h1>Please wait while your request is being verified...</h1>',
        ),
      },
    ],
    ['Anubis', { '/a': answer(200, "<title>Making sure you're not a bot!</title><p>Loading...</p>") }],
  ])('%s: the site blocks us', async (_name, wall) => {
    answers = wall;
    expect(await look('/a')).toMatchObject({ kind: 'refused', reason: 'site', botCheck: true });
  });

  test('is not mistaken for a page about bot checks', async () => {
    const title = '<title>Just a moment: how captchas work</title>';
    const menu = `<nav>${'<a href="/x">A page of ours</a> '.repeat(12)}</nav>`;
    answers = {
      '/short': page(`${title}${menu}<p>Soon.</p>`),
      '/long': page(`${title}<p>${'Words. '.repeat(300)}</p>`),
    };
    for (const path of ['/short', '/long']) expect((await look(path)).kind).toBe('page');
  });
});

describe('a cookie wall', () => {
  const cookie = () => seen.at(-1)?.headers.cookie;
  /** Redirects until the cookie is sent. */
  const wall =
    (setCookie: string | string[], to: string): Answer =>
    (request, response) =>
      /\bseen=/.test(request.headers.cookie ?? '')
        ? page()(request, response)
        : response.writeHead(302, { location: to, 'set-cookie': setCookie }).end();

  test('is passed by sending its cookie, even if another page sets it', async () => {
    answers = {
      '/a': wall('seen=1; Path=/; HttpOnly', '/a'),
      '/b': wall('other=1', '/check?back=/b'),
      '/check?back=/b': status(307, { location: '/b', 'set-cookie': 'seen=2' }),
    };
    expect(await look('/a')).toMatchObject({ kind: 'page', page: { url: site.url('/a'), redirects: [] } });
    expect(cookie()).toBe('seen=1');
    expect(await look('/b')).toMatchObject({ kind: 'page', page: { url: site.url('/b'), redirects: [] } });
    expect(cookie()).toBe('other=1; seen=2');
  });

  test('that never lets us in is reported as a loop', async () => {
    let turn = 0;
    answers = {
      '/same': status(302, { location: '/same', 'set-cookie': 'id=1' }),
      '/new': (_request, response) => response.writeHead(302, { location: '/new', 'set-cookie': `id=${turn++}` }).end(),
    };
    for (const path of ['/same', '/new'])
      expect(await look(path)).toMatchObject({ kind: 'not-a-page', reason: 'redirect-loop' });
    expect(paths().filter((path) => path === '/same')).toHaveLength(2);
    expect(paths().filter((path) => path === '/new').length).toBeLessThan(12);
  });

  test('has its cookies sent only to the same host and path, in the same visit, and secure ones never over http', async () => {
    const lines = [
      'mine=1',
      'deep=1; Path=/deep',
      'locked=1; Secure',
      'wide=1; Domain=localhost',
      'alien=1; Domain=b.com',
    ];
    answers = {
      'one/a': (_request, response) =>
        response.writeHead(302, { location: site.url('/end', 'two'), 'set-cookie': lines }).end(),
      'two/end': status(302, { location: site.url('/back', 'one') }),
      'one/back': page(),
      'one/c': page(),
    };
    const fetcher = newFetcher();
    await fetcher.fetchPage(site.url('/a', 'one'));
    const sent = Object.fromEntries(seen.map(({ host, path, headers }) => [host + path, headers.cookie]));
    expect(sent).toMatchObject({ 'two/end': undefined, 'one/back': 'mine=1' });
    await fetcher.fetchPage(site.url('/c', 'one'));
    expect(cookie()).toBeUndefined();
  });

  test('cannot exhaust memory or break the next request', async () => {
    const many = Array.from({ length: 80 }, (_, i) => `c${i}=1`);
    const lines = [`long=${'x'.repeat(5_000)}`, 'tab=a\tb', 'latin=\xe4', '=', ';;', ...many];
    answers = {
      '/a': (_request, response) => response.writeHead(302, { location: '/end', 'set-cookie': lines }).end(),
      '/end': page(),
    };
    expect((await look('/a')).kind).toBe('page');
    expect(cookie()?.split('; ').length).toBeLessThanOrEqual(50);
    expect(cookie()).not.toContain('long');
  });

  test('cannot redirect to a private address', async () => {
    answers = {
      '/a': status(302, { location: 'http://127.0.0.1:1/secret', 'set-cookie': 'seen=1; Domain=127.0.0.1' }),
    };
    expect(await look('/a')).toMatchObject({ kind: 'refused', reason: 'policy' });
  });
});

describe('nothing there', () => {
  test.each([404, 410])('status %i', async (code) => {
    answers = { '/a': status(code) };
    expect(await look('/a')).toMatchObject({ kind: 'gone', status: code });
  });

  test.each([
    '<title>Page not found</title><p>Sorry.</p>',
    '<title>Golf</title><h1>404</h1><p>Back to the start</p>',
    '<title>Seite nicht gefunden – Golf</title>',
    '<title>Sorry, we couldn’t find what you were looking for</title>',
    '<title>We can’t find this page | Golf</title>',
    '<title>Not Found (404)</title>',
  ])('a page that says so: %s', async (body) => {
    answers = { '/a': page(body) };
    expect(await look('/a')).toMatchObject({ kind: 'gone', status: 200 });
  });

  test.each([
    ['The page that was not found', 200],
    ['Page not found', 60],
    ['Can’t find a plumber? Try this', 10],
    ['How to fix “404 page not found”', 10],
    ['Route 404: a walk to the sea', 10],
    ['Not found in Texas: the red wolf', 10],
  ])('an article about lost things is a page: %s', async (title, times) => {
    answers = { '/a': page(`<title>${title}</title><p>${'many words here '.repeat(times)}</p>`) };
    expect((await look('/a')).kind).toBe('page');
  });
});

describe('could not look', () => {
  test('503 with Retry-After rests the whole host until then', async () => {
    answers = { '/a': status(503, { 'retry-after': '120' }), '/b': page() };
    const fetcher = newFetcher();
    expect(await fetcher.fetchPage(site.url('/a'))).toMatchObject({ kind: 'could-not-look', retryAfterSeconds: 120 });
    expect(await fetcher.fetchPage(site.url('/b'))).toMatchObject({ kind: 'could-not-look' });
    expect(paths()).not.toContain('/b');
    clock = 121_000;
    expect((await fetcher.fetchPage(site.url('/b'))).kind).toBe('page');
  });

  test.each([500, 502, 429])('status %i', async (code) => {
    answers = { '/a': status(code) };
    expect(await look('/a')).toMatchObject({ kind: 'could-not-look' });
  });

  test.each([0, 12])('a response cut off after %i bytes, before any text', async (length) => {
    answers = {
      '/a': (_request, response) => {
        response.writeHead(200, { ...HTML, 'content-length': '500' });
        response.write('<!DOCTYPE html>'.slice(0, length), () => response.destroy());
      },
    };
    expect(await look('/a')).toMatchObject({ kind: 'could-not-look' });
  });

  test('a host that hangs or closes the connection, left alone after three failures', async () => {
    answers = {
      '/hangs': () => undefined,
      '/breaks': (_request, response) => void response.destroy(),
    };
    const fetcher = newFetcher();
    for (const path of ['/hangs', '/breaks'])
      expect(await fetcher.fetchPage(site.url(path))).toMatchObject({ kind: 'could-not-look' });
    answers['/ok'] = page();
    for (let i = 0; i < 3; i++) await fetcher.fetchPage(site.url('/breaks'));
    expect(await fetcher.fetchPage(site.url('/ok'))).toMatchObject({ kind: 'could-not-look' });
    expect(paths()).not.toContain('/ok');
  });

  test('a caller who aborts gets their own reason', async () => {
    answers = { '/a': () => undefined };
    const giveUp = new AbortController();
    const looking = newFetcher().fetchPage(site.url('/a'), { signal: giveUp.signal });
    await expect.poll(paths).toContain('/a');
    giveUp.abort();
    await expect(looking).rejects.toThrow(/canceled|aborted/);
  });
});

describe('one request at a time', () => {
  test('to a host, while hosts do not wait for each other', async () => {
    const open: Record<string, number> = {};
    let most = 0;
    let mostTogether = 0;
    const counting: Answer = (request, response) => {
      const host = request.headers.host ?? '';
      open[host] = (open[host] ?? 0) + 1;
      most = Math.max(most, open[host]);
      mostTogether = Math.max(
        mostTogether,
        Object.values(open).reduce((a, b) => a + b),
      );
      setTimeout(() => {
        open[host] = (open[host] ?? 1) - 1;
        page()(request, response);
      }, 30);
    };
    answers = Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`/${i}`, counting]));
    const fetcher = newFetcher();
    const all = ['one', 'two'].flatMap((name) => Object.keys(answers).map((path) => site.url(path, name)));
    const outcomes = await Promise.all(all.map((url) => fetcher.fetchPage(url)));
    expect(outcomes.map((outcome) => outcome.kind)).toEqual(all.map(() => 'page'));
    expect(most).toBe(1);
    expect(mostTogether).toBe(2);
  });

  test('with the pause that robots.txt requests', async () => {
    const at: number[] = [];
    const stamped: Answer = (request, response) => {
      at.push(performance.now());
      page()(request, response);
    };
    answers = { '/robots.txt': text('User-agent: *\nCrawl-delay: 0.3'), '/a': stamped, '/b': stamped };
    const fetcher = newFetcher();
    await Promise.all(['/a', '/b'].map((path) => fetcher.fetchPage(site.url(path))));
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(280);
  });
});

describe('a page', () => {
  test('comes with its facts, and the bot identifies itself', async () => {
    answers = { '/a': page(BODY, { etag: '"v1"', 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }) };
    const outcome = await look('/a');
    expect(outcome).toMatchObject({
      kind: 'page',
      page: {
        url: site.url('/a'),
        redirects: [],
        facts: { title: 'A page' },
        noindex: false,
        nofollow: false,
        etag: '"v1"',
        lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT',
      },
    });
    expect(seen.at(-1)?.headers['user-agent']).toMatch(/^ZeusBot\/\d+\.\d+\.\d+ \(\+https:\/\/zeus\.example\/bot\)$/);
  });

  test('is not sent again when unchanged', async () => {
    answers = {
      '/a': (request, response) =>
        request.headers['if-none-match'] === '"v1"' ? status(304)(request, response) : page()(request, response),
    };
    const fetcher = newFetcher();
    const conditions = { etag: '"v1"', lastModified: null };
    expect(await fetcher.fetchPage(site.url('/a'), { conditions })).toEqual({ kind: 'not-modified' });
    expect((await fetcher.fetchPage(site.url('/a'), { conditions: { etag: '"v0"' } })).kind).toBe('page');
  });

  describe('that is cut off', () => {
    const half = '<title>A page</title><p>Written by Jane Doe';
    const raw =
      (head: string, body: Buffer | string, end: (socket: Socket) => void = (socket) => socket.end()): Answer =>
      (_request, { socket }) => {
        socket?.write(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: "v1"\r\n${head}\r\n\r\n`);
        socket?.write(body, () => end(socket));
      };
    const reset = (socket: Socket) => void socket.resetAndDestroy();
    const zipped = gzipSync(half + randomBytes(3_000).toString('hex'));

    test.each([
      ['before its announced length', raw('Content-Length: 5000', half)],
      ['within a chunk', raw('Transfer-Encoding: chunked', `fff\r\n${half}`)],
      ['between two chunks', raw('Transfer-Encoding: chunked', `${half.length.toString(16)}\r\n${half}\r\n`)],
      ['into a broken chunk', raw('Transfer-Encoding: chunked', `${half.length.toString(16)}\r\n${half}\r\n?!\r\n`)],
      ['with a reset', raw('Content-Length: 5000', half, reset)],
      ['compressed', raw('Content-Length: 5000\r\nContent-Encoding: gzip', zipped.subarray(0, -900))],
    ])('%s is read as far as it goes after a second attempt', async (_how, answer) => {
      answers = { '/a': answer };
      const outcome = await look('/a');
      expect(outcome).toMatchObject({ kind: 'page', page: { partial: true, facts: { title: 'A page', cut: true } } });
      expect(outcome).not.toHaveProperty('page.etag');
      expect(JSON.stringify(outcome)).toContain('Written by Jane Doe');
      expect(paths().filter((path) => path === '/a')).toHaveLength(2);
    });

    test('is complete if the second attempt succeeds, and partial if it fails', async () => {
      let asked = 0;
      const first = raw('Content-Length: 5000', half);
      const then = (answer: Answer): Answer => {
        asked = 0;
        return (request, response) => (asked++ === 0 ? first : answer)(request, response);
      };
      answers = { '/a': then(page()) };
      expect(await look('/a')).not.toHaveProperty('page.partial');
      answers = { '/a': then(status(503)) };
      expect(await look('/a')).toMatchObject({ kind: 'page', page: { partial: true } });
    });

    test('only in its compression, or has extra bytes after it, is read', async () => {
      const cut = gzipSync(half).subarray(0, -8);
      const more = Buffer.concat([gzipSync(half), Buffer.from('\nbytes that do not belong here')]);
      for (const body of [cut, more]) {
        answers = { '/a': raw(`Content-Length: ${body.length}\r\nContent-Encoding: gzip`, body) };
        const outcome = await look('/a');
        expect(outcome).toMatchObject({ kind: 'page', page: { facts: { blocks: [{ text: 'Written by Jane Doe' }] } } });
      }
    });

    test('in robots.txt: the rules that arrived apply for ten minutes', async () => {
      answers = {
        '/robots.txt': raw('Content-Length: 5000', 'User-agent: *\nDisallow: /no\nAllow: /'),
        '/a': page(),
        '/no/yes': page(),
      };
      const fetcher = newFetcher();
      expect((await fetcher.fetchPage(site.url('/a'))).kind).toBe('page');
      expect((await fetcher.fetchPage(site.url('/no/yes'))).kind).toBe('refused');
      answers['/robots.txt'] = text('');
      clock = 601_000;
      expect((await fetcher.fetchPage(site.url('/no/yes'))).kind).toBe('page');
    });
  });

  test.each([
    ['301', status(301, { location: '/end#part' })],
    ['a refresh in the page', page('<meta http-equiv="refresh" content="0; url=\'/end\'"><p>Moved</p>')],
    ['a refresh without a separator', page('<meta http-equiv="refresh" content="0 url=/end"><p>Moved</p>')],
    ['a refresh after half a second', page('<meta http-equiv="refresh" content=".5;URL=\'/end"><p>Moved</p>')],
    ['a Refresh header', page(BODY, { refresh: '0; url=/end' })],
    ['a Refresh header without a page', page('', { refresh: '3;/end' })],
    ['a script', page('<script>window.location.replace("\\/end")</script>')],
    ['a load handler', page('<body onload="location.href=&quot;/end&quot;"></body>')],
  ])('is found behind %s', async (_name, answer) => {
    answers = { '/a': answer, '/end': page() };
    expect(await look('/a')).toMatchObject({
      kind: 'page',
      page: { url: site.url('/end'), redirects: [site.url('/a')] },
    });
  });

  test('that refreshes itself, or redirects by a script later, is a page', async () => {
    answers = {
      '/a': page(`<meta http-equiv="refresh" content="300; url=/b">${BODY}`),
      '/b': page(`${BODY}<script>if (x) location.href = "/c"</script>`),
      '/c': page(BODY, { refresh: '300; url=/a' }),
      '/f': page(`<meta http-equiv="refresh" content="0;url=">${BODY}`),
      '/d': page(BODY, { refresh: '0; url=/d' }),
      '/e': page(BODY, { refresh: '0; url=mailto:a@golf.example' }),
    };
    for (const path of ['/a', '/b', '/c', '/d', '/e', '/f'])
      expect(await look(path)).toMatchObject({ page: { url: site.url(path) } });
  });

  test.each([
    ['a click handler', '<p onclick="location.href=\'/end\'">Read on</p>'],
    ['a function that is never called', '<script>function go() { location.href = "/end" }</script>'],
    ['a condition', '<script>if (screen.width < 500) location.href = "/end"</script>'],
    ['a refresh for readers without scripts', '<noscript><meta http-equiv="refresh" content="0; url=/end"></noscript>'],
    ['a refresh in a template', '<template><meta http-equiv="refresh" content="0; url=/end"></template>'],
    ['a script for readers without scripts', '<noscript><script>location = "/end"</script></noscript>'],
    ['data in a script', '<script type="text/template">location = "/end"</script>'],
    ['a meta tag of that name', '<meta name="refresh" content="0; url=/end">'],
    ['text about it', '<pre>location = "/end"</pre>'],
  ])('is not mistaken for a redirect because of %s', async (_name, markup) => {
    answers = { '/a': page(`<title>Contact</title>${markup}<p>jane@golf.example</p>`), '/end': page() };
    expect(await look('/a')).toMatchObject({ kind: 'page', page: { url: site.url('/a'), redirects: [] } });
    expect(paths()).not.toContain('/end');
  });

  test('that redirects a deep URL to the home page, or is parked, says so', async () => {
    answers = {
      '/deep': status(302, { location: '/' }),
      '/': page(),
      '/parked': page('<title>golf.example</title><h1>This domain is for sale!</h1>'),
    };
    expect(await look('/deep')).toMatchObject({ page: { hints: { redirectedToHome: true, parked: false } } });
    expect(await look('/parked')).toMatchObject({ page: { hints: { redirectedToHome: false, parked: true } } });
  });

  test.each([
    '<title>golf.example</title><h2>Related searches</h2><p>Golf clubs</p><p>Buy this domain</p>',
    '<title>golf.example - this domain has expired</title>',
    '<p>The domain name golf.example may be for sale.</p>',
    '<title>Domain golf.example for sale</title>',
    '<p>This page is parked free, courtesy of a registrar.</p>',
    '<h1>Diese Domain steht zum Verkauf</h1>',
    '<h1>Le nom de domaine golf.example est à vendre</h1>',
  ])('is recognized as parked: %s', async (html) => {
    answers = { '/': page(html) };
    expect(await look('/')).toMatchObject({ page: { hints: { parked: true } } });
  });

  test('without a type is read when it looks like HTML', async () => {
    answers = {
      '/a': (_request, response) => response.end(`<!DOCTYPE html>${BODY}`),
      '/b': (_request, response) => response.end('{"a":1}'),
    };
    expect((await look('/a')).kind).toBe('page');
    expect(await look('/b')).toMatchObject({ kind: 'not-a-page', reason: 'content-type' });
  });

  test('may ask not to be indexed or followed, in its head or its headers', async () => {
    answers = {
      '/a': page(`<meta name="robots" content="NOINDEX, follow">${BODY}`),
      '/b': page(BODY, { 'x-robots-tag': 'zeusbot: nofollow' }),
      '/c': page(BODY, { 'x-robots-tag': 'otherbot: noindex' }),
    };
    expect(await look('/a')).toMatchObject({ page: { noindex: true, nofollow: false } });
    expect(await look('/b')).toMatchObject({ page: { noindex: false, nofollow: true } });
    expect(await look('/c')).toMatchObject({ page: { noindex: false, nofollow: false } });
  });

  test.each<[string | string[], boolean, boolean]>([
    ['max-image-preview:none', false, false],
    ['max-snippet:-1, noindex', true, false],
    ['unavailable_after: 25 Jun 2030 15:00:00 PST, noindex', true, false],
    ['None', true, true],
    ['googlebot: noindex', false, false],
    ['googlebot: noindex, nofollow', false, false],
    ['googlebot: noindex, zeusbot: nofollow', false, true],
    ['ZeusBot: noindex', true, false],
    [['googlebot: noindex', 'nofollow'], false, true],
    [['max-snippet: 20', 'noindex'], true, false],
  ])('with X-Robots-Tag %j', async (header, noindex, nofollow) => {
    answers = {
      '/a': (_request, response) => response.writeHead(200, { ...HTML, 'x-robots-tag': header }).end(BODY),
    };
    expect(await look('/a')).toMatchObject({ page: { noindex, nofollow } });
  });

  test.each<[string | string[]]>([
    [['text/html', 'text/html; charset=windows-1251']],
    [['text/html; charset=windows-1251', 'text/html']],
    ['text/plain, text/html; charset=windows-1251'],
    [['text/html; charset=windows-1251', 'nonsense']],
  ])('with the duplicate content type %j is read', async (types) => {
    const letters = Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]);
    const body = Buffer.concat([Buffer.from('<p>'), letters, Buffer.from('</p>')]);
    answers = { '/a': (_request, response) => response.setHeader('content-type', types).end(body) };
    expect(await look('/a')).toMatchObject({ kind: 'page', page: { facts: { blocks: [{ text: 'Привет' }] } } });
  });
});
