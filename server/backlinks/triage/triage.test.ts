// From what was stored about pages to the groups that a user sees, with a real database.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Backlink } from '../../../shared/backlink.ts';
import type { PageSignal } from '../../../shared/link-check.ts';
import { appForTests, type TestApp } from '../../test/app.ts';
import { createBacklinks, createCampaign } from '../../test/build.ts';
import { copySignals } from './signals.store.ts';

const zeus = appForTests();

interface Page {
  url?: string;
  signals?: PageSignal[];
  language?: string;
  published?: string | null;
  modified?: string | null;
}

/** A page that was opened. Returns its id. */
async function openPage({ url = `https://${randomUUID()}.example/`, ...more }: Page = {}): Promise<number> {
  const check = { language: '', published: null, modified: null, signals: [], ...more };
  const [row] = await zeus.ctx.db.sql<{ id: number }[]>`
    insert into screenshots (url, state, file, small_file, page_check, wanted_by)
    values (${url}, 'ready', 'a.webp', 'b.webp', ${JSON.stringify(check)}::jsonb, ${randomUUID()}) returning id`;
  return Number(row?.id);
}

type Someone = Awaited<ReturnType<TestApp['newUser']>>;

/** A campaign of the user with a backlink on each page. */
async function campaignOf(user: Someone, pages: readonly number[], more: object = {}, rows: object = {}) {
  const of = { userId: user.id, campaignId: await createCampaign(zeus.ctx.db, user.id, more) };
  const ids = await createBacklinks(
    zeus.ctx.db,
    of,
    pages.map((screenshot_id, index) => ({ screenshot_id, domain_rating: 90 - index, ...rows })),
  );
  await copySignals(zeus.ctx.db.kysely, { campaignId: of.campaignId });
  return { ...of, ids };
}

async function list({ token }: Someone, { campaignId }: { campaignId: string }): Promise<Backlink[]> {
  return (await zeus.ask(`/data/backlinks?campaignId=${campaignId}`, { token })).json();
}

const brief = (rows: readonly Backlink[]) =>
  rows.map(({ triage }) => triage && [triage.group, triage.score, ...triage.signals.map(({ name }) => name)]);

const setWeights = (user: Someone, json: object) =>
  zeus.ask('/data/triage', { method: 'PUT', token: user.token, json });

/** This many months ago, as a day. */
function monthsAgo(months: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15)).toISOString().slice(0, 10);
}

test('signals add up to a group, the heaviest first; a page that was not opened has none', async () => {
  const user = await zeus.newUser();
  const pages = [
    await openPage({ signals: [{ name: 'write-for-us', fact: '' }] }),
    await openPage({
      signals: [
        { name: 'write-for-us', fact: '' },
        { name: 'many-links', fact: '212' },
      ],
    }),
    await openPage({ signals: [{ name: 'parked', fact: 'This domain is for sale' }] }),
  ];
  const campaign = await campaignOf(user, pages);
  await createBacklinks(zeus.ctx.db, campaign, [{ domain_rating: 1 }]);
  const rows = await list(user, campaign);
  expect(brief(rows)).toEqual([
    ['good', 2, 'write-for-us'],
    ['check', 5, 'many-links', 'write-for-us'],
    ['unlikely', 10, 'parked'],
    null,
  ]);
  expect(rows[1]?.triage?.signals[0]).toEqual({ name: 'many-links', fact: '212', weight: 3 });
  const [id] = campaign.ids;
  const changed = await zeus.ask(`/data/backlinks/${id}`, { method: 'PATCH', token: user.token, json: { keep: true } });
  expect(await changed.json()).toMatchObject({ keep: true, triage: { group: 'good', score: 2 } });
});

test('a page captured before Zeus looked for signals is not checked', async () => {
  const user = await zeus.newUser();
  const page = await openPage();
  await zeus.ctx.db.sql`update screenshots set page_check = page_check - 'signals' where id = ${page}`;
  expect(brief(await list(user, await campaignOf(user, [page])))).toEqual([null]);
});

