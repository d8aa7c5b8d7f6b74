// Retry with less to do than it seems: what failed was removed since, or has already been retried. And what it costs at most.
import { describe, expect, test } from 'vitest';
import {
  emailCreditsPerDomainSearch,
  emailCreditsPerEmail,
  magicMaxCredits,
  maxAuthorsPerPage,
} from '../../../shared/limits.ts';
import { appForTests } from '../../test/app.ts';
import { createBacklinks, createCampaign, createSearchResults } from '../../test/build.ts';

const zeus = appForTests();

async function failedCampaign(step: 'backlinks' | 'contacts' | 'search-results', more: object = {}) {
  const user = await zeus.newUser({ backlink: 5, email: 5 });
  const failed = {
    status: 'Something went wrong',
    failed_step: step,
    status_message: 'The search failed.',
    mode: 'author',
    ...more,
  };
  const campaignId = await createCampaign(zeus.ctx.db, user.id, failed);
  const read = async () => (await zeus.ask(`/data/requests/${campaignId}`, { token: user.token })).json();
  const order = (json: object) =>
    zeus.ask(`/api/campaign/${campaignId}/retry`, { method: 'POST', token: user.token, json });
  const retry = async () => {
    expect((await order({})).status).toBe(200);
    return read();
  };
  const price = async () => (await zeus.ask(`/data/campaigns/${campaignId}/retry-price`, { token: user.token })).json();
  return { owned: { userId: user.id, campaignId }, retry, order, read, price };
}

const over = { status_message: null, failed_step: null, step_started_at: null };

test('failed search results that were removed: the user can pick from the backlinks found', async () => {
  const { owned, retry } = await failedCampaign('backlinks');
  await createSearchResults(zeus.ctx.db, owned, [
    { keep: true, backlink_search: 'done' },
    { keep: false, backlink_search: 'failed' },
    { keep: false, backlink_search: 'no-credit' },
  ]);
  expect(await retry()).toMatchObject({ status: 'Waiting to Pick Backlinks', ...over });
});

test('failed search results that are still wanted are searched, and only they are counted', async () => {
  const { owned, retry } = await failedCampaign('backlinks');
  await createSearchResults(zeus.ctx.db, owned, [
    { keep: true, backlink_search: 'failed' },
    { keep: false, backlink_search: 'failed' },
    { keep: false, backlink_search: 'done' },
  ]);
  expect(await retry()).toMatchObject({ status: 'Waiting for Backlinks', progress_done: 1, progress_total: 2 });
});

describe('the price', () => {
  const domains = { referring_domains: 3, keep: true };
  const results = ['failed', 'no-credit', 'stopped', 'limited', 'none', 'done'].map((backlink_search) => ({
    ...domains,
    backlink_search,
  }));

  test('of missing backlinks counts only what is looked up again, within the limit of the order', async () => {
    const { owned, price } = await failedCampaign('backlinks');
    await createSearchResults(zeus.ctx.db, owned, [...results, { ...domains, keep: false, backlink_search: 'failed' }]);
    expect(await price()).toEqual({ most: 9, balance: 5 });
    const limited = await failedCampaign('backlinks', { backlinks_left: 4 });
    await createSearchResults(zeus.ctx.db, limited.owned, results);
    expect(await limited.price()).toEqual({ most: 4, balance: 5 });
  });

  test('of a Magic Search counts all of it, because it is repeated', async () => {
    const magic = { type: 'Magic Campaign', search: 'failed' };
    const { owned, price } = await failedCampaign('backlinks', magic);
    await createBacklinks(zeus.ctx.db, owned, [{}, {}]);
    expect(await price()).toEqual({ most: magicMaxCredits - 2, balance: 5 });
    expect(await (await failedCampaign('backlinks', { ...magic, backlinks_left: 7 })).price()).toMatchObject({
      most: 7,
    });
  });

  test.each([
    ['author', maxAuthorsPerPage * emailCreditsPerEmail],
    ['domain', emailCreditsPerDomainSearch],
  ])('of missing contacts counts only what is searched again, in mode %s', async (mode, perBacklink) => {
    const backlinks = ['failed', 'no-credit', 'stopped', 'none', 'done'].map((contact_search) => ({
      ...{ keep: true, contact_search, contact_search_mode: 'author' },
    }));
    // It may have failed, or have ended with some of them missing.
    for (const step of [{}, { status: 'Waiting to Download Emails', failed_step: null }]) {
      const { owned, price } = await failedCampaign('contacts', { mode, ...step });
      await createBacklinks(zeus.ctx.db, owned, [...backlinks, { keep: false, contact_search: 'failed' }]);
      expect(await price()).toEqual({ most: 3 * perBacklink, balance: 5 });
    }
  });

  test('of a search by keyword is nothing', async () => {
    const { price } = await failedCampaign('search-results');
    expect(await price()).toEqual({ most: 0, balance: 5 });
  });
});

