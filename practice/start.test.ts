import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { practiceForTests } from '../server/test/practice-web.ts';
import { startPracticeWeb } from './start.ts';
import { addressOf } from './templates/view.ts';
import { fetchPage } from './test-client.ts';
import type { Truth } from './truth.ts';

const practice = practiceForTests();

function isOpen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: 2_000 });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

describe('the practice web', () => {
  test('listens on loopback only', async () => {
    const outside = Object.values(networkInterfaces())
      .flat()
      .filter((one) => one !== undefined && !one.internal && one.family === 'IPv4');
    for (const port of [practice.port, practice.smtpPort]) {
      expect(await isOpen(port, '127.0.0.1')).toBe(true);
      for (const one of outside) expect(await isOpen(port, one?.address ?? ''), one?.address).toBe(false);
    }
  });

  test('refuses a taken port, and leaves nothing behind', async () => {
    await expect(startPracticeWeb({ port: practice.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  test('stops even while a client waits for a slow page', async () => {
    const other = await startPracticeWeb();
    const waiting = fetchPage(`http://slowly.localhost:${other.port}/silent`).catch(() => 'cut');
    await fetchPage(other.url);
    await other.stop();
    expect(await waiting).toBe('cut');
    expect(await isOpen(other.port, '127.0.0.1')).toBe(false);
    expect(await isOpen(other.smtpPort, '127.0.0.1')).toBe(false);
  });

  test('answers 304 to a client that has the page, and compresses on request', async () => {
    const address = `http://golfcompass.localhost:${practice.port}/`;
    const first = await fetchPage(address);
    const again = await fetchPage(address, { headers: { 'if-none-match': String(first.headers.etag) } });
    expect(again.status).toBe(304);
    const zipped = await fetchPage(address, { headers: { 'accept-encoding': 'gzip' } });
    expect(gunzipSync(zipped.body).equals(first.body)).toBe(true);
  });

  test('shows an index for people', async () => {
    const index = await fetchPage(practice.url);
    for (const site of practice.world.sites) expect(index.text).toContain(`http://${site.host}:${practice.port}/`);
  });
});

describe('truth and metrics', () => {
  test('serves the truth as created', async () => {
    const truth = JSON.parse((await fetchPage(practice.truthUrl)).text) as Truth;
    expect(truth.sites).toHaveLength(practice.world.sites.length);
    expect(truth.links).toHaveLength(practice.world.links.length);
    const article = truth.pages.find((page) => page.authors.length > 0);
    expect(article?.words).toBeGreaterThan(100);
    expect(new Set(truth.people.map((one) => one.verdict))).toEqual(
      new Set(['valid', 'catch_all', 'refuses_checks', 'unknown', 'invalid']),
    );
  });

  test('metrics agree with the truth, and unknown pages have no estimate', async () => {
    const truth = JSON.parse((await fetchPage(practice.truthUrl)).text) as Truth;
    const some = truth.pages.filter((page) => page.traffic !== null).slice(0, 20);
    const query = [...some.map((page) => page.url), 'http://elsewhere.localhost/']
      .map((url) => `url=${encodeURIComponent(url)}`)
      .join('&');
    const got = JSON.parse((await fetchPage(`${practice.metricsUrl}v1/pages?${query}`)).text) as {
      pages: { searchTraffic: number | null }[];
    };
    expect(got.pages.map((row) => row.searchTraffic)).toEqual([
      ...some.map((page) => page.traffic?.searchTraffic),
      null,
    ]);
  });

  test('traffic differs widely, and small sites have no estimate', async () => {
    const truth = JSON.parse((await fetchPage(practice.truthUrl)).text) as Truth;
    const visits = truth.pages.flatMap((page) => (page.traffic === null ? [] : [page.traffic.searchTraffic]));
    expect(Math.max(...visits)).toBeGreaterThan(5_000);
    expect(Math.min(...visits)).toBeLessThan(20);
    expect(truth.pages.some((page) => page.kind === 'article' && page.traffic === null)).toBe(true);
  });

  test('page URLs in the truth are the ones that respond', async () => {
    const wiki = practice.world.pages.filter((page) => page.kind === 'entry');
    for (const page of wiki) expect((await fetchPage(addressOf(page, practice.port))).status).toBe(200);
  });
});
