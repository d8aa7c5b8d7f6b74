// When some results can't be looked up: the others must get another chance.
import { expect, onTestFinished, test, vi } from 'vitest';
import { findCampaignSearch } from '../campaigns/campaign-search.store.ts';
import type { BacklinkFinder } from '../engine/backlinks/find-backlinks.ts';
import { ProviderError, type ProviderErrorKind } from '../engine/provider.ts';
import { GiveUp, RetryLater } from '../platform/queue/job.ts';
import { appForTests } from '../test/app.ts';
import { createCampaign, createSearchResults } from '../test/build.ts';
import { findBacklinksJob } from './find.job.ts';
import { findByResults } from './find-by-results.ts';

const zeus = appForTests();

const failing = (kind: ProviderErrorKind, retryAfterSeconds?: number) =>
  new ProviderError('moz', kind, { kind, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) });

/** How the job ends if the results fail like this, in this order; null finds nothing. */
async function endOf(outcomes: readonly (ProviderError | null)[], onLookup = () => {}) {
  const { db, outbound, log } = zeus.ctx;
  const { id: userId } = await zeus.newUser();
  const campaignId = await createCampaign(db, userId, { step_started_at: new Date() });
  const ids = await createSearchResults(
    db,
    { userId, campaignId },
    outcomes.map((_, place) => ({
      url: `https://site.example/${place}`,
      backlink_search: 'waiting',
      keep: true,
    })),
  );
  const asked: string[] = [];
  const finder: BacklinkFinder = {
    source: 'moz',
    async find({ url }) {
      asked.push(url);
      onLookup();
      const outcome = outcomes[Number(url.split('/').at(-1))];
      if (outcome) throw outcome;
      return null;
    },
  };
  const search = await findCampaignSearch(db.kysely, campaignId);
  if (!search) throw new Error('no campaign');
  const sources = { finders: [finder], magic: [] };
  const error = await findByResults(zeus.ctx, { ...search, campaignId, sources, call: { outbound, log } }).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const waiting = await db.sql`select from search_results where id = any (${ids}) and backlink_search = 'waiting'`;
  return { error, asked: asked.length, waiting: waiting.length };
}

test('a refused result does not end the retries of one that is to be asked again later', async () => {
  const { error, waiting } = await endOf([failing('bad_request'), null, failing('rate_limited', 20)]);
  expect(error).toBeInstanceOf(RetryLater);
  expect(error).toMatchObject({ afterSeconds: 20 });
  expect(waiting).toBe(2);
});

test('one that may pass counts more than one that only the operator can end', async () => {
  const { error } = await endOf([failing('bad_request'), failing('auth'), failing('unavailable')]);
  expect(error).toMatchObject({ kind: 'unavailable' });
});

test('gives up only if all failures are useless to repeat, and tells the operator of theirs', async () => {
  const { error } = await endOf([failing('bad_request'), null, failing('quota')]);
  expect(error).toBeInstanceOf(GiveUp);
  expect((error as Error).message).toMatch(/operator.*quota/);
});

test('results that were not looked up in time are looked up later, although another was refused', async () => {
  const realNow = performance.now.bind(performance);
  let passed = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passed);
  onTestFinished(() => clock.mockRestore());
  const outcomes = [failing('bad_request'), ...Array.from({ length: 19 }, () => null)];
  const { error, asked } = await endOf(outcomes, () => (passed += 60_000));
  expect(asked).toBeLessThan(20);
  expect(error).toBeInstanceOf(RetryLater);
});

test('waits for a link database that is down before it settles for the few backlinks of our own index', async () => {
  const { db, log } = zeus.ctx;
  const { id: userId } = await zeus.newUser({ backlink: 5 });
  const campaignId = await createCampaign(db, userId, { step_started_at: new Date() });
  await createSearchResults(db, { userId, campaignId }, [
    { url: 'https://site.example/', backlink_search: 'waiting', keep: true },
  ]);
  const down: BacklinkFinder = { source: 'moz', find: () => Promise.reject(failing('unavailable')) };
  const link = { urlFrom: 'https://blog.example/', urlTo: 'https://site.example/', title: '', anchor: '', rel: '' };
  const figures = { domainRating: 50, urlRating: 1, searchTraffic: 1, trafficValue: 1 };
  const own: BacklinkFinder = { source: 'zeus-own', knowsLittle: true, find: async () => [{ ...link, ...figures }] };
  const job = findBacklinksJob(zeus.ctx, { finders: [down, own], magic: [] });
  const run = () => job.run({ campaignId }, { log, signal: AbortSignal.timeout(60_000), attempt: 1 });
  const delivered = () => db.sql`select from backlinks where requests_id = ${campaignId}`;
  await expect(run()).rejects.toBeInstanceOf(RetryLater);
  expect(await delivered()).toHaveLength(0);
  await db.sql`update requests set step_started_at = now() - interval '1 hour' where id = ${campaignId}`;
  await run();
  expect(await delivered()).toHaveLength(1);
});
