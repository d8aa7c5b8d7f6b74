// Links on pages that behave like the real web, seen by a real browser: what is found, shown, called gone and refunded.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Screenshot } from '../../../shared/screenshot.ts';
import { refundGoneLinks } from '../../jobs.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { siteForTests } from '../../platform/outbound/test/site.ts';
import { appForTests } from '../../test/app.ts';
import { createBacklinks, createCampaign } from '../../test/build.ts';
import { requestScreenshots } from '../request-screenshots.ts';
import { openScreenshots, type Screenshots } from '../screenshots/open-screenshots.ts';
import { takeScreenshotsJob } from '../screenshots/take-screenshots.job.ts';
import { refundGoneLinksJob } from './refund-gone-links.job.ts';

type Answer = string | { status?: number; headers?: Record<string, string>; body?: string };
const zeus = appForTests();
const site = siteForTests((request, response) => {
  const name = (request.headers.host ?? '').replace(/\.localhost.*/, '');
  const found = pages[`${name}${request.url}`] ?? { status: 404 };
  const { status = 200, headers = {}, body = 'no' } = typeof found === 'string' ? { body: found } : found;
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
});
let screenshots: Screenshots;
let pages: Record<string, Answer> = {};

beforeAll(async () => {
  await zeus.ctx.outbound.close();
  const practice = { port: site.port };
  Object.assign(zeus.ctx, { practice, outbound: createOutbound({ practice }) });
  screenshots = openScreenshots(zeus.ctx);
}, 120_000);
afterAll(() => screenshots.close());
beforeEach(async () => {
  pages = { 'target/guide': '<title>The guide</title><p>All of it.</p>' };
  await zeus.ctx.db.sql`delete from screenshots`;
  await zeus.ctx.db.sql`truncate page_reads, page_hosts`;
});

const words = '<p>Some words of an ordinary article that somebody wrote for people who read it.</p>'.repeat(30);
const article = (inside: string) => `<title>A post</title><article><h1>A post</h1>${words}${inside}${words}</article>`;
const target = () => site.url('/guide', 'target');
const link = (more = '', href = target()) => `<p>We liked <a href="${href}" ${more}>the guide</a> a lot.</p>`;

/** A paid backlink on each of these pages; returns how to read their screenshots. */
async function deliver(names: readonly string[], urlTo = target()) {
  const user = await zeus.newUser({ backlink: 10 });
  const campaign = { userId: user.id, campaignId: await createCampaign(zeus.ctx.db, user.id) };
  const rows = names.map((name, index) => ({
    url_from: site.url('/', name),
    url_to: urlTo,
    domain_rating: 90 - index,
  }));
  const ids = await createBacklinks(zeus.ctx.db, campaign, rows);
  for (const id of ids) {
    await zeus.ctx.db.sql`insert into credit_entries (user_id, kind, delta, reason)
      values (${user.id}, 'backlink', -1, ${`backlink:${id}`})`;
  }
  await zeus.ctx.db.kysely.transaction().execute((tx) => requestScreenshots(zeus.ctx, tx, campaign));
  const read = async (index: number): Promise<Screenshot> =>
    (await zeus.ask(`/data/backlinks/${ids[index]}/screenshot`, { token: user.token })).json();
  const balance = async () =>
    (await zeus.ctx.db.sql<{ credits: number }[]>`select credits from profiles where id = ${user.id}`)[0]?.credits;
  return { ...user, ids, read, balance };
}

const call = () => ({ log: zeus.ctx.log, signal: new AbortController().signal, attempt: 1 });

/** What the workers do. */
async function work() {
  await takeScreenshotsJob(zeus.ctx, screenshots).run({ lane: 0 }, call());
  const jobs = await zeus.ctx.db.sql<{ payload: { userId: string; backlinkIds: string[] } }[]>`
    delete from jobs where name = ${refundGoneLinks.name} returning payload`;
  for (const { payload } of jobs) {
    // A job may run twice.
    for (const _ of [1, 2]) await refundGoneLinksJob(zeus.ctx).run(payload, call());
  }
}

const columns = (ids: readonly string[]) =>
  zeus.ctx.db.sql`select link_state, link_follow, link_place from backlinks where id = any (${[...ids]}::uuid[])
    order by domain_rating desc`;

