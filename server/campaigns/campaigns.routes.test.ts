// Campaigns over HTTP on the practice web, from the form to emails, with the real engine and a worker in this process.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBacklinksJob } from '../backlinks/find.job.ts';
import { ownBacklinkSources } from '../engine/backlinks/sources.ts';
import { ProviderError } from '../engine/provider.ts';
import { zeusOwnSearch } from '../engine/search/zeus-own.ts';
import { findBacklinks, findSearchResults } from '../jobs.ts';
import { findSearchResultsJob } from '../search-results/find.job.ts';
import { createPracticeApp, type PracticeApp } from '../test/practice-app.ts';

const keyword = 'Best Golf Courses In America';
let zeus: PracticeApp;
/** While it says true, nobody can look. */
let isDown = (_of: string) => false;

async function unlessDown<Found>(of: string, look: () => Promise<Found>): Promise<Found> {
  if (isDown(of)) throw new ProviderError('zeus-own', 'It refuses the key.', { retryable: false });
  return look();
}

beforeAll(async () => {
  zeus = await createPracticeApp({
    instead(ctx) {
      const { finders, magic } = ownBacklinkSources(ctx);
      const search = zeusOwnSearch(ctx.db.kysely);
      return {
        [findSearchResults.name]: findSearchResultsJob(ctx, [
          { ...search, search: (request, call) => unlessDown('search', () => search.search(request, call)) },
        ]),
        [findBacklinks.name]: findBacklinksJob(ctx, {
          finders: finders.map((one) => ({
            ...one,
            find: (request, call) => unlessDown(request.url, () => one.find(request, call)),
          })),
          magic: magic.map((one) => ({
            ...one,
            search: (request, call) => unlessDown('magic', () => one.search(request, call)),
          })),
        }),
      };
    },
  });
}, 180_000);
afterAll(() => zeus?.close());

const create = async (token: string, form: object): Promise<string> =>
  (await zeus.post('/api/campaign/new', token, { keyword, ...form })).json.id;

async function organicCampaign(credits: { backlink?: number; email?: number }) {
  const user = await zeus.newUser(credits);
  const campaignId = await create(user.token, {});
  await zeus.settled(campaignId);
  return { ...user, campaignId };
}

const rowsOf = async (table: string, token: string, campaignId: string) =>
  (await zeus.get(`/data/${table}?campaignId=${campaignId}`, token)).json;

const keepFirst = (count: number) => (row: { id: string }, index: number) => ({ id: row.id, keep: index < count });

async function keep(table: string, token: string, campaignId: string, count: number) {
  const rows = (await rowsOf(table, token, campaignId)).map(keepFirst(count));
  await zeus.ask(`/data/${table}?campaignId=${campaignId}`, { method: 'PUT', token, json: rows });
}

const getBacklinks = (token: string, campaignId: string) =>
  zeus.post('/api/campaign/get-backlinks', token, { campaignId });
