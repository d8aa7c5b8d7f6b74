// The contract of every screenshot provider, and the protocol of each service, on recorded answers.
import { createHmac } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../../../platform/config.ts';
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts';
import { siteForTests } from '../../../platform/outbound/test/site.ts';
import { databaseForTests } from '../../../test/database.ts';
import type { Call } from '../../provider.ts';
import { openVendorOutbound } from '../../vendors/all-vendors.ts';
import { openOwnBrowser } from '../own/own-browser.ts';
import { NoPictureNow, type ScreenshotProvider } from '../screenshot-provider.ts';
import { takeScreenshot } from '../take-screenshot.ts';
import { screenshotServices } from './services.ts';

const webp = Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8 '), Buffer.alloc(2000)]);
const log = { warn: () => undefined, error: () => undefined };
const web = siteForTests((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on('end', () => {
    asked.push({ url: request.url ?? '', headers: request.headers, body });
    answer(request.url ?? '', response);
  });
});
const db = databaseForTests();
const clients: Outbound[] = [];
let outbound: Outbound;
let call: Call;
let own: ReturnType<typeof openOwnBrowser>;
/** How the services answer, and the site they and our browser look at. */
let mood: 'good' | 'missing' | 'down' | 'silent' | 'nonsense' | 'no picture' = 'good';
const asked: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];

beforeAll(async () => {
  outbound = createOutbound({ practice: { port: web.port } });
  call = { outbound, log };
  own = openOwnBrowser({
    practice: { port: web.port },
    log: { info: () => undefined, warn: () => undefined },
    botName: 'ZeusBot',
  });
});
afterAll(async () => {
  await own.close();
  await Promise.all([outbound, ...clients].map((one) => one.close()));
});
beforeEach(async () => {
  asked.length = 0;
  await db.sql`truncate provider_calls, provider_answers, provider_usage, provider_rests`;
});

function answer(url: string, response: ServerResponse): void {
  if (mood === 'silent') return;
  const json = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const isService = url.startsWith('/take') || url.startsWith('/v1/');
  if (mood === 'down') response.destroy();
  else if (mood === 'missing' && url.startsWith('/take')) {
    json(400, { is_successful: false, error_code: 'host_returned_error', error_message: 'The host returned 404.' });
  } else if (mood === 'missing' && url.startsWith('/v1/')) json(400, { error: { message: 'Not found', code: 'X' } });
  else if (mood === 'missing') response.writeHead(404).end('gone');
  else if (mood === 'nonsense' && isService) response.end('<html>');
  else if (url === '/render.webp') response.end(mood === 'no picture' ? '<html>' : webp);
  else if (url.startsWith('/take')) json(200, { screenshot_url: web.url('/render.webp') });
  else if (url.startsWith('/v1/')) json(200, { renderUrl: web.url('/render.webp'), size: webp.length });
  else response.writeHead(200, { 'content-type': 'text/html' }).end('<title>page</title><p>A page.');
}

/** `limit` of the service, such as 'dollarsPerDay=1'. */
const provider = (name: string, limit = 'concurrent=10'): ScreenshotProvider => {
  if (name === 'zeus-own') return own;
  const config = loadConfig({
    ...{ NODE_ENV: 'test', ZEUS_SECRET: 'x'.repeat(32), PRACTICE: 'off', PICTURE_SERVICES: `${name}:KEY:SECRET` },
    ...{ VENDOR_URLS: `${name}=http://127.0.0.1:${web.port}`, VENDOR_LIMITS: `${name}.perSecond=100,${name}.${limit}` },
  });
  const vendorOutbound = openVendorOutbound(config);
  clients.push(vendorOutbound);
  const [only] = screenshotServices({ config, db, log: log as never, vendorOutbound });
  if (!only) throw new Error('no service');
  return only;
};

describe.each(['zeus-own', 'screenshotone', 'urlbox'])('%s', (name) => {
  const take = (how: typeof mood, signal?: AbortSignal) => {
    mood = how;
    return provider(name).take(web.url(`/page?${how}`), { ...call, ...(signal ? { signal } : {}) });
  };

  test('returns two WebP images', async () => {
    const outcome = await take('good');
    expect(outcome.kind).toBe('taken');
    if (outcome.kind !== 'taken') return;
    for (const bytes of [outcome.full, outcome.small]) {
      expect(Buffer.from(bytes).subarray(8, 12).toString()).toBe('WEBP');
    }
  }, 60_000);

  test('a missing page, a failing service and an invalid answer are outcomes, not errors', async () => {
    expect(await take('missing')).toMatchObject({
      kind: 'failed',
      reason: name === 'urlbox' ? 'unavailable' : 'not-found',
    });
    expect(await take('down')).toMatchObject({ kind: 'failed', reason: 'unavailable' });
    expect(await take('nonsense')).toMatchObject(
      name === 'zeus-own' ? { kind: 'taken' } : { kind: 'failed', reason: 'unavailable' },
    );
  }, 60_000);

  test('ends when its caller aborts', async () => {
    const stop = new AbortController();
    const taking = take('silent', stop.signal);
    setTimeout(() => stop.abort(new Error('stopped')), 200);
    await expect(taking).rejects.toThrow('stopped');
  }, 60_000);
});

