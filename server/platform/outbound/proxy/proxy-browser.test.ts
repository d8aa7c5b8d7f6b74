// A real Chromium behind the proxy: the practice web opens, and nothing a page tries leads anywhere else.

import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunchOptions, findChromium, howToInstallChromium } from '../../chromium/chromium.ts';
import { canaryForTests, watchedDial } from '../test/canary.ts';
import { siteForTests } from '../test/site.ts';
import { BROWSER_ARGUMENTS, type OutboundProxy, startOutboundProxy } from './proxy.ts';
import type { ProxyVisit } from './proxy-visits.ts';

let browser: Browser;
let proxy: OutboundProxy;
let visit: ProxyVisit;
const site = siteForTests((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'access-control-allow-origin': '*' });
  response.end('<title>practice</title>');
});
const canary = canaryForTests();
const watch = watchedDial();

beforeAll(async () => {
  proxy = await startOutboundProxy({
    practice: { port: site.port },
    resolve: async () => ['127.0.0.1'],
    dial: watch.dial,
  });
  const found = await findChromium();
  if (found === null) throw new Error(howToInstallChromium());
  const options = chromiumLaunchOptions(found);
  visit = proxy.openVisit();
  browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), ...BROWSER_ARGUMENTS],
    proxy: { server: proxy.url, username: visit.username, password: visit.password },
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await proxy.stop();
});

test('opens the practice web by its names', async () => {
  const page = await browser.newPage();
  const answer = await page.goto(site.url('/', 'blog'));
  expect([answer?.status(), await page.title()]).toEqual([200, 'practice']);
});

test.each(['127.0.0.1', 'localhost', '[::1]', 'a.localhost', '0x7f.1', 'rebind.attacker.com'])(
  'does not open %s',
  async (host) => {
    const page = await browser.newPage();
    const refused = await page.goto(`http://${host}:${canary.port}/`);
    expect(refused?.status()).toBe(403);
    const secure = await browser.newPage();
    await expect(secure.goto(`https://${host}:${canary.port}/`)).rejects.toThrow('ERR_TUNNEL_CONNECTION_FAILED');
    expect(canary.connections()).toBe(0);
  },
);

test('a page has no way around the proxy', async () => {
  const page = await browser.newPage();
  await page.goto(site.url('/', 'blog'));
  const before = visit.refusals().length;
  await page.evaluate(tryEverything, canary.port);
  expect(visit.refusals().length - before).toBeGreaterThanOrEqual(4);
  expect(canary.connections()).toBe(0);
  expect(new Set(watch.dialled)).toEqual(new Set([`127.0.0.1:${site.port}`]));
});

// Runs inside the page; resolves when every attempt has ended, however it ended.
async function tryEverything(port: number): Promise<void> {
  const ended = (target: EventTarget) =>
    new Promise<void>((resolve) => {
      for (const name of ['load', 'open', 'error']) target.addEventListener(name, () => resolve());
    });
  const image = Object.assign(new Image(), { src: `http://localhost:${port}/x.png` });
  const frame = Object.assign(document.createElement('iframe'), { src: `http://[::1]:${port}/` });
  document.body.append(frame);
  const attempts = [image, frame, new WebSocket(`ws://127.0.0.1:${port}/`)].map(ended);
  await fetch(`http://127.0.0.1:${port}/`, { mode: 'no-cors' }).catch(() => undefined);
  await Promise.all(attempts);
  const urls = [`turn:127.0.0.1:${port}?transport=tcp`, `stun:127.0.0.1:${port}`];
  const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'a', credential: 'b' }] });
  peer.createDataChannel('x');
  await peer.setLocalDescription();
  await new Promise<void>((resolve) => {
    const check = () => peer.iceGatheringState === 'complete' && resolve();
    peer.addEventListener('icegatheringstatechange', check);
    check();
  });
}