test('such a page is opened again when the user looks at it, but not right after a visit', async () => {
  const user = await zeus.newUser();
  const url = `https://${randomUUID()}.example/`;
  const page = await openPage({ url });
  const { ids } = await campaignOf(user, [page], {}, { url_from: url });
  const read = async () =>
    (await (await zeus.ask(`/data/backlinks/${ids[0]}/screenshot`, { token: user.token })).json()).state;
  await zeus.ctx.db.sql`update screenshots set settled_at = now() - interval '2 hours' where id = ${page}`;
  expect(await read()).toBe('ready');
  await zeus.ctx.db
    .sql`update screenshots set page_check = page_check - 'signals', settled_at = now() where id = ${page}`;
  expect(await read()).toBe('ready');
  await zeus.ctx.db.sql`update screenshots set settled_at = now() - interval '2 hours' where id = ${page}`;
  expect(await read()).toBe('waiting');
});

test('one page, two campaigns in different languages', async () => {
  const user = await zeus.newUser();
  const page = await openPage({ language: 'de' });
  const english = await campaignOf(user, [page], { language: 'en' });
  const german = await campaignOf(user, [page], { language: 'de' });
  const unknown = await campaignOf(user, [page]);
  expect(brief(await list(user, english))).toEqual([['check', 4, 'other-language']]);
  expect(brief(await list(user, german))).toEqual([['good', 0]]);
  expect(brief(await list(user, unknown))).toEqual([['good', 0]]);
  // Another visit shows it in English: all of them follow.
  await zeus.ctx.db.sql`update screenshots set page_check = page_check || '{"language": "en"}' where id = ${page}`;
  await copySignals(zeus.ctx.db.kysely, { screenshotId: page });
  expect(brief(await list(user, english))).toEqual([['good', 0]]);
  expect(brief(await list(user, german))).toEqual([['check', 4, 'other-language']]);
});

test('a page is stale after 24 months, or as many as the user says', async () => {
  const user = await zeus.newUser();
  const pages = [
    await openPage({ published: monthsAgo(40), modified: monthsAgo(30) }),
    await openPage({ published: monthsAgo(40), modified: monthsAgo(12) }),
    await openPage({ published: monthsAgo(3) }),
    await openPage(),
  ];
  const campaign = await campaignOf(user, pages);
  expect(brief(await list(user, campaign))).toEqual([
    ['good', 2, 'stale'],
    ['good', 0],
    ['good', 0],
    ['good', 0],
  ]);
  expect((await list(user, campaign))[0]?.triage?.signals[0]?.fact).toBe(monthsAgo(30));
  await setWeights(user, { stale_months: 8 });
  expect(brief(await list(user, campaign)).map((one) => one?.[2])).toEqual(['stale', 'stale', undefined, undefined]);
});

test('the link as it was seen', async () => {
  const user = await zeus.newUser();
  const target = 'https://target.example/';
  const checks = [
    ['gone', 'removed', null, null, null],
    ['found', null, 'direct', 'nofollow', 'footer'],
    ['found', null, 'direct', 'dofollow', 'content'],
    ['unclear', 'blocked', null, null, null],
  ] as const;
  const pages: number[] = [];
  for (const [state, problem, route, follow, place] of checks) {
    const page = await openPage();
    pages.push(page);
    await zeus.ctx.db.sql`insert into link_checks (screenshot_id, target, state, problem, route, follow, place)
      values (${page}, ${target}, ${state}, ${problem}, ${route}, ${follow}, ${place})`;
  }
  const rows = await list(user, await campaignOf(user, pages, {}, { url_to: target }));
  expect(brief(rows)).toEqual([
    ['unlikely', 6, 'link-missing'],
    ['check', 3, 'weak-link'],
    ['good', 0],
    ['good', 0],
  ]);
  expect(rows.slice(0, 2).map(({ triage }) => triage?.signals[0]?.fact)).toEqual(['removed', 'nofollow footer']);
});

test('a page that is gone is an error page', async () => {
  const user = await zeus.newUser();
  const page = await openPage();
  const campaign = await campaignOf(user, [page]);
  await zeus.ctx.db.sql`update screenshots set state = 'failed', reason = 'timed-out' where id = ${page}`;
  await copySignals(zeus.ctx.db.kysely, { screenshotId: page });
  expect(brief(await list(user, campaign))).toEqual([['good', 0]]);
  await zeus.ctx.db.sql`update screenshots set reason = 'not-found' where id = ${page}`;
  await copySignals(zeus.ctx.db.kysely, { screenshotId: page });
  expect(brief(await list(user, campaign))).toEqual([['unlikely', 10, 'error-page']]);
});