test.each(['screenshotone', 'urlbox'])('%s: what is no picture is not kept as one', async (name) => {
  mood = 'no picture';
  expect(await provider(name).take('https://a.example/no-picture', call)).toMatchObject({
    kind: 'failed',
    reason: 'unavailable',
    detail: 'the service sent no picture',
  });
});

test('ScreenshotOne: signs the link over its query', async () => {
  mood = 'good';
  await provider('screenshotone').take('https://a.example/?b=c&d', call);
  const query = new URL(asked[0]?.url ?? '', 'http://x').search.slice(1);
  const [signed = '', signature] = query.split('&signature=');
  expect(signature).toBe(createHmac('sha256', 'SECRET').update(signed).digest('hex'));
  expect(Object.fromEntries(new URLSearchParams(signed))).toMatchObject({
    access_key: 'KEY',
    url: 'https://a.example/?b=c&d',
    format: 'webp',
    viewport_width: '1280',
    viewport_height: '800',
  });
});

test('Urlbox: sends the secret in the header, the page in the body', async () => {
  mood = 'good';
  await provider('urlbox').take('https://a.example/', call);
  const sent = asked.findLast(({ url }) => url === '/v1/render/sync');
  expect(sent?.headers.authorization).toBe('Bearer SECRET');
  expect(JSON.parse(sent?.body ?? '')).toMatchObject({
    url: 'https://a.example/',
    format: 'webp',
    width: 1280,
    height: 800,
  });
});

describe.each(['screenshotone', 'urlbox'])('%s is paid', (name) => {
  const url = 'https://a.example/';
  const paidCalls = () => asked.filter((one) => /^\/(?:take|v1)/.test(one.url)).length;

  test('once for a page, also if its job runs again', async () => {
    mood = 'good';
    expect((await provider(name).take(url, call)).kind).toBe('taken');
    expect((await provider(name).take(url, call)).kind).toBe('taken');
    expect(paidCalls()).toBe(1);
    const [{ dollars } = { dollars: 0 }] = await db.sql<
      { dollars: number }[]
    >`select dollars from provider_usage where outcome = 'ok'`;
    expect(Number(dollars)).toBeGreaterThan(0);
  });

  test('within its budget only', async () => {
    mood = 'good';
    const limited = provider(name, 'dollarsPerDay=0.02');
    const pages = ['b', 'c', 'd', 'e'].map((path) => limited.take(url + path, call));
    const outcomes = (await Promise.all(pages)).map((one) => (one.kind === 'taken' ? 'taken' : one.detail));
    expect(outcomes.sort()).toEqual([
      ...Array(2).fill('Our budget for this day is used up.'),
      ...Array(2).fill('taken'),
    ]);
    expect(paidCalls()).toBe(2);
  });

  test('nothing for a page that it cannot capture, and asked again', async () => {
    mood = 'missing';
    expect((await provider(name).take(url, call)).kind).toBe('failed');
    mood = 'good';
    expect((await provider(name).take(url, call)).kind).toBe('taken');
  });
});

describe('in order', () => {
  const says = (reason: 'blocked' | 'not-found' | 'no-browser' | 'unavailable'): ScreenshotProvider => ({
    source: reason,
    take: async () => ({ kind: 'failed', reason, detail: '' }),
  });
  const neverAsked: ScreenshotProvider = { source: 'never', take: () => Promise.reject(new Error('was asked')) };
  const url = 'https://a.example.com/';

  test('asks the next one only if it may see more', async () => {
    mood = 'good';
    expect((await takeScreenshot([says('blocked'), provider('screenshotone')], url, call)).kind).toBe('taken');
    expect(await takeScreenshot([says('not-found'), neverAsked], url, call)).toMatchObject({ reason: 'not-found' });
    expect(await takeScreenshot([says('blocked'), says('unavailable')], url, call)).toMatchObject({
      reason: 'blocked',
    });
    expect(await takeScreenshot([says('no-browser'), says('unavailable')], url, call)).toMatchObject({
      reason: 'unavailable',
    });
    expect(await takeScreenshot([], url, call)).toMatchObject({ reason: 'no-browser' });
  });

  test('asks the next one if one can take none at the moment, and has the page wait if there is no other', async () => {
    const busy: ScreenshotProvider = { source: 'busy', take: () => Promise.reject(new NoPictureNow('not now')) };
    mood = 'good';
    expect((await takeScreenshot([busy, provider('screenshotone')], url, call)).kind).toBe('taken');
    expect(await takeScreenshot([busy, says('not-found')], url, call)).toMatchObject({ reason: 'not-found' });
    await expect(takeScreenshot([busy], url, call)).rejects.toThrow('not now');
  });

  test.each([
    'http://127.0.0.1/',
    'http://intranet/',
    'file:///etc/passwd',
    'https://a:b@c.com/',
    'http://a.localhost:1/',
  ])('%s reaches no provider', async (refused) => {
    expect(await takeScreenshot([neverAsked], refused, call)).toMatchObject({ kind: 'failed', reason: 'refused' });
  });
});
