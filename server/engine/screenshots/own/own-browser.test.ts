// Our own browser on pages made for it: what is removed and waited for, and what happens when the browser itself fails.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chromiumLaunchOptions, findChromium, programOf } from '../../../platform/chromium/chromium.ts';
import { pictureType } from '../../../platform/files/picture-type.ts';
import { siteForTests } from '../../../platform/outbound/test/site.ts';
import type { Call } from '../../provider.ts';
import type { ScreenshotOutcome } from '../screenshot-provider.ts';
import { type KeeperOptions, keepBrowser } from './browser/keep-browser.ts';
import { kill } from './browser/process-memory.ts';
import { type OwnBrowser, openOwnBrowser } from './own-browser.ts';

const log = { info: () => undefined, warn: () => undefined };
const call: Call = { outbound: { request: () => Promise.reject(), close: async () => undefined }, log };
const red = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="red"/></svg>`;
const text = '<p style="font-size:40px">An ordinary page with a few lines of text.</p>'.repeat(8);
const cover = (style: string, inside: string) =>
  `<div style="position:fixed;z-index:9999;background:#00f;${style}">${inside}</div>`;

const pages: Record<string, string> = {
  '/': `<title>plain</title>${text}`,
  '/known': `<title>known</title>${text}<div id="onetrust-consent-sdk">${cover('inset:0', 'We value your privacy')}</div>`,
  '/modal': `<title>modal</title>${text}${cover('inset:10%', 'Join our newsletter! <button>Subscribe</button>')}`,
  '/closable': `<title>open</title>${text}<dialog id="d"><p>Sign up today</p><button aria-label="Close" onclick="document.title='closed by its button';d.close()">×</button></dialog><style>dialog{width:80vw;height:80vh;background:#00f}</style><script>d.showModal()</script>`,
  '/bar': `<title>bar</title>${text}${cover('bottom:0;left:0;right:0;height:90px', 'This site uses cookies. <button>OK</button>')}`,
  '/header': `<title>header</title>${cover('top:0;left:0;right:0;height:90px', 'Menu Shop About')}${text}`,
  '/boxed': `<title>boxed</title><div style="position:fixed;inset:0;overflow:auto;background:#00f">${text}</div>`,
  '/scrolled': `<title>scrolled</title><img src="/red.svg">${'<p>lower</p>'.repeat(200)}<script>onload=()=>scrollTo(0,3000)</script>`,
  '/worker': `<title>stopped</title>${text}<img src="/after-worker"><script>
    const told = ({ target }) => /^(installed|activ)/.test(target.state) && (document.title = 'it runs');
    const { register } = ServiceWorkerContainer.prototype;
    register.call(navigator.serviceWorker, '/worker.js').then(({ installing }) => (installing.onstatechange = told));
  </script>`,
  '/lazy': `<title>lazy</title><img loading="lazy" data-src="/red.svg" width="600" height="400"><div style="height:3000px"></div>`,
  '/drawn': `<title>drawn</title><base href="/shop/"><div id="root"></div><script>
    const draw = (href) => (root.innerHTML = '<a href="' + href + '">x</a>');
    onload = () => { draw('soon'); setTimeout(draw, 300, 'late'); };
    const add = (more) => document.body.insertAdjacentHTML('beforeend', '<a ' + more + '>x</a>');
    add('href="/a#1"'); add('href="/a#1"'); add('href="/no" hidden'); add('href="/no" rel="ugc nofollow"'); add('href="http://["');
    add('href="http://other.localhost/"'); add('href="/${'x'.repeat(3_000)}"'); add('name="no"');
  </script>`,
  '/drawn-with-robots': `<title>yes</title><meta name="robots" content="max-image-preview:none"><script>document.write('<a href="/a">a</a>')</script>`,
  '/drawn-none': `<title>no</title><meta name="robots" content="noarchive, NONE"><script>document.write('<a href="/a">a</a>')</script>`,
  '/drawn-nofollow': `<title>no</title><meta name="robots" content="noindex, nofollow"><script>document.write('<a href="/a">a</a>')</script>`,
  '/check': '<title>Vercel Security Checkpoint</title><p>We are verifying your browser</p>',
  '/checklist': '<title>Security Checklist for WordPress: 25 steps</title><p>Make backups.</p>',
  '/poem': `<title>Just a Moment: a poem</title>${'<a href="/">home</a> '.repeat(9)}<p>A moment.</p>`,
  '/essay': `<title>Are you a robot?</title><p>${'Some checks ask a lot. '.repeat(60)}</p>`,
  '/goes-on': `<title>goes on</title><script>location.href = '/drawn'</script>`,
};

