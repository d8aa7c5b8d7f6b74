// Campaigns whose search results come from vendors only: the stand-ins of the practice web, with our own index off.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Mood, StandInName } from '../../practice/vendors/stand-in.ts';
import { campaignSteps } from '../test/campaign-steps.ts';
import { createPracticeApp, type PracticeApp } from '../test/practice-app.ts';

let zeus: PracticeApp;
let steps: ReturnType<typeof campaignSteps>;

beforeAll(async () => {
  zeus = await createPracticeApp({
    sites: 0,
    env: ({ vendorUrl }) => ({
      ...{ SERPER_API_KEY: 'practice', SERPAPI_API_KEY: 'practice', BRAVE_API_KEY: 'practice' },
      VENDOR_URLS: ['serper', 'serpapi', 'brave'].map((name) => `${name}=${vendorUrl}/${name}`).join(','),
      SEARCH_SOURCES: 'serper,serpapi,brave',
      PRACTICE: vendorUrl,
    }),
  });
  steps = campaignSteps(zeus);
}, 60_000);
afterAll(() => zeus?.close());
beforeEach(async () => {
  await zeus.ctx.db.sql`truncate provider_calls, provider_answers, provider_usage, provider_rests`;
});

const behave = (moods: Partial<Record<StandInName, Mood>>) => {
  for (const name of ['serper', 'serpapi', 'brave'] as const)
    zeus.practice.vendors.setMood(name, moods[name] ?? 'good');
};

test('the first is down, the second out of money, the third answers; a second user pays for nothing again', async () => {
  behave({ serper: 'failing', serpapi: 'broke' });
  const before = zeus.practice.vendors.bill('brave');
  const run = async () => {
    const { token } = await zeus.newUser({ backlink: 10 });
    const campaignId = await steps.create(token, {});
    const { status } = await zeus.settled(campaignId);
    return { status, rows: (await steps.rowsOf('search-results', token, campaignId)) as object[] };
  };
  const first = await run();
  expect(first.status).toBe('Waiting to Pick Search Results');
  expect(first.rows).toHaveLength(100);
  expect(first.rows[0]).toMatchObject({ position: 1, source: 'brave', domain_rating: -1, total_backlinks: -1 });
  expect(zeus.practice.vendors.bill('brave').calls - before.calls).toBe(5);
  const second = await run();
  expect(second.rows).toHaveLength(100);
  expect(zeus.practice.vendors.bill('brave').calls - before.calls).toBe(5);
});

test("no vendor accepts the operator's account: the user is told in their terms, and can try again", async () => {
  behave({ serper: 'refused', serpapi: 'broke', brave: 'refused' });
  const { token } = await zeus.newUser({ backlink: 10 });
  const campaignId = await steps.create(token, {});
  const row = await zeus.settled(campaignId);
  expect(row).toMatchObject({ status: 'Something went wrong', failed_step: 'search-results' });
  expect(row.status_message).toMatch(/its search service has stopped working.*Nothing was charged/);
  expect(row.status_message).not.toMatch(/serper|key|token|account/i);
  behave({});
  await zeus.ctx.db.sql`update provider_rests set until = clock_timestamp()`;
  await zeus.post(`/api/campaign/${campaignId}/retry`, token, {});
  expect((await zeus.settled(campaignId)).status).toBe('Waiting to Pick Search Results');
});
