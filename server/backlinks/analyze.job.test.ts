// Figures of own backlinks when a source cannot be asked right now.
import { expect, test } from 'vitest';
import { RetryLater } from '../platform/queue/job.ts';
import { practiceAppForTests } from '../test/practice-app.ts';
import { analyzeBacklinksJob } from './analyze.job.ts';

const sources = ['dataforseo', 'openpagerank'] as const;
const zeus = practiceAppForTests({
  ...{ sites: 0, work: false },
  env: ({ vendorUrl }) => ({
    ...{ DATAFORSEO_LOGIN: 'practice', DATAFORSEO_PASSWORD: 'practice', OPENPAGERANK_API_KEY: 'practice' },
    VENDOR_URLS: sources.map((name) => `${name}=${vendorUrl}/${name}`).join(','),
    METRICS_SOURCES: 'openpagerank,dataforseo',
    VENDOR_LIMITS: 'openpagerank.perMinute=1',
    PRACTICE: vendorUrl,
  }),
});

/** A campaign with the home page of one site. */
async function campaignOf(host: string) {
  const user = await zeus.newUser({});
  const backlinks = [`http://${host}:${zeus.practice.port}/`];
  const form = { keyword: 'golf', campaignType: 'BYOB', backlinks };
  const { json } = await zeus.post('/api/campaign/new', user.token, form);
  const campaignId = json.id as string;
  const rows = () => zeus.ctx.db.sql<{ id: string }[]>`
    select id, page_read, domain_rating >= 0 as "isRated", figure_sources ->> 'domain_rating' as source
    from backlinks where requests_id = ${campaignId}`;
  const backlinkIds = (await rows()).map(({ id }) => id);
  const call = { log: zeus.ctx.log, signal: new AbortController().signal, attempt: 1 };
  return { campaignId, rows, analyze: () => analyzeBacklinksJob(zeus.ctx).run({ backlinkIds }, call) };
}

test('waits for a source whose limit is reached, then goes on with the others', async () => {
  const [first, second] = zeus.practice.world.sites;
  // Uses up the only request of this minute.
  const quick = await campaignOf(first?.host ?? '');
  await quick.analyze();
  expect(await quick.rows()).toMatchObject([{ page_read: 'done', isRated: true, source: 'openpagerank' }]);

  const late = await campaignOf(second?.host ?? '');
  await expect(late.analyze()).rejects.toThrow(RetryLater);
  expect(await late.rows()).toMatchObject([{ page_read: 'waiting' }]);
  await zeus.ctx.db
    .sql`update requests set step_started_at = now() - interval '3 minutes' where id = ${late.campaignId}`;
  await late.analyze();
  expect(await late.rows()).toMatchObject([{ page_read: 'done', isRated: true, source: 'dataforseo' }]);
});
