import { beforeAll, expect, test } from 'vitest';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { siteForTests } from '../../platform/outbound/test/site.ts';
import { appForTests } from '../../test/app.ts';
import { createBacklinks, createCampaign, createSearchResults } from '../../test/build.ts';

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>';
const zeus = appForTests();
const web = siteForTests(async (request, response) => {
  const host = request.headers.host?.split(':')[0] ?? '';
  if (host === 'silent.localhost') return undefined;
  if (request.url === '/robots.txt') return response.writeHead(404).end();
  asked.push(`${host}${request.url}`);
  if (host === 'slow.localhost') await slow;
  if (host === 'bare.localhost') return response.writeHead(404).end();
  return response.end(request.url === '/' ? '<link rel="icon" href="/icon.svg">' : svg);
});
const asked: string[] = [];
const { promise: slow, resolve: answerSlow } = Promise.withResolvers<void>();

beforeAll(async () => {
  const practice = { port: web.port, smtpPort: 0, dnsServer: '', metricsUrl: '', sites: [] };
  await zeus.ctx.outbound.close();
  Object.assign(zeus.ctx, { practice, outbound: createOutbound({ practice }) });
  const { id: userId } = await zeus.newUser();
  const campaign = { userId, campaignId: await createCampaign(zeus.ctx.db, userId) };
  const page = (host: string) => `http://${host}.localhost:${web.port}/a`;
  await createBacklinks(
    zeus.ctx.db,
    campaign,
    ['known', 'slow', 'silent', 'bare'].map((host) => ({ url_from: page(host) })),
  );
  await createSearchResults(zeus.ctx.db, campaign, [{ url: page('found') }]);
});

const icon = async (host: string) => {
  const answer = await zeus.ask(`/files/favicons/${encodeURIComponent(host)}?size=256`);
  const text = await answer.text();
  const letter = />(.)<\/text>/u.exec(text)?.[1];
  return { status: answer.status, type: answer.headers.get('content-type'), letter, answer };
};
const shows = (letter?: string) => ({ status: 200, type: 'image/svg+xml', letter });

test.each([
  ['stranger.localhost', 'S'],
  ['stranger.example', 'S'],
  ['127.0.0.1', '1'],
  ['[::1]', '1'],
  ['localhost', 'L'],
  ['metadata.internal', 'M'],
  ['known.localhost:22', 'K'],
  ['a@known.localhost', 'A'],
  ['known.localhost/x', 'K'],
  ['<script>alert(1)</script>', 'S'],
  ['🦊', '?'],
])('%s is in no user’s rows: a letter, without a request', async (host, letter) => {
  asked.length = 0;
  expect(await icon(host)).toMatchObject(shows(letter));
  expect(asked).toEqual([]);
});

test('asks a site of a backlink or search result once, for all callers', async () => {
  asked.length = 0;
  const all = await Promise.all(['known.localhost', 'known.localhost', 'found.localhost'].map(icon));
  for (const one of all) expect(one).toMatchObject(shows(undefined));
  expect(await icon('known.localhost')).toMatchObject(shows(undefined));
  expect([...asked].sort()).toEqual([
    'found.localhost/',
    'found.localhost/icon.svg',
    'known.localhost/',
    'known.localhost/icon.svg',
  ]);
  const { headers } = all[0]?.answer ?? new Response();
  expect(headers.get('cache-control')).toBe('public, max-age=86400');
  expect(headers.get('content-disposition')).toContain('attachment');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a caller who started before another visit ended reuses its result', async () => {
  asked.length = 0;
  const first = icon('slow.localhost');
  await expect.poll(() => asked).toEqual(['slow.localhost/']);
  const { pool, sql } = zeus.ctx.db;
  const holder = await pool.connect();
  await holder.query('begin; lock table search_results in access exclusive mode');
  const second = icon('slow.localhost');
  const isHeld = async () => (await sql`select from pg_locks where not granted`).length > 0;
  await expect.poll(isHeld).toBe(true);
  answerSlow();
  // On a busy machine, a letter for now.
  await first;
  await holder.query('commit');
  holder.release();
  await second;
  await expect.poll(() => asked).toEqual(['slow.localhost/', 'slow.localhost/icon.svg']);
});

test('a site without one gets its letter and is not asked again for a day', async () => {
  expect(await icon('bare.localhost')).toMatchObject(shows('B'));
  asked.length = 0;
  expect(await icon('bare.localhost')).toMatchObject(shows('B'));
  expect(asked).toEqual([]);
  await zeus.ctx.db.sql`update favicons set checked_at = now() - interval '25 hours' where hostname = 'bare.localhost'`;
  await icon('bare.localhost');
  expect(asked).not.toEqual([]);
});

test('a site that does not answer keeps no one waiting: a letter for now', async () => {
  const { answer, ...shown } = await icon('silent.localhost');
  expect(shown).toEqual(shows('S'));
  expect(answer.headers.get('cache-control')).toBe('public, max-age=20');
  const { answer: stranger } = await icon('stranger.localhost');
  expect(stranger.headers.get('cache-control'), 'no sign of whose rows a host is in').toBe('public, max-age=20');
});

test('an icon whose file is lost is a letter, not a broken image', async () => {
  await icon('known.localhost');
  await zeus.ctx.storage.deleteAll('pictures');
  expect(await icon('known.localhost')).toMatchObject(shows('K'));
});
