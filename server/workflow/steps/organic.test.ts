// Organic campaigns over HTTP on the practice web, with the real engine and a worker in this process.
import { describe, expect, test } from 'vitest';
import type { Backlink } from '../../../shared/backlink.ts';
import { campaignSteps, keyword, type Outage, withOutage } from '../../test/campaign-steps.ts';
import { practiceAppForTests } from '../../test/practice-app.ts';
import { startStep } from '../orchestration/start-step.ts';
import { awaitBacklinks } from './await-backlinks.ts';

const outage: Outage = { isDown: () => false };
const zeus = practiceAppForTests({ instead: (ctx) => withOutage(ctx, outage) });
const steps = campaignSteps(zeus);

async function organicCampaign(credits: { backlink?: number; email?: number }) {
  const user = await zeus.newUser(credits);
  const campaignId = await steps.create(user.token, {});
  await zeus.settled(campaignId);
  return { ...user, campaignId };
}

describe('organic', () => {
  test('the first 100 results come with their known figures, and are free', async () => {
    const { token, campaignId, id } = await organicCampaign({ backlink: 10 });
    expect((await zeus.get(`/data/requests/${campaignId}`, token)).json).toMatchObject({
      status: 'Waiting to Pick Search Results',
      status_message: null,
      step_started_at: null,
    });
    const results = await steps.rowsOf('search-results', token, campaignId);
    expect(results.length).toBe(100);
    expect(results.map(({ position }: { position: number }) => position)).toEqual(
      results.map((_: unknown, n: number) => n + 1),
    );
    expect(results.every((row: { keep: boolean }) => !row.keep)).toBe(true);
    expect(results.some((row: { search_traffic: number }) => row.search_traffic > 0)).toBe(true);
    expect(results[0]).toMatchObject({ user_id: id, requests_id: campaignId, title: expect.stringMatching(/golf/i) });
    expect(await steps.spentOn(id, 'backlink')).toEqual([]);
  });

  test('says why the ratings of a link farm and of what it promotes are discounted', async () => {
    const { token } = await zeus.newUser({ backlink: 20 });
    const campaignId = await steps.create(token, { keyword: 'Cheap Host Deals' });
    await zeus.settled(campaignId);
    const [promoted] = await steps.rowsOf('search-results', token, campaignId);
    expect(promoted).toMatchObject({
      url: expect.stringContaining('cheaphostdeals.localhost'),
      figure_sources: { domain_rating: expect.stringMatching(/^zeus-own:discounted\/[\d.]+\/5\/6\/0$/) },
    });
    await steps.keep('search-results', token, campaignId, 1);
    await steps.getBacklinks(token, campaignId);
    await zeus.settled(campaignId);
    const rows: Backlink[] = await steps.rowsOf('backlinks', token, campaignId);
    expect(rows).toHaveLength(6);
    for (const { domain_rating, figure_sources } of rows) {
      expect(domain_rating).toBeLessThan(20);
      expect(figure_sources.domain_rating).toMatch(/^zeus-own:discounted\/[\d.]+\/5\/5\/6$/);
    }
  });

  test('a keyword without matching pages ends in "No organic result"', async () => {
    const user = await zeus.newUser({ backlink: 1 });
    const campaignId = await steps.create(user.token, { keyword: 'zzzunknownwordzzz' });
    expect((await zeus.settled(campaignId)).status).toBe('No organic result');
  });

  test('a failed search says so, is free, and is repeated by Retry', async () => {
    outage.isDown = (of) => of === 'search';
    const user = await zeus.newUser({ backlink: 1 });
    const campaignId = await steps.create(user.token, {});
    expect(await zeus.settled(campaignId)).toMatchObject({
      status: 'Something went wrong',
      failed_step: 'search-results',
      status_message: 'Zeus could not search for this keyword. Nothing was charged. Please try again.',
    });
    outage.isDown = () => false;
    // Renaming the campaign does not change what is searched for.
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
    expect((await steps.rowsOf('search-results', user.token, campaignId)).length).toBe(100);
  });
});

describe('POST /api/campaign/get-backlinks refuses', () => {
  test("another user's campaign, an invalid id, and a body without one", async () => {
    const { campaignId } = await organicCampaign({ backlink: 1 });
    const { token } = await zeus.newUser({ backlink: 1 });
    expect((await steps.getBacklinks(token, campaignId)).status).toBe(404);
    expect((await steps.getBacklinks(token, 'x')).status).toBe(400);
    expect((await zeus.post('/api/campaign/get-backlinks', token, {})).status).toBe(400);
    expect((await zeus.post(`/api/campaign/${campaignId}/retry`, token, {})).status).toBe(404);
    expect((await zeus.post('/api/campaign/get-emails', token, { campaignId, mode: 'author' })).status).toBe(404);
  });

  test('if nothing is kept, without credits, and for own backlinks', async () => {
    const { id, token, campaignId } = await organicCampaign({ backlink: 1 });
    expect(await steps.getBacklinks(token, campaignId)).toMatchObject({ status: 400, json: { error: 'nothing-kept' } });
    await steps.keep('search-results', token, campaignId, 2);
    await steps.give(id, 'backlink', -1);
    expect(await steps.getBacklinks(token, campaignId)).toMatchObject({
      status: 402,
      json: { error: 'no-credit', type: 'no credit' },
    });
    const own = await steps.create(token, { campaignType: 'BYOB', backlinks: [zeus.practice.sites[0]] });
    await zeus.settled(own);
    expect(await steps.getBacklinks(token, own)).toMatchObject({ status: 400, json: { error: 'bad-input' } });
  });
});

