// Retry where there is less to do than it seems: what failed was removed since, or has been retried already.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { createBacklinks, createCampaign, createSearchResults } from '../../test/build.ts';

let zeus: TestApp;
beforeAll(async () => {
  zeus = await createTestApp();
});
afterAll(() => zeus.close());

async function failedCampaign(step: 'backlinks' | 'contacts') {
  const user = await zeus.newUser({ backlink: 5, email: 5 });
  const failed = { status: 'Something went wrong', failed_step: step, status_message: 'It failed.', mode: 'author' };
  const campaignId = await createCampaign(zeus.ctx.db, user.id, failed);
  const retry = async () => {
    const path = `/api/campaign/${campaignId}/retry`;
    expect((await zeus.ask(path, { method: 'POST', token: user.token })).status).toBe(200);
    return (await zeus.ask(`/data/requests/${campaignId}`, { token: user.token })).json();
  };
  return { owned: { userId: user.id, campaignId }, retry };
}

const over = { status_message: null, failed_step: null, step_started_at: null };

test('search results that failed and were removed: the backlinks found are there to be picked', async () => {
  const { owned, retry } = await failedCampaign('backlinks');
  await createSearchResults(zeus.ctx.db, owned, [
    { keep: true, backlink_search: 'done' },
    { keep: false, backlink_search: 'failed' },
    { keep: false, backlink_search: 'no-credit' },
  ]);
  expect(await retry()).toMatchObject({ status: 'Waiting to Pick Backlinks', ...over });
});

test('search results that failed and are still wanted are searched, and only they are counted', async () => {
  const { owned, retry } = await failedCampaign('backlinks');
  await createSearchResults(zeus.ctx.db, owned, [
    { keep: true, backlink_search: 'failed' },
    { keep: false, backlink_search: 'failed' },
    { keep: false, backlink_search: 'done' },
  ]);
  expect(await retry()).toMatchObject({ status: 'Waiting for Backlinks', progress_done: 1, progress_total: 2 });
});

test('leads that could not be searched for contacts and were removed: the step is over', async () => {
  const { owned, retry } = await failedCampaign('contacts');
  await createBacklinks(zeus.ctx.db, owned, [
    { keep: false, contact_search: 'failed', contact_search_problem: 'It was closed.' },
    { keep: false, contact_search: 'no-credit' },
    { keep: true },
  ]);
  expect(await retry()).toMatchObject({ status: 'Waiting to Download Emails', ...over });
});

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
    jobs: await zeus.ctx.db.sql`select count(*)::int as jobs from pgboss.job`,
  });
  const before = await read();
  const answer = await zeus.ask(`/api/campaign/${campaignId}/retry`, { method: 'POST', token: user.token });
  expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
  expect(await read()).toEqual(before);
});