/** Signatures change every 15 minutes. */
const unsigned = (screenshot: Screenshot): Screenshot =>
  JSON.parse(JSON.stringify(screenshot).replace(/\?until=[^"]*/g, ''));

const hasPicture = async (ids: readonly string[]) => {
  const rows = await zeus.ctx.db.sql<{ has: boolean }[]>`
    select screenshot_url is not null as has from backlinks where id = any (${[...ids]}::uuid[])`;
  return rows.map(({ has }) => has);
};

test('finds links where they are, and shows them', async () => {
  Object.assign(pages, {
    'plain/': article(link()),
    'paid/': article(`${words.repeat(5)}${link('rel="sponsored"')}`),
    'footer/': `${article('')}<footer><p><a href="${target()}" rel="nofollow">Partner</a></p></footer>`,
    'drawn/': `${article('<div id="root"></div>')}<script>root.innerHTML = \`${link()}\`</script>`,
    'unseen/': article(`<div style="display:none">${link()}</div>`),
    'header/': { headers: { 'x-robots-tag': 'noindex, nofollow' }, body: article(link()) },
    'moved/': article(link('', site.url('/old-guide', 'target'))),
    'target/old-guide': { status: 301, headers: { location: '/guide' } },
  });
  const names = ['plain', 'paid', 'footer', 'drawn', 'unseen', 'header', 'moved'];
  const { ids, read, balance } = await deliver(names);
  await work();
  const all = await Promise.all(names.map((_, index) => read(index)));
  expect(all.map(({ link: seen }) => [seen?.state, seen?.route, seen?.follow, seen?.place])).toEqual([
    ['found', 'direct', 'dofollow', 'content'],
    ['found', 'direct', 'sponsored', 'content'],
    ['found', 'direct', 'nofollow', 'footer'],
    ['found', 'direct', 'dofollow', 'content'],
    ['found', 'direct', 'dofollow', 'hidden'],
    ['found', 'direct', 'nofollow', 'content'],
    ['found', 'redirect', 'dofollow', 'content'],
  ]);
  expect(all[0]?.link).toMatchObject({ anchor: 'the guide', sentence: 'We liked the guide a lot.' });
  expect(all.map(({ link: seen }) => seen?.url !== undefined)).toEqual([true, true, true, true, false, true, true]);
  const picture = await zeus.ask(all[1]?.link?.url ?? '');
  const bytes = Buffer.from(await picture.arrayBuffer());
  const isJpeg = bytes.readUInt16BE(0) === 0xffd8;
  expect([picture.status, picture.headers.get('content-type'), isJpeg]).toEqual([200, 'image/jpeg', true]);
  expect(all[1]?.link?.url).not.toBe(all[1]?.url);
  expect(all[5]?.page).toMatchObject({ status: 200, noindex: true, outgoing: 1, language: 'en' });
  expect((await columns(ids)).slice(0, 2)).toEqual([
    { link_state: 'found', link_follow: 'dofollow', link_place: 'content' },
    { link_state: 'found', link_follow: 'sponsored', link_place: 'content' },
  ]);
  expect(await balance()).toBe(3);
  // What speaks against the leads arrives with the same visit.
  const signals = await zeus.ctx.db.sql<{ signals: { name: string; fact: string }[] }[]>`
    select signals from backlinks where id = any (${[ids[0], ids[2]]}::uuid[]) order by domain_rating desc`;
  const weak = signals.map((row) => row.signals.find(({ name }) => name === 'weak-link')?.fact);
  expect(weak).toEqual([undefined, 'nofollow footer']);
}, 120_000);

test('refunds a link that is gone, once, and only then', async () => {
  Object.assign(pages, {
    'removed/': article(''),
    'not-found/': { status: 404, body: 'Not found' },
    'sold/': '<title>For sale</title><h1>This domain is for sale</h1><p>Buy it now.</p>',
    'blocking/': { status: 403, body: 'Forbidden' },
    'broken/': { status: 500, body: 'Error' },
    'login/': '<title>Log in</title><form><input name="user"></form>',
  });
  const names = ['removed', 'not-found', 'sold', 'blocking', 'broken', 'login'];
  const { ids, read, balance } = await deliver(names);
  await work();
  const all = await Promise.all(names.map((_, index) => read(index)));
  expect(all.map(({ link: seen }) => [seen?.state, seen?.problem])).toEqual([
    ['gone', 'removed'],
    ['gone', 'page-gone'],
    ['gone', 'page-moved'],
    ['unclear', 'blocked'],
    ['unclear', 'no-answer'],
    ['unclear', 'unsure'],
  ]);
  expect(await balance()).toBe(10 - 6 + 3);

  // It comes back, and goes away again.
  const visitAgain = async () => {
    await zeus.ctx.db
      .sql`update screenshots set state = 'waiting', reason = null where url = ${site.url('/', 'removed')}`;
    await work();
    return (await columns(ids))[0]?.link_state;
  };
  pages['removed/'] = article(link());
  expect(await visitAgain()).toBe('found');
  pages['removed/'] = article('');
  expect(await visitAgain()).toBe('gone');
  expect(await balance()).toBe(7);
}, 120_000);

test('a failed check does not replace one that went well', async () => {
  pages['plain/'] = article(link());
  const { ids } = await deliver(['plain']);
  await work();
  pages['plain/'] = { status: 503, body: 'busy' };
  await zeus.ctx.db.sql`update screenshots set state = 'waiting'`;
  await work();
  expect(await columns(ids)).toMatchObject([{ link_state: 'found' }]);
}, 120_000);

test('a page captured for another target is opened again for this one', async () => {
  pages['both/'] = article(`${link()}<p><a href="${site.url('/other', 'second')}">another</a></p>`);
  const first = await deliver(['both']);
  await work();
  const before = unsigned(await first.read(0));
  const second = await deliver(['both'], site.url('/other', 'second'));
  // Both see the earlier picture meanwhile, and the first user also the earlier proof.
  const earlier = { state: 'waiting', url: before.url, small_url: before.small_url };
  expect(unsigned(await first.read(0))).toEqual({ ...before, ...earlier });
  expect(unsigned(await second.read(0))).toEqual({ ...earlier, page: before.page });
  expect(await hasPicture([...first.ids, ...second.ids])).toEqual([true, true]);
  await work();
  expect(await second.read(0)).toMatchObject({ state: 'ready', link: { state: 'found', anchor: 'another' } });
  expect(await first.read(0)).toMatchObject({ state: 'ready', link: { state: 'found', anchor: 'the guide' } });

  // A third one with a target that is known gets the result at once.
  const third = await deliver(['both']);
  expect(await columns(third.ids)).toMatchObject([{ link_state: 'found' }]);
  expect(await third.read(0)).toMatchObject({ state: 'ready' });
}, 120_000);

test('a page being captured again shows no picture that is missing or that a failed capture has replaced', async () => {
  pages['plain/'] = article(link());
  const { ids, read } = await deliver(['plain']);
  const { sql } = zeus.ctx.db;
  await work();
  await sql`update screenshots set state = 'waiting'`;
  const { url = '', link: seen } = await read(0);
  await zeus.ctx.storage.deleteAll('pictures');
  expect([(await zeus.ask(url)).status, (await zeus.ask(seen?.url ?? '')).status]).toEqual([404, 404]);
  expect(await read(0)).toEqual({ state: 'waiting' });
  expect(await hasPicture(ids)).toEqual([false]);
  expect(await sql`select file from link_checks`).toEqual([{ file: null }]);

  await work();
  expect(await hasPicture(ids)).toEqual([true]);
  pages['plain/'] = { status: 503, body: 'busy' };
  await sql`update screenshots set state = 'waiting'`;
  await work();
  expect((await read(0)).state).toBe('failed');
  expect(await hasPicture(ids)).toEqual([false]);
  await sql`update screenshots set state = 'waiting', reason = null`;
  expect(await read(0)).toEqual({ state: 'waiting' });
}, 120_000);

test('a backlink without a target has no proof, but what the page says', async () => {
  pages['plain/'] = article('');
  const user = await zeus.newUser();
  const campaign = { userId: user.id, campaignId: await createCampaign(zeus.ctx.db, user.id) };
  const [id] = await createBacklinks(zeus.ctx.db, campaign, [{ url_from: site.url('/', 'plain'), url_to: null }]);
  await zeus.ctx.db.kysely.transaction().execute((tx) => requestScreenshots(zeus.ctx, tx, campaign));
  await work();
  const seen = await (await zeus.ask(`/data/backlinks/${id}/screenshot`, { token: user.token })).json();
  expect(seen).toMatchObject({ state: 'ready', page: { status: 200, words: expect.any(Number) } });
  expect(seen.link).toBeUndefined();
}, 60_000);