test('a selection other than the one the user saw, and starts nothing', async () => {
  const { token, campaignId, id } = await organicCampaign({ backlink: 50 });
  await steps.keep('search-results', token, campaignId, 2);
  const [first, second, third]: { id: string }[] = await steps.rowsOf('search-results', token, campaignId);
  const order = (...kept: ({ id: string } | undefined)[]) =>
    zeus.post('/api/campaign/get-backlinks', token, { campaignId, keptIds: kept.map((row) => row?.id) });
  for (const seen of [[first], [first, third], [first, second, third], []]) {
    expect(await order(...seen)).toMatchObject({ status: 409, json: { error: 'selection-changed' } });
  }
  expect(await zeus.get(`/data/requests/${campaignId}`, token)).toMatchObject({
    json: { status: 'Waiting to Pick Search Results' },
  });
  expect(await steps.spentOn(id, 'backlink')).toEqual([]);
  expect(await order(second, first)).toMatchObject({ status: 200, json: { error: false } });
  await zeus.settled(campaignId);
  expect(await steps.spentOn(id, 'backlink')).not.toEqual([]);
});

describe('backlinks of kept results', () => {
  test('one per domain, dofollow, strongest first, within the range, charged once however often clicked', async () => {
    const user = await zeus.newUser({ backlink: 500 });
    const campaignId = await steps.create(user.token, { minDR: 20, maxDR: 90 });
    await zeus.settled(campaignId);
    await steps.keep('search-results', user.token, campaignId, 10);
    const answers = await Promise.all(Array.from({ length: 5 }, () => steps.getBacklinks(user.token, campaignId)));
    expect(answers.every(({ status, json }) => status === 200 && json.error === false)).toBe(true);
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
    const first = await steps.backlinksOf(user.token, campaignId);
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
    const bought = (await steps.spentOn(user.id, 'backlink')).toSorted((a, b) => a.reason.localeCompare(b.reason));
    expect(bought).toEqual(
      first
        .toSorted((a, b) => a.id.localeCompare(b.id))
        .map(({ id, url_from: url, domain }) => ({
          ...{ delta: -1, reason: `backlink:${id}`, details: { campaignId, keyword, domain, url } },
        })),
    );
    expect((await steps.balance(user.token)).credits).toBe(500 - first.length);

    // Again with nothing new, then with more results kept: only new ones are added and charged.
    expect((await steps.getBacklinks(user.token, campaignId)).json).toEqual({
      error: false,
      message: 'Zeus has already found all backlinks.',
    });
    await steps.keep('search-results', user.token, campaignId, 60);
    await steps.getBacklinks(user.token, campaignId);
    await zeus.settled(campaignId);
    const second = await steps.backlinksOf(user.token, campaignId);
    expect(second.length).toBeGreaterThan(first.length);
    expect(new Set(second.map(({ domain }) => domain)).size).toBe(second.length);
    expect((await steps.balance(user.token)).credits).toBe(500 - second.length);
  });

  test('too few credits buy the strongest, report what was left out, and the rest follows once there are more', async () => {
    const rich = await organicCampaign({ backlink: 500 });
    const poor = await organicCampaign({ backlink: 5 });
    for (const { token, campaignId } of [rich, poor]) {
      await steps.keep('search-results', token, campaignId, 10);
      await steps.getBacklinks(token, campaignId);
      await zeus.settled(campaignId);
    }
    const all = await steps.backlinksOf(rich.token, rich.campaignId);
    const few = await steps.backlinksOf(poor.token, poor.campaignId);
    const urls = (rows: Backlink[]) => rows.map(({ url_from }) => url_from).sort();
    expect(few.length).toBe(5);
    expect(few.map(({ domain_rating }) => domain_rating)).toEqual(
      all.slice(0, 5).map(({ domain_rating }) => domain_rating),
    );
    const { status, status_message } = await zeus.settled(poor.campaignId);
    expect(status).toBe('Waiting to Pick Backlinks');
    expect(status_message).toBe(`${all.length - 5} backlinks were left out: your backlink credits ran out.`);
    expect((await steps.balance(poor.token)).credits).toBe(0);
    expect((await steps.getBacklinks(poor.token, poor.campaignId)).status).toBe(402);

    await steps.give(poor.id, 'backlink', 500);
    expect((await steps.getBacklinks(poor.token, poor.campaignId)).status).toBe(200);
    expect(await zeus.settled(poor.campaignId)).toMatchObject({
      status: 'Waiting to Pick Backlinks',
      status_message: null,
    });
    expect(urls(await steps.rowsOf('backlinks', poor.token, poor.campaignId))).toEqual(urls(all));
    expect((await steps.balance(poor.token)).credits).toBe(505 - all.length);
  });

  test('results that could not be looked up are reported, and Retry repeats only those', async () => {
    const { id, token, campaignId } = await organicCampaign({ backlink: 500 });
    await steps.keep('search-results', token, campaignId, 10);
    const { url: downUrl } = (await steps.rowsOf('search-results', token, campaignId))[0];
    const asked: string[] = [];
    outage.isDown = (of) => {
      asked.push(of);
      return of === downUrl;
    };
    await steps.getBacklinks(token, campaignId);
    expect(await zeus.settled(campaignId)).toMatchObject({
      status: 'Something went wrong',
      failed_step: 'backlinks',
      status_message: expect.stringContaining('could not search for the backlinks of 1 of 10 search results'),
    });
    const before = (await steps.rowsOf('backlinks', token, campaignId)).length;
    expect(before).toBeGreaterThan(0);
    expect((await steps.balance(token)).credits).toBe(500 - before);

    asked.length = 0;
    outage.isDown = (of) => asked.push(of) < 0;
    const clicks = await Promise.all([1, 2, 3].map(() => zeus.post(`/api/campaign/${campaignId}/retry`, token, {})));
    expect(clicks.every(({ status }) => status === 200)).toBe(true);
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
    expect(asked).toEqual([downUrl]);
    const after = (await steps.rowsOf('backlinks', token, campaignId)).length;
    expect((await steps.balance(token)).credits).toBe(500 - after);
    expect((await steps.spentOn(id, 'backlink')).reduce((sum, { delta }) => sum + delta, 0)).toBe(-after);
    asked.length = 0;
    expect((await zeus.post(`/api/campaign/${campaignId}/retry`, token, {})).status).toBe(200);
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
    expect(asked).toEqual([]);
    outage.isDown = () => false;
  });

  test('results deselected after the request are neither searched nor paid for; selected again, they are', async () => {
    const { id, token, campaignId } = await organicCampaign({ backlink: 500 });
    await steps.keep('search-results', token, campaignId, 20);
    const [first, ...others] = await steps.rowsOf('search-results', token, campaignId);
    const change = (rows: { id: string }[], keep: boolean) =>
      zeus.ctx.db.sql`update search_results set keep = ${keep} where id = any (${rows.map((row) => row.id)}::uuid[])`;
    const asked: string[] = [];
    let unticked = Promise.resolve<unknown>(undefined);
    // At the first lookup the job has already read what waits, so only the delivery can notice the change.
    outage.isDown = (of) => {
      if (asked.push(of) === 1) unticked = change(others, false);
      return false;
    };
    outage.until = () => unticked;
    await steps.getBacklinks(token, campaignId);
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Backlinks');
    const delivered = await steps.backlinksOf(token, campaignId);
    expect(delivered.length).toBeGreaterThan(0);
    expect(new Set(delivered.map(({ url_to }) => url_to))).toEqual(new Set([first.url]));
    expect((await steps.spentOn(id, 'backlink')).reduce((sum, { delta }) => sum + delta, 0)).toBe(-delivered.length);

    outage.isDown = (of) => asked.push(of) < 0;
    outage.until = undefined;
    asked.length = 0;
    await change(others.slice(0, 2), true);
    await steps.getBacklinks(token, campaignId);
    await zeus.settled(campaignId);
    expect(asked.toSorted()).toEqual(
      others
        .slice(0, 2)
        .map(({ url }: { url: string }) => url)
        .toSorted(),
    );
    outage.isDown = () => false;
  });

  test('with everything deselected before the job runs, the user picks again', async () => {
    const { id, token, campaignId } = await organicCampaign({ backlink: 500 });
    await steps.keep('search-results', token, campaignId, 20);
    const asked: string[] = [];
    outage.isDown = (of) => asked.push(of) < 0;
    // Requested and deselected in one transaction, so that the job cannot run in between.
    await zeus.ctx.db.kysely.transaction().execute(async (tx) => {
      await awaitBacklinks(tx, campaignId, ['none']);
      await startStep(zeus.ctx, tx, { userId: id, campaignId, status: 'Waiting for Backlinks' });
      await tx.updateTable('search_results').set({ keep: false }).where('requests_id', '=', campaignId).execute();
    });
    expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Search Results');
    expect(asked).toEqual([]);
    expect(await steps.spentOn(id, 'backlink')).toEqual([]);
    outage.isDown = () => false;
  });
});