test('leads whose contact search failed and that were removed: the step ends', async () => {
  const { owned, retry } = await failedCampaign('contacts');
  await createBacklinks(zeus.ctx.db, owned, [
    { keep: false, contact_search: 'failed', contact_search_problem: 'It was closed.' },
    { keep: false, contact_search: 'no-credit' },
    { keep: true },
  ]);
  expect(await retry()).toMatchObject({ status: 'Waiting to Download Emails', ...over });
});

test.each(['backlinks', 'contacts'] as const)(
  'the kept rows must be those the user saw if %s are missing',
  async (step) => {
    const { owned, order, read } = await failedCampaign(step);
    const rows = [
      { keep: true, state: 'failed' },
      { keep: true, state: 'done' },
      { keep: false, state: 'failed' },
    ] as const;
    const { db } = zeus.ctx;
    const ids =
      step === 'backlinks'
        ? await createSearchResults(
            db,
            owned,
            rows.map(({ keep, state }) => ({ keep, backlink_search: state })),
          )
        : await createBacklinks(
            db,
            owned,
            rows.map(({ keep, state }) => ({ keep, contact_search: state })),
          );
    const before = await read();
    for (const keptIds of [[], ids, ids.slice(0, 1)]) {
      const answer = await order({ keptIds });
      expect([answer.status, (await answer.json()).error]).toEqual([409, 'selection-changed']);
    }
    expect((await order({ keptIds: ['no-id'] })).status).toBe(400);
    expect(await read()).toEqual(before);
    expect((await order({ keptIds: ids.slice(0, 2) })).status).toBe(200);
    expect((await read()).status).toMatch(/^Waiting for/);
  },
);

test.each([
  'Waiting to Pick Search Results',
  'Waiting to Pick Backlinks',
  'Waiting to Download Emails',
  'No organic result',
] as const)('a click that comes when the retry is over changes nothing: %s', async (status) => {
  const user = await zeus.newUser({ backlink: 5, email: 5 });
  const campaignId = await createCampaign(zeus.ctx.db, user.id, { status, mode: 'author' });
  await createSearchResults(zeus.ctx.db, { userId: user.id, campaignId }, [{ keep: true, backlink_search: 'done' }]);
  await createBacklinks(zeus.ctx.db, { userId: user.id, campaignId }, [{ keep: true, contact_search: 'done' }]);
  const read = async () => ({
    campaign: await (await zeus.ask(`/data/requests/${campaignId}`, { token: user.token })).json(),
    uses: await zeus.ctx.db.sql`select * from auth.rate_limits where key like ${`%:user:${user.id}`}`,
    jobs: await zeus.ctx.db.sql`select count(*)::int as jobs from jobs`,
  });
  const before = await read();
  const answer = await zeus.ask(`/api/campaign/${campaignId}/retry`, { method: 'POST', token: user.token });
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  expect(await read()).toEqual(before);
});