const balance = async (token: string) => (await zeus.get('/data/profiles/me', token)).json;
const spentOn = async (userId: string, kind: 'backlink' | 'email') =>
  zeus.ctx.db.kysely
    .selectFrom('credit_entries')
    .select(['delta', 'reason', 'details'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('delta', '<', 0)
    .orderBy('id')
    .execute();

describe('organic', () => {
  test('the first 100 results come with what is known of them, and are free', async () => {
    const { token, campaignId, id } = await organicCampaign({ backlink: 10 });
    expect((await zeus.get(`/data/requests/${campaignId}`, token)).json).toMatchObject({
      status: 'Waiting to Pick Search Results',
      status_message: null,
      step_started_at: null,
    });
    const results = await rowsOf('search-results', token, campaignId);
    expect(results.length).toBe(100);
    expect(results.map(({ position }: { position: number }) => position)).toEqual(
      results.map((_: unknown, n: number) => n + 1),
    );
    expect(results.every((row: { keep: boolean }) => !row.keep)).toBe(true);
    expect(results.some((row: { search_traffic: number }) => row.search_traffic > 0)).toBe(true);
    expect(results[0]).toMatchObject({ user_id: id, requests_id: campaignId, title: expect.stringMatching(/golf/i) });
    expect(await spentOn(id, 'backlink')).toEqual([]);
  });

  test('a keyword nobody writes about ends in "No organic result"', async () => {
    const user = await zeus.newUser({ backlink: 1 });
    const campaignId = await create(user.token, { keyword: 'zzzunknownwordzzz' });
    expect((await zeus.settled(campaignId)).status).toBe('No organic result');
  });

  test('a search that fails says so, costs nothing, and is done by Retry', async () => {
    isDown = (of) => of === 'search';
    const user = await zeus.newUser({ backlink: 1 });
    const campaignId = await create(user.token, {});
    expect(await zeus.settled(campaignId)).toMatchObject({
      status: 'Something went wrong',
      failed_step: 'search-results',
      status_message: 'Zeus could not search for this keyword. Nothing was charged. Please try again.',
    });
    isDown = () => false;
    // Renaming it does not change what is searched for.
    await zeus.ask(`/data/requests/${campaignId}`, {
      method: 'PATCH',
      token: user.token,
      json: { keyword: 'My client' },
    });
    expect(await zeus.post(`/api/campaign/${campaignId}/retry`, user.token, {})).toEqual({
      status: 200,
      json: { ok: true },
    });
    expect(await zeus.settled(campaignId)).toMatchObject({
      status: 'Waiting to Pick Search Results',
      failed_step: null,
      status_message: null,
      keyword: 'My client',
    });
    expect((await rowsOf('search-results', user.token, campaignId)).length).toBe(100);
  });
});

describe('POST /api/campaign/get-backlinks refuses', () => {
  test('someone else’s campaign, an id that is none, and a body without one', async () => {
    const { campaignId } = await organicCampaign({ backlink: 1 });
    const { token } = await zeus.newUser({ backlink: 1 });
    expect((await getBacklinks(token, campaignId)).status).toBe(404);
    expect((await getBacklinks(token, 'x')).status).toBe(400);
    expect((await zeus.post('/api/campaign/get-backlinks', token, {})).status).toBe(400);
    expect((await zeus.post(`/api/campaign/${campaignId}/retry`, token, {})).status).toBe(404);
    expect((await zeus.post('/api/campaign/get-emails', token, { campaignId, mode: 'author' })).status).toBe(404);
  });

  test('when nothing is kept, when there is no credit, and on own backlinks', async () => {
    const { id, token, campaignId } = await organicCampaign({ backlink: 1 });
    expect(await getBacklinks(token, campaignId)).toMatchObject({ status: 400, json: { error: 'nothing-kept' } });
    await keep('search-results', token, campaignId, 2);
    await zeus.ctx.db
      .sql`insert into credit_entries (user_id, kind, delta, reason) values (${id}, 'backlink', -1, 'gone')`;
    expect(await getBacklinks(token, campaignId)).toMatchObject({
      status: 402,
      json: { error: 'no-credit', type: 'no credit' },
    });
    const own = await create(token, { campaignType: 'BYOB', backlinks: [zeus.practice.sites[0]] });
    await zeus.settled(own);
    expect(await getBacklinks(token, own)).toMatchObject({ status: 400, json: { error: 'bad-input' } });
  });
});

interface BacklinkRow {
  domain: string;
  domain_rating: number;
  url_from: string;
  url_to: string | null;
  keep: boolean;
  rel: string;
}

describe('backlinks of kept results', () => {
  test('one a domain, dofollow, strongest first, in the range, charged once whatever is clicked', async () => {
    const user = await zeus.newUser({ backlink: 500 });
    const campaignId = await create(user.token, { minDR: 20, maxDR: 90 });
    await zeus.settled(campaignId);
    await keep('search-results', user.token, campaignId, 10);
    const answers = await Promise.all(Array.from({ length: 5 }, () => getBacklinks(user.token, campaignId)));
    expect(answers.every(({ status, json }) => status === 200 && json.error === false)).toBe(true);
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
    const first: BacklinkRow[] = await rowsOf('backlinks', user.token, campaignId);
    expect(first.length).toBeGreaterThan(10);
    expect(new Set(first.map(({ domain }) => domain)).size).toBe(first.length);
    expect(first.map(({ domain_rating }) => domain_rating)).toEqual(
      first.map(({ domain_rating }) => domain_rating).sort((a, b) => b - a),
    );
    for (const row of first) {
      expect(row).toMatchObject({ keep: false, rel: '', url_to: expect.stringContaining('http') });
      expect(row.domain_rating).toBeGreaterThanOrEqual(20);
      expect(row.domain_rating).toBeLessThanOrEqual(90);
    }
    expect(await spentOn(user.id, 'backlink')).toEqual([
      { delta: -first.length, reason: `backlinks:${campaignId}:0`, details: { campaignId, keyword } },
    ]);
    expect((await balance(user.token)).credits).toBe(500 - first.length);

    // Again with nothing new, then with more results kept: only what is new is added and charged.
    expect((await getBacklinks(user.token, campaignId)).json).toEqual({
      error: false,
      message: 'All backlinks are already there.',
    });
    await keep('search-results', user.token, campaignId, 60);
    await getBacklinks(user.token, campaignId);
    await zeus.settled(campaignId);
    const second: BacklinkRow[] = await rowsOf('backlinks', user.token, campaignId);
    expect(second.length).toBeGreaterThan(first.length);
    expect(new Set(second.map(({ domain }) => domain)).size).toBe(second.length);
    expect((await balance(user.token)).credits).toBe(500 - second.length);
  });

  test('a short credit buys the strongest, says what was left out, and goes on when there is more', async () => {
    const rich = await organicCampaign({ backlink: 500 });
    const poor = await organicCampaign({ backlink: 5 });
    for (const { token, campaignId } of [rich, poor]) {
      await keep('search-results', token, campaignId, 10);
      await getBacklinks(token, campaignId);
      await zeus.settled(campaignId);
    }
    const all: BacklinkRow[] = await rowsOf('backlinks', rich.token, rich.campaignId);
    const few: BacklinkRow[] = await rowsOf('backlinks', poor.token, poor.campaignId);
    const urls = (rows: BacklinkRow[]) => rows.map(({ url_from }) => url_from).sort();
    expect(few.length).toBe(5);
    expect(few.map(({ domain_rating }) => domain_rating)).toEqual(
      all.slice(0, 5).map(({ domain_rating }) => domain_rating),
    );
    const { status, status_message } = await zeus.settled(poor.campaignId);
    expect(status).toBe('Waiting to Pick Backlinks');
    expect(status_message).toBe(`${all.length - 5} backlinks were left out: you have no backlink credits left.`);
    expect((await balance(poor.token)).credits).toBe(0);
    expect((await getBacklinks(poor.token, poor.campaignId)).status).toBe(402);

    await zeus.ctx.db
      .sql`insert into credit_entries (user_id, kind, delta, reason) values (${poor.id}, 'backlink', 500, 'more')`;
    expect((await getBacklinks(poor.token, poor.campaignId)).status).toBe(200);
    expect(await zeus.settled(poor.campaignId)).toMatchObject({
      status: 'Waiting to Pick Backlinks',
      status_message: null,
    });
    expect(urls(await rowsOf('backlinks', poor.token, poor.campaignId))).toEqual(urls(all));
    expect((await balance(poor.token)).credits).toBe(505 - all.length);
  });

  test('results that could not be looked up are said, and Retry does only those', async () => {
    const { id, token, campaignId } = await organicCampaign({ backlink: 500 });
    await keep('search-results', token, campaignId, 10);
    const { url: downUrl } = (await rowsOf('search-results', token, campaignId))[0];
    const asked: string[] = [];
    isDown = (of) => {
      asked.push(of);
      return of === downUrl;
    };
    await getBacklinks(token, campaignId);
    expect(await zeus.settled(campaignId)).toMatchObject({
      status: 'Something went wrong',
      failed_step: 'backlinks',
      status_message: expect.stringContaining('could not find out who links to 1 of 10 search results'),
    });
    const before = (await rowsOf('backlinks', token, campaignId)).length;
    expect(before).toBeGreaterThan(0);
    expect((await balance(token)).credits).toBe(500 - before);

    asked.length = 0;
    isDown = (of) => asked.push(of) < 0;
    const clicks = await Promise.all([1, 2, 3].map(() => zeus.post(`/api/campaign/${campaignId}/retry`, token, {})));
    expect(clicks.every(({ status }) => status === 200)).toBe(true);
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
    expect(asked).toEqual([downUrl]);
    isDown = () => false;
    const after = (await rowsOf('backlinks', token, campaignId)).length;
    expect((await balance(token)).credits).toBe(500 - after);
    expect((await spentOn(id, 'backlink')).reduce((sum, { delta }) => sum + delta, 0)).toBe(-after);
    expect((await zeus.post(`/api/campaign/${campaignId}/retry`, token, {})).json.error).toBe('bad-input');
  });
});

describe('Magic Search', () => {
  const magic = { magicCampaign: true, minWords: 300, minTraffic: 50, minDR: 10, maxDR: 95 };

  test('finds pages within the filters, one a domain, and charges for each', async () => {
    const { id, token } = await zeus.newUser({ backlink: 100 });
    const campaignId = await create(token, magic);
    expect(await zeus.settled(campaignId)).toMatchObject({ status: 'Waiting to Pick Backlinks', status_message: null });
    const rows = await rowsOf('backlinks', token, campaignId);
    expect(rows.length).toBeGreaterThan(10);
    expect(new Set(rows.map(({ domain }: BacklinkRow) => domain)).size).toBe(rows.length);
    for (const row of rows) {
      expect(row).toMatchObject({ ahrefs_rank: -1, url_to: null, keep: false });
      expect(row.search_traffic).toBeGreaterThanOrEqual(50);
      expect(row.traffic_value).toBeGreaterThanOrEqual(0);
    }
    expect(await spentOn(id, 'backlink')).toMatchObject([{ delta: -rows.length }]);
  });

  test('a short credit, and the rest when there is more', async () => {
    const { id, token } = await zeus.newUser({ backlink: 3 });
    const campaignId = await create(token, magic);
    expect((await zeus.settled(campaignId)).status_message).toMatch(/^\d+ backlinks were left out/);
    expect((await rowsOf('backlinks', token, campaignId)).length).toBe(3);
    await zeus.ctx.db
      .sql`insert into credit_entries (user_id, kind, delta, reason) values (${id}, 'backlink', 100, 'more')`;
    expect((await getBacklinks(token, campaignId)).status).toBe(200);
    expect((await zeus.settled(campaignId)).status_message).toBeNull();
    const { length } = await rowsOf('backlinks', token, campaignId);
    expect(length).toBeGreaterThan(10);
    expect((await balance(token)).credits).toBe(103 - length);
  });

  test('nothing found is no failure and costs nothing; could not look is said', async () => {
    const { token } = await zeus.newUser({ backlink: 10 });
    const nothing = await create(token, { ...magic, keyword: 'zzzunknownwordzzz' });
    expect(await zeus.settled(nothing)).toMatchObject({ status: 'Waiting to Pick Backlinks', failed_step: null });
    isDown = (of) => of === 'magic';
    const failing = await create(token, magic);
    expect(await zeus.settled(failing)).toMatchObject({ status: 'Something went wrong', failed_step: 'backlinks' });
    isDown = () => false;
    expect((await balance(token)).credits).toBe(10);
    await zeus.post(`/api/campaign/${failing}/retry`, token, {});
    expect((await zeus.settled(failing)).status).toBe('Waiting to Pick Backlinks');
  });
});

describe('emails', () => {
  const getEmails = (token: string, campaignId: string, mode: string) =>
    zeus.post('/api/campaign/get-emails', token, { campaignId, mode });
  const magic = { magicCampaign: true, minWords: 300, minTraffic: 1 };

  async function magicCampaign(email: number) {
    const user = await zeus.newUser({ backlink: 12, email });
    const campaignId = await create(user.token, magic);
    await zeus.settled(campaignId);
    return { ...user, campaignId };
  }

  test('are refused when nothing is kept, without credit, and in a mode there is not', async () => {
    const { token, campaignId } = await magicCampaign(0);
    expect((await getEmails(token, campaignId, 'author')).json).toMatchObject({ error: 'nothing-kept' });
    await keep('backlinks', token, campaignId, 3);
    expect(await getEmails(token, campaignId, 'author')).toMatchObject({
      status: 402,
      json: { error: 'no-credit', type: 'no credit' },
    });
    expect((await getEmails(token, campaignId, 'guess')).status).toBe(400);
    const rows = await rowsOf('backlinks', token, campaignId);
    expect(rows.every((row: { contact_search: string }) => row.contact_search === 'none')).toBe(true);
  });

  test('are found for kept backlinks only, once however often asked, and charged by address', async () => {
    const { id, token, campaignId } = await magicCampaign(100);
    await keep('backlinks', token, campaignId, 5);
    const answers = await Promise.all([1, 2, 3].map(() => getEmails(token, campaignId, 'author')));
    expect(answers.every(({ status, json }) => status === 200 && json.ok)).toBe(true);
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Download Emails');
    const backlinks = await rowsOf('backlinks', token, campaignId);
    const searched = backlinks.filter((one: { contact_search: string }) => one.contact_search !== 'none');
    expect(searched.map((one: { keep: boolean }) => one.keep)).toEqual(Array.from({ length: 5 }, () => true));
    const contacts = await rowsOf('contacts', token, campaignId);
    const emails = contacts.filter((one: { email: unknown }) => typeof one.email === 'string');
    expect(emails.length).toBeGreaterThan(0);
    const spent = await spentOn(id, 'email');
    expect((await balance(token)).email_credits).toBe(100 - spent.length);

    // More are kept later, and the same ones again: only the new ones are searched.
    await keep('backlinks', token, campaignId, 7);
    await getEmails(token, campaignId, 'author');
    const again = await zeus.settled(campaignId);
    expect(again.mode).toBe('author');
    const more = await rowsOf('backlinks', token, campaignId);
    expect(more.filter((one: { contact_search: string }) => one.contact_search !== 'none').length).toBe(7);
    const kept = new Set(contacts.map((one: { id: string }) => one.id));
    const now: { id: string }[] = await rowsOf('contacts', token, campaignId);
    expect(now.filter((one) => kept.has(one.id)).length).toBe(kept.size);
  }, 90_000);

  test('of a backlink that could not be searched are looked for again by Retry, in a list that is ready', async () => {
    const { token, campaignId } = await magicCampaign(100);
    await keep('backlinks', token, campaignId, 2);
    await getEmails(token, campaignId, 'author');
    await zeus.settled(campaignId);
    const retry = () => zeus.post(`/api/campaign/${campaignId}/retry`, token, {});
    await zeus.ctx.db.sql`update backlinks set contact_search = 'done' where requests_id = ${campaignId} and keep`;
    expect((await retry()).json.error).toBe('bad-input');
    const [one] = await rowsOf('backlinks', token, campaignId);
    await zeus.ctx.db.sql`update backlinks set contact_search = 'failed' where id = ${one.id}`;
    expect((await retry()).status).toBe(200);
    expect(await zeus.settled(campaignId)).toMatchObject({ status: 'Waiting to Download Emails', failed_step: null });
    const after = await rowsOf('backlinks', token, campaignId);
    expect(after.find(({ id }: { id: string }) => id === one.id).contact_search).not.toBe('waiting');
  }, 90_000);

  test('stop when the credit is used up, and say how many backlinks were not searched', async () => {
    const { token, campaignId } = await magicCampaign(1);
    await keep('backlinks', token, campaignId, 12);
    await getEmails(token, campaignId, 'domain');
    const row = await zeus.settled(campaignId, 90_000);
    expect(row.status_message).toMatch(/\d+ of 12 backlinks were not searched: you have no email credits left\./);
    expect((await balance(token)).email_credits).toBe(0);
    expect((await rowsOf('contacts', token, campaignId)).length).toBeGreaterThan(0);
  }, 120_000);
});

test('own backlinks: titles and ratings, dead pages say why, nothing is charged', async () => {
  const { token } = await zeus.newUser();
  const site = new URL(zeus.practice.sites[0] ?? '');
  const urls = [...zeus.practice.sites.slice(0, 20), new URL('/no-such-page', site).href, 'http://10.0.0.1/'];
  const campaignId = await create(token, { campaignType: 'BYOB', backlinks: urls });
  expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
  const rows = await rowsOf('backlinks', token, campaignId);
  expect(rows.length).toBe(22);
  expect(rows.every((row: BacklinkRow) => row.keep)).toBe(true);
  const dead = rows.filter((row: { page_problem: string | null }) => row.page_problem !== null);
  expect(dead.map((row: BacklinkRow) => row.url_from).sort()).toEqual(urls.slice(20).sort());
  for (const row of rows) if (row.page_problem === null) expect(row.title, row.url_from).not.toBe('');
  expect(rows.filter((row: BacklinkRow) => row.domain_rating > 0).length).toBeGreaterThan(10);
}, 60_000);
