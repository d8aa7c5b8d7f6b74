// More than 60 hostile pages in real browsers: each ends with its reason, none reaches this machine's own services, and
// afterwards the browsers still capture an ordinary page.
import pLimit from 'p-limit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canaryForTests, watchedDial } from '../../../platform/outbound/test/canary.ts';
import { siteForTests } from '../../../platform/outbound/test/site.ts';
import type { Call } from '../../provider.ts';
import { greedy } from '../test/greedy.ts';
import type { Ending, HostilePage } from '../test/hostile-page.ts';
import { neverEnding } from '../test/never-ending.ts';
import { reaching } from '../test/reaching.ts';
import { rude } from '../test/rude.ts';
import { type OwnBrowser, openOwnBrowser } from './own-browser.ts';

const pages = [...neverEnding, ...greedy, ...reaching, ...rude];
const watch = watchedDial();
const log = { info: () => undefined, warn: () => undefined };
const call: Call = { outbound: { request: () => Promise.reject(), close: async () => undefined }, log };
const canary = canaryForTests();
const site = siteForTests((request, response) => {
  const name = new URL(request.url ?? '', 'http://site').pathname.slice(1);
  const hostile = pages.find((one) => one.name === name);
  if (hostile) return hostile.answer(request, response, { here: (path) => site.url(path), canaryPort: canary.port });
  return response.writeHead(200, { 'content-type': 'text/html' }).end('<title>honest</title><p>An ordinary page.');
});
let patient: OwnBrowser;
let hasty: OwnBrowser;
const endings = new Map<string, Ending>();
/** What the patient browser warned of while it visited the page that takes too much memory. */
let warnings: string[] = [];

beforeAll(async () => {
  const common = {
    practice: { port: site.port },
    log,
    botName: 'ZeusBot',
    // The worst DNS: every name is this machine.
    proxy: { resolve: async () => ['127.0.0.1'], dial: watch.dial },
  };
  const megabytes = { maxBytes: 5 * 1024 * 1024, maxMemoryBytes: 600 * 1024 * 1024 };
  const short = { loadMs: 1_000, settleMs: 300, maxNavigations: 5, ...megabytes };
  const noted: string[] = [];
  const noting = { ...log, warn: (_facts: unknown, message = '') => void noted.push(message) };
  const long = { ...short, openMs: 20_000, captureMs: 8_000, totalMs: 30_000 };
  patient = openOwnBrowser({ ...common, log: noting, limits: long });
  hasty = openOwnBrowser({ ...common, limits: { ...short, openMs: 1_000, captureMs: 800, totalMs: 1_500 } });
  await visit(patient, 'memory-buffers');
  warnings = [...noted];
  const stalling = pages.filter((one) => one.stalls);
  const others = pages.filter((one) => !one.stalls && !endings.has(one.name));
  // Most pages wait most of the time. Those that stall keep a core busy.
  await Promise.all([visitAll(hasty, stalling, 1), visitAll(patient, others, 2)]);
}, 400_000);
afterAll(() => Promise.all([patient?.close(), hasty?.close()]));

async function visit(browser: OwnBrowser, name: string): Promise<void> {
  const outcome = await browser.take(site.url(`/${name}`), call);
  endings.set(name, outcome.kind === 'taken' ? 'taken' : outcome.reason);
}

async function visitAll(browser: OwnBrowser, list: readonly HostilePage[], atOnce: number): Promise<void> {
  const limit = pLimit(atOnce);
  await Promise.all(list.map(({ name }) => limit(() => visit(browser, name))));
}

test('there are more than 60, each with a unique name', () => {
  expect(pages.length).toBeGreaterThanOrEqual(60);
  expect(new Set(pages.map(({ name }) => name)).size).toBe(pages.length);
});

test.each(pages)('$name', ({ name, ends }) => {
  expect(ends).toContain(endings.get(name));
});

test('a page that takes too much memory is ended', () => {
  expect(warnings).toContain('a page took too much memory and was ended');
});

test('none of them reached anything but its own site', () => {
  expect(canary.connections()).toBe(0);
  expect(new Set(watch.dialled)).toEqual(new Set([`127.0.0.1:${site.port}`]));
});

test('the browsers still work', async () => {
  const titleIn = async (browser: OwnBrowser) => {
    const outcome = await browser.take(site.url('/'), call);
    return outcome.kind === 'taken' ? outcome.title : outcome.reason;
  };
  expect(await titleIn(patient)).toBe('honest');
  // On a busy machine the hasty one may need more than one try.
  await expect.poll(() => titleIn(hasty), { timeout: 60_000 }).toBe('honest');
}, 120_000);