test('a site that links to me says so to me only', async () => {
  const [jane, joe] = [await zeus.newUser(), await zeus.newUser()];
  const json = { kind: 'mine', lines: ['jane-triage.example'] };
  await zeus.ask('/data/site-rules', { method: 'POST', token: jane.token, json });
  await zeus.ctx.db.sql`insert into watched_links (to_domain, domain, url)
    values ('jane-triage.example', 'fan-triage.example', 'https://fan-triage.example/post')`;
  const page = await openPage();
  const site = { domain: 'fan-triage.example' };
  const [row] = await list(jane, await campaignOf(jane, [page], {}, site));
  expect(row?.triage?.signals).toEqual([{ name: 'links-to-me', fact: 'https://fan-triage.example/post', weight: 6 }]);
  expect(brief(await list(joe, await campaignOf(joe, [page], {}, site)))).toEqual([['good', 0]]);
  // Joe has noted it himself.
  await zeus.ctx.db.sql`update prospects set state = 'linked' where user_id = ${joe.id}`;
  expect(brief(await list(joe, await campaignOf(joe, [page], {}, site)))).toEqual([['unlikely', 6, 'links-to-me']]);
});

test('weights apply at once, to all campaigns of this user and to no one else', async () => {
  const [jane, joe] = [await zeus.newUser(), await zeus.newUser()];
  const page = await openPage({ signals: [{ name: 'thin', fact: '20' }] });
  const campaigns = [await campaignOf(jane, [page]), await campaignOf(jane, [page])];
  const other = await campaignOf(joe, [page]);
  const notices: string[] = [];
  const stop = zeus.ctx.live.subscribe(jane.id, undefined, ({ topic }) => notices.push(topic));
  const saved = await setWeights(jane, { weights: { thin: 0, stale: 9 }, stale_months: 6 });
  expect(await saved.json()).toMatchObject({ weights: { thin: 0, stale: 9, parked: 10 }, stale_months: 6 });
  for (const campaign of campaigns) expect(brief(await list(jane, campaign))).toEqual([['good', 0, 'thin']]);
  expect(brief(await list(joe, other))).toEqual([['check', 3, 'thin']]);
  await expect.poll(() => notices, { timeout: 20_000 }).toContain('triage');
  stop();

  const read = async (who: Someone) => (await zeus.ask('/data/triage', { token: who.token })).json();
  expect(await read(jane)).toMatchObject({ weights: { thin: 0 }, stale_months: 6 });
  expect(await read(joe)).toMatchObject({ weights: { thin: 3, stale: 2 }, stale_months: 24 });
  await setWeights(jane, {});
  expect(await read(jane)).toEqual(await read(joe));
});

test.each([
  [{ weights: { thin: 11 } }],
  [{ weights: { thin: -1 } }],
  [{ weights: { thin: 1.5 } }],
  [{ weights: { 'no-such-signal': 1 } }],
  [{ stale_months: 0 }],
  [{ stale_months: 241 }],
  [{ thresholds: {} }],
])('%j is refused', async (json) => {
  expect((await setWeights(await zeus.newUser(), json)).status).toBe(400);
});

test('"select all matching" uses the groups and signals that the user sees', async () => {
  const user = await zeus.newUser();
  const pages = [
    await openPage({ signals: [{ name: 'thin', fact: '20' }] }),
    await openPage(),
    await openPage({ published: monthsAgo(40) }),
  ];
  const campaign = await campaignOf(user, pages);
  const select = async (filter: object) => {
    await zeus.ctx.db.sql`update backlinks set keep = false where requests_id = ${campaign.campaignId}`;
    const body = { filter, keep: true, changeId: randomUUID() };
    const path = `/data/backlinks/selection?campaignId=${campaign.campaignId}`;
    await zeus.ask(path, { method: 'PUT', token: user.token, json: body });
    return (await list(user, campaign)).map(({ keep }) => keep);
  };
  expect(await select({ group: 'check' })).toEqual([true, false, false]);
  expect(await select({ signal: 'stale' })).toEqual([false, false, true]);
  await setWeights(user, { weights: { thin: 0, stale: 3 } });
  expect(await select({ group: 'check' })).toEqual([false, false, true]);
  expect(await select({ group: 'unchecked' })).toEqual([false, false, false]);
});
