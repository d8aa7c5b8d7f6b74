// Three workers with their own fetchers on one database: what a host tells one of them counts for all.

import { sql } from 'kysely';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { outboundForTests } from '../../../platform/outbound/test/outbound.ts';
import { siteForTests } from '../../../platform/outbound/test/site.ts';
import { databaseForTests } from '../../../test/database.ts';
import { createPageFetcher } from '../fetch-page.ts';
import { forgetIdleHosts, sharedHosts } from './page-hosts.store.ts';

type Answer = { status: number; headers?: Record<string, string> } | 'cut';

const db = databaseForTests();
const web = siteForTests((request, response) => {
  const path = request.url ?? '';
  asked.push(path);
  const answer = answers[path] ?? { status: path === '/robots.txt' ? 404 : 200 };
  if (answer === 'cut') response.destroy();
  else {
    response.writeHead(answer.status, { 'content-type': 'text/html', ...answer.headers });
    response.end(bodies[path] ?? '<p>Some words.');
  }
});
const outbound = outboundForTests(() => ({ practice: { port: web.port } }));
let answers: Record<string, Answer> = {};
let bodies: Record<string, string> = {};
let asked: string[] = [];
let names = 0;

beforeEach(() => {
  answers = {};
  bodies = {};
  asked = [];
  names += 1;
});

const newWorker = (pauseMs: number) =>
  createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs, hosts: sharedHosts(db.kysely) });
const at = (path: string) => web.url(path, `host${names}`);
const endRest = () => db.sql`update page_hosts set rest_until = now()`;

test.each([0, 1])('with a pause of %i ms, one gets 429 and the others do not ask', async (pauseMs) => {
  answers['/a'] = { status: 429, headers: { 'retry-after': '3600' } };
  const [one, two, three] = [newWorker(pauseMs), newWorker(pauseMs), newWorker(pauseMs)];
  expect(await one.fetchPage(at('/a'))).toMatchObject({ kind: 'could-not-look', retryAfterSeconds: 3600 });
  const told = asked.length;
  for (const worker of [one, two, three]) {
    expect(await worker.fetchPage(at('/b'))).toMatchObject({ notRequested: true, ofSeconds: 3600 });
    expect(await worker.fetchFile(at('/icon'), { accept: '*/*', maxBytes: 9 })).toMatchObject({ notRequested: true });
  }
  expect(asked.length).toBe(told);
});

test('a clock that is set back makes no host wait, and ends no rest late', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const fetcher = createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs: 1 });
  await fetcher.fetchPage(at('/a'));
  answers['/busy'] = { status: 429, headers: { 'retry-after': '100' } };
  await fetcher.fetchPage(web.url('/busy', `busy${names}`));
  vi.setSystemTime(Date.now() - 3_600_000);
  expect((await fetcher.fetchPage(at('/b'))).kind).toBe('page');
  const resting = await fetcher.fetchPage(web.url('/c', `busy${names}`));
  expect((resting as { retryAfterSeconds: number }).retryAfterSeconds).toBeLessThanOrEqual(100);
});

test('a task with its own request waits its turn, and does not run if robots.txt forbids it or the host rests', async () => {
  const [one, two] = [newWorker(0), newWorker(0)];
  const ran: string[] = [];
  const run = (worker: typeof one, path: string) =>
    worker.inTurn(at(path), async () => {
      ran.push(`start ${path}`);
      await new Promise((resolve) => setImmediate(resolve));
      ran.push(`end ${path}`);
      return path;
    });
  bodies['/robots.txt'] = 'User-agent: *\nDisallow: /closed';
  answers['/robots.txt'] = { status: 200, headers: { 'content-type': 'text/plain' } };
  expect(await Promise.all(['/a', '/closed', '/b'].map((path) => run(one, path)))).toEqual(['/a', null, '/b']);
  expect(ran).toEqual(['start /a', 'end /a', 'start /b', 'end /b']);
  answers['/busy'] = { status: 429, headers: { 'retry-after': '3600' } };
  await one.fetchPage(at('/busy'));
  expect([await run(one, '/c'), await run(two, '/c')]).toEqual([null, null]);
  expect(ran).toHaveLength(4);
});

test('a robots.txt that answers 503 rests the host for all', async () => {
  answers['/robots.txt'] = { status: 503, headers: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } };
  expect(await newWorker(0).fetchPage(at('/a'))).toMatchObject({ kind: 'could-not-look' });
  expect(await newWorker(0).fetchPage(at('/a'))).toMatchObject({ notRequested: true });
  expect(asked).toEqual(['/robots.txt']);
});

test('a busy host that names no time gets growing rests, over all workers', async () => {
  answers['/a'] = { status: 503 };
  const rests: number[] = [];
  for (let i = 0; i < 4; i++) {
    const outcome = await newWorker(0).fetchPage(at('/a'));
    if (outcome.kind === 'could-not-look') rests.push(outcome.retryAfterSeconds ?? 0);
    await endRest();
  }
  expect(rests.map((seconds, i) => seconds / (30 * 2 ** i) >= 0.79 && seconds / (30 * 2 ** i) <= 1.21)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test('after three failures of one worker, the others leave the host alone too', async () => {
  answers['/a'] = 'cut';
  const one = newWorker(0);
  for (let i = 0; i < 3; i++) await one.fetchPage(at('/a'));
  const before = asked.length;
  expect(await newWorker(0).fetchPage(at('/b'))).toMatchObject({ notRequested: true, ofSeconds: 300 });
  expect(asked.length).toBe(before);
});

test('turns are handed out one pause apart, and none while the host rests', async () => {
  const hosts = sharedHosts(db.kysely);
  const host = `turns${names}.example`;
  const since = async () => {
    const [row] = await db.sql`select extract(epoch from turn_at)::float8 as at from page_hosts where host = ${host}`;
    return Number(row?.at);
  };
  expect(await hosts.takeTurn(host, 60_000)).toMatchObject({ waitMs: 0 });
  const first = await since();
  const waits = await Promise.all([1, 2].map(() => hosts.takeTurn(host, 60_000)));
  expect(Math.round((await since()) - first)).toBe(120);
  expect(waits.every(({ waitMs }) => waitMs > 0)).toBe(true);
  await hosts.rest(host, { seconds: 900, refusals: 1 });
  expect(await hosts.takeTurn(host, 60_000)).toEqual({ waitMs: 0, refusals: 1, rest: { left: 900, seconds: 900 } });
  expect(Math.round((await since()) - first)).toBe(120);
});

test('a shorter rest does not end a longer one, and idle hosts are deleted', async () => {
  const hosts = sharedHosts(db.kysely);
  await hosts.rest('long.example', { seconds: 900, refusals: 1 });
  await hosts.rest('long.example', { seconds: 5, refusals: 0 });
  expect(await hosts.look('long.example')).toMatchObject({ refusals: 1, rest: { seconds: 900 } });
  await sql`update page_hosts set turn_at = now() - interval '2 days'`.execute(db.kysely);
  await hosts.takeTurn('new.example', 0);
  await endRest();
  await hosts.rest('long.example', { seconds: 900, refusals: 0 });
  await forgetIdleHosts(db.kysely);
  const rows = await db.sql`select host from page_hosts order by host`;
  expect(rows.map(({ host }) => host)).toEqual(['long.example', 'new.example']);
});

test('a name too long for any host is not stored', async () => {
  const before = await db.sql`select host from page_hosts`;
  await newWorker(1).fetchPage(`http://${'a'.repeat(300)}.example/`);
  expect(await db.sql`select host from page_hosts`).toEqual(before);
});