const site = siteForTests((request, response) => {
  agents.push(request.headers['user-agent'] ?? '');
  asked.push(request.url ?? '');
  answer(request.url ?? '', response);
});
let own: OwnBrowser;
const open = (more: object = {}) =>
  openOwnBrowser({ practice: { port: site.port }, log, botName: 'ZeusBot/1 (+http://zeus/bot)', ...more });
const agents: string[] = [];
const asked: string[] = [];

beforeAll(async () => {
  own = open();
});
afterAll(() => own?.close());

function answer(url: string, response: ServerResponse): void {
  const script = { 'content-type': 'text/javascript' };
  if (url === '/worker.js') return void response.writeHead(200, script).end('');
  if (url === '/endless') return;
  // The page finishes loading some time after its worker starts.
  if (url === '/after-worker') return void whenAsked('/worker.js').then(() => response.end());
  if (url === '/red.svg') response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(red);
  else if (pages[url]) response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html>${pages[url]}`);
  else response.writeHead(404).end();
}

const childrenNow = () => {
  const { stdout } = spawnSync('pgrep', ['-i', '-P', String(process.pid), 'chrom'], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
};

async function whenAsked(path: string): Promise<void> {
  await vi.waitFor(() => expect(asked).toContain(path), 20_000);
  await new Promise((resolve) => setTimeout(resolve, 500));
}

const take = (path: string, browser = own) => browser.take(site.url(path), call);
const titleOf = (outcome: ScreenshotOutcome) => (outcome.kind === 'taken' ? outcome.title : outcome);

/** How much of the screenshot is blue (covers) and red (the lazy image), as another browser sees it. */
async function colorsOf(outcome: ScreenshotOutcome): Promise<{ blue: number; red: number }> {
  if (outcome.kind !== 'taken') throw new Error(outcome.detail);
  viewer ??= openViewer();
  const share = await (await viewer).evaluate(async (data) => {
    const image = Object.assign(new Image(), { src: `data:image/webp;base64,${data}` });
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const bytes = context?.getImageData(0, 0, image.width, image.height).data ?? new Uint8ClampedArray();
    let [blue, red] = [0, 0];
    for (let at = 0; at < bytes.length; at += 4) {
      const [r = 0, g = 0, b = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      if (b > 180 && r < 90 && g < 90) blue++;
      if (r > 180 && b < 90 && g < 90) red++;
    }
    return { width: image.width, height: image.height, blue: (blue * 4) / bytes.length, red: (red * 4) / bytes.length };
  }, Buffer.from(outcome.full).toString('base64'));
  expect([share.width, share.height]).toEqual([1280, 800]);
  return share;
}
let viewer: Promise<Page> | undefined;
afterAll(async () => (await viewer)?.context().browser()?.close());

async function openViewer(): Promise<Page> {
  const found = await findChromium();
  if (!found) throw new Error('no browser');
  return (await chromium.launch(chromiumLaunchOptions(found))).newPage();
}

/** A browser that can be found, but whose first starts for screenshots fail. */
async function unsteadyBrowser(failures: number) {
  const found = await findChromium();
  if (!found) throw new Error('no browser');
  const folder = await mkdtemp(join(tmpdir(), 'zeus-unsteady-'));
  const chromiumPath = join(folder, 'chromium');
  const count = join(folder, 'starts');
  const script = `case "$*" in *--remote-debugging-pipe*) echo >> ${count}; [ $(wc -l < ${count}) -gt ${failures} ] || exit 1 ;; esac`;
  await writeFile(chromiumPath, `#!/bin/sh\n${script}\nexec ${programOf(found)} "$@"\n`, { mode: 0o755 });
  return { chromiumPath, remove: () => rm(folder, { recursive: true }) };
}

describe('what covers a page', () => {
  test.each([
    ['/known', 'known'],
    ['/modal', 'modal'],
    ['/closable', 'closed by its button'],
    ['/bar', 'bar'],
  ])('%s is removed', async (path, title) => {
    const outcome = await take(path);
    expect(titleOf(outcome)).toBe(title);
    expect((await colorsOf(outcome)).blue).toBeLessThan(0.01);
  });

  test.each(['/header', '/boxed'])('%s is the page itself and stays', async (path) => {
    expect((await colorsOf(await take(path))).blue).toBeGreaterThan(0.08);
  });
});

test.each(['/lazy', '/scrolled'])('%s: the picture at the top is there', async (path) => {
  expect((await colorsOf(await take(path))).red).toBeGreaterThan(0.2);
});

test('a bot check is no picture of the page, but an article with such a title is', async () => {
  expect(await take('/check')).toMatchObject({ reason: 'blocked', detail: 'Vercel Security Checkpoint' });
  const articles = ['/checklist', '/poem', '/essay'];
  const outcomes = await Promise.all(articles.map((path) => take(path)));
  expect(outcomes.map(({ kind }) => kind)).toEqual(['taken', 'taken', 'taken']);
});

test('a page that has no time to load is captured as far as it has come', async () => {
  const hasty = open({ limits: { loadMs: 1 } });
  try {
    expect(titleOf(await hasty.take(site.url('/'), call))).toBe('plain');
  } finally {
    await hasty.close();
  }
});

test('a service worker does not run', async () => {
  expect(titleOf(await take('/worker'))).toBe('stopped');
  expect(asked).toContain('/worker.js');
});

test('both screenshots are WebP, and the visitor identifies itself', async () => {
  const outcome = await take('/');
  if (outcome.kind !== 'taken') throw new Error(outcome.detail);
  expect([outcome.full, outcome.small].map((bytes) => pictureType(bytes)?.extension)).toEqual(['webp', 'webp']);
  expect(outcome.small.length).toBeLessThan(outcome.full.length);
  expect(agents.at(-1)).toMatch(
    /^Mozilla\/5\.0 .* Chrome\/\d+\.0\.0\.0 Safari\/537\.36 ZeusBot\/1 \(\+http:\/\/zeus\/bot\)$/,
  );
});

describe('the links of a rendered page', () => {
  test('are those that are visible and can be followed, once no more are added', async () => {
    expect(await own.renderedLinks(site.url('/drawn'))).toEqual([
      site.url('/shop/late'),
      site.url('/a#1'),
      'http://other.localhost/',
    ]);
  });

  test.each([
    ['/drawn-nofollow', []],
    ['/drawn-none', []],
    ['/goes-on', null],
    ['/missing', null],
  ])('of %s are %j', async (path, links) => {
    asked.length = 0;
    expect(await own.renderedLinks(site.url(path))).toEqual(links);
    expect(asked).not.toContain('/drawn');
  });

  test('are there whatever the page says about previews of its images', async () => {
    expect(await own.renderedLinks(site.url('/drawn-with-robots'))).toEqual([site.url('/a')]);
  });

  test('of other URLs are null; the caller’s signal ends it', async () => {
    expect(await own.renderedLinks(`http://127.0.0.1:${site.port}/drawn`)).toBeNull();
    const stop = new AbortController();
    const reading = own.renderedLinks(site.url('/drawn'), stop.signal);
    stop.abort(new Error('the process stops'));
    await expect(reading).rejects.toThrow('the process stops');
  });
});

describe('when the browser fails', () => {
  test('killed between two pages, and in the middle of one: the next page is still captured', async () => {
    const before = childrenNow();
    const browser = open();
    expect(titleOf(await take('/', browser))).toBe('plain');
    const pid = childrenNow().find((one) => !before.includes(one)) ?? 0;
    process.kill(pid, 'SIGKILL');
    expect(titleOf(await take('/', browser))).toBe('plain');
    const second = childrenNow().find((one) => ![...before, pid].includes(one)) ?? 0;
    const taking = take('/modal', browser);
    process.kill(second, 'SIGKILL');
    expect(titleOf(await taking)).toBe('modal');
    await browser.close();
    await vi.waitFor(() => expect(childrenNow().filter((one) => !before.includes(one))).toEqual([]), 30_000);
  }, 60_000);

  test('frozen: the page is captured by another one', async () => {
    const before = childrenNow();
    const browser = open({ limits: { totalMs: 2_000, openMs: 1_500, closeMs: 500 } });
    // A slow machine may need more than one attempt within these limits.
    await vi.waitFor(async () => {
      await take('/', browser);
      process.kill(childrenNow().find((one) => !before.includes(one)) ?? 0, 'SIGSTOP');
      expect(titleOf(await take('/', browser))).toBe('plain');
    }, 80_000);
    await browser.close();
  }, 120_000);

  test('killed twice by the same page: that page has failed', async () => {
    const before = childrenNow();
    const browser = open();
    const taking = take('/endless', browser);
    for (const times of [1, 2]) {
      await vi.waitFor(() => expect(asked.filter((url) => url === '/endless')).toHaveLength(times), 30_000);
      for (const pid of childrenNow().filter((one) => !before.includes(one))) kill(pid);
    }
    expect(await taking).toMatchObject({ reason: 'unavailable', detail: 'the browser died of it twice' });
    expect(titleOf(await take('/', browser))).toBe('plain');
    await browser.close();
  }, 60_000);

  test('one with a single page outlives the one for all, and closes after its page', async () => {
    const keeper = keepBrowser({ log, maxMemoryBytes: 1e9 });
    const shared = await keeper.borrow();
    const alone = await keeper.borrowAlone();
    expect(alone?.pid).not.toBe(shared?.pid);
    process.kill(shared?.pid ?? 0, 'SIGKILL');
    await vi.waitFor(() => expect(shared?.browser.connected).toBe(false), 30_000);
    shared?.giveBack();
    expect(alone?.browser.connected).toBe(true);
    const next = await keeper.borrow();
    expect([shared?.pid, alone?.pid]).not.toContain(next?.pid);
    alone?.giveBack();
    await vi.waitFor(() => expect(alone?.browser.connected).toBe(false), 30_000);
    expect(next?.browser.connected).toBe(true);
    const unreturned = await keeper.borrowAlone();
    await keeper.close();
    expect(unreturned?.browser.connected).toBe(false);
  }, 60_000);

  test('after so many pages another one takes over, while pages are being captured', async () => {
    const started: KeeperOptions = { log, maxMemoryBytes: 1e9, maxPages: 2 };
    const keeper = keepBrowser(started);
    const first = await keeper.borrow();
    const second = await keeper.borrow();
    expect(second?.pid).toBe(first?.pid);
    first?.giveBack();
    const third = await keeper.borrow();
    expect(third?.pid).not.toBe(first?.pid);
    expect(second?.browser.connected).toBe(true);
    second?.giveBack();
    await vi.waitFor(() => expect(second?.browser.connected).toBe(false), 30_000);
    third?.giveBack();
    await keeper.close();
  }, 60_000);

  test('one that takes too much memory is replaced', async () => {
    const keeper = keepBrowser({ log, maxMemoryBytes: 1e9, maxBrowserBytes: 1 });
    const first = await keeper.borrow();
    first?.giveBack();
    await vi.waitFor(() => expect(first?.browser.connected).toBe(false), 30_000);
    const second = await keeper.borrow();
    expect(second?.browser.connected).toBe(true);
    second?.giveBack();
    await keeper.close();
  }, 60_000);

  test('one that does not start is started again', async () => {
    const { chromiumPath, remove } = await unsteadyBrowser(1);
    const keeper = keepBrowser({ chromiumPath, log, maxMemoryBytes: 1e9 });
    const browser = await keeper.borrow();
    expect(browser?.browser.connected).toBe(true);
    browser?.giveBack();
    await keeper.close();
    await remove();
  }, 60_000);

  test('one that does not start twice throws, reads no links, and starts with the next page', async () => {
    const { chromiumPath, remove } = await unsteadyBrowser(4);
    const unsteady = open({ chromiumPath });
    const pages = [unsteady.take(site.url('/'), call), unsteady.take(site.url('/header'), call)];
    expect((await Promise.allSettled(pages)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await unsteady.renderedLinks(site.url('/drawn'))).toBeNull();
    expect(titleOf(await take('/', unsteady))).toBe('plain');
    await unsteady.close();
    await remove();
  }, 60_000);

  test('one whose proxy found no free port starts with the next', async () => {
    const keeper = keepBrowser({ log, maxMemoryBytes: 1e9 });
    const listen = vi.spyOn(Server.prototype, 'listen').mockImplementationOnce(function (this: Server) {
      queueMicrotask(() => this.emit('error', new Error('listen EADDRINUSE')));
      return this;
    });
    const browser = await keeper.borrow();
    expect(browser?.browser.connected).toBe(true);
    listen.mockRestore();
    browser?.giveBack();
    await keeper.close();
  }, 60_000);

  test('the caller’s signal ends it', async () => {
    const stop = new AbortController();
    const taking = own.take(site.url('/'), { ...call, signal: stop.signal });
    stop.abort(new Error('the process stops'));
    await expect(taking).rejects.toThrow('the process stops');
    expect(titleOf(await take('/'))).toBe('plain');
  }, 60_000);

  test('warns once that the browser has no sandbox', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'zeus-bare-'));
    const chromiumPath = join(folder, 'chromium');
    const startsBare = 'case "$*" in *--no-sandbox*) echo "<title>zeus</title>" ;; *) exit 1 ;; esac';
    await writeFile(chromiumPath, `#!/bin/sh\n${startsBare}\n`, { mode: 0o755 });
    const warn = vi.fn();
    const keeper = keepBrowser({ chromiumPath, maxMemoryBytes: 1e9, log: { ...log, warn } });
    await expect(keeper.borrow()).rejects.toThrow();
    await expect(keeper.borrow()).rejects.toThrow();
    await keeper.close();
    await rm(folder, { recursive: true });
    expect(warn.mock.calls.filter(([message]) => /without its sandbox/.test(message))).toHaveLength(1);
  }, 60_000);

  test('a path without a browser is "no browser"', async () => {
    const none = open({ chromiumPath: '/nowhere' });
    expect(await take('/', none)).toMatchObject({ kind: 'failed', reason: 'no-browser' });
    expect(await none.renderedLinks(site.url('/drawn'))).toBeNull();
    await none.close();
  });
});
