// Jobs that run twice, concurrently, on a deleted campaign, or not at all: the outcome is the same and nothing is paid twice.
import { describe, expect, test } from 'vitest';
import { findBacklinksJob } from '../../backlink-search/find.job.ts';
import { analyzeBacklinksJob } from '../../backlinks/analyze.job.ts';
import { type BacklinkSources, ownBacklinkSources } from '../../engine/backlinks/sources.ts';
import type { OrganicSearch } from '../../engine/search/organic-search.ts';
import { zeusOwnSearch } from '../../engine/search/zeus-own.ts';
import { findSearchResults } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { findSearchResultsJob } from '../../search-results/find.job.ts';
import { practiceAppForTests } from '../../test/practice-app.ts';
import { advanceCampaignJob } from './advance.job.ts';
import { watchCampaignsJob } from './watch.job.ts';

const zeus = practiceAppForTests({ work: false });

const call = (attempt = 1) => ({ log: zeus.ctx.log, signal: new AbortController().signal, attempt });
const run = <P extends object>(handler: JobHandler<P>, payload: P) => handler.run(payload, call());

async function campaign(form: object, credits = { backlink: 50 }) {
  const user = await zeus.newUser(credits);
  const { json } = await zeus.post('/api/campaign/new', user.token, { keyword: 'golf courses', ...form });
  return { user, campaignId: json.id as string };
}

/** Everything about a campaign and its user that must not change, without times. */
async function snapshot(userId: string, campaignId: string) {
  const { kysely } = zeus.ctx.db;
  const rows = async (table: 'search_results' | 'backlinks') =>
    (await kysely.selectFrom(table).selectAll().where('requests_id', '=', campaignId).orderBy('id').execute()).map(
      ({ updated_at, ...row }) => row,
    );
  const [request] = await kysely.selectFrom('requests').selectAll().where('id', '=', campaignId).execute();
  const { updated_at, step_started_at, ...row } = request ?? ({} as Record<string, unknown>);
  return {
    row,
    results: await rows('search_results'),
    backlinks: await rows('backlinks'),
    ledger: await kysely.selectFrom('credit_entries').selectAll().where('user_id', '=', userId).execute(),
    balance: await kysely.selectFrom('profiles').select('credits').where('id', '=', userId).execute(),
  };
}

async function keptResults(campaignId: string): Promise<void> {
  await run(findSearchResultsJob(zeus.ctx), { campaignId });
  await run(advanceCampaignJob(zeus.ctx), { campaignId });
  await zeus.ctx.db.sql`update search_results set keep = true where requests_id = ${campaignId} and position <= 10`;
}

const ownIds = async (campaignId: string) =>
  (await zeus.ctx.db.sql<{ id: string }[]>`select id from backlinks where requests_id = ${campaignId}`).map(
    ({ id }) => id,
  );

const organic = {};
const magic = { magicCampaign: true, minWords: 1, minTraffic: 1 };

describe.each<[string, object, (of: { campaignId: string; token: string }) => Promise<() => Promise<void>>]>([
  [
    'search-results.find',
    organic,
    async ({ campaignId }) =>
      () =>
        run(findSearchResultsJob(zeus.ctx), { campaignId }),
  ],
  [
    'backlinks.find of kept results',
    organic,
    async ({ campaignId, token }) => {
      await keptResults(campaignId);
      await zeus.post('/api/campaign/get-backlinks', token, { campaignId, limit: 10 });
      return () => run(findBacklinksJob(zeus.ctx), { campaignId });
    },
  ],
  [
    'backlinks.find of a Magic Search',
    magic,
    async ({ campaignId }) =>
      () =>
        run(findBacklinksJob(zeus.ctx), { campaignId }),
  ],
])('%s', (_name, form, prepare) => {
  test('five at once and twice more: the same outcome, paid once', async () => {
    const { user, campaignId } = await campaign(form);
    const work = await prepare({ campaignId, token: user.token });
    await Promise.all(Array.from({ length: 5 }, work));
    await run(advanceCampaignJob(zeus.ctx), { campaignId });
    const first = await snapshot(user.id, campaignId);
    expect(first.results.length + first.backlinks.length).toBeGreaterThan(3);
    expect(first.ledger.reduce((sum, { delta }) => sum + delta, 0)).toBe(50 - first.backlinks.length);
    for (const again of [1, 2]) {
      await work();
      await run(advanceCampaignJob(zeus.ctx), { campaignId });
      expect(await snapshot(user.id, campaignId), `run ${again}`).toEqual(first);
    }
  });
});

test('backlinks.analyze: five at once and again: the same outcome', async () => {
  const { user, campaignId } = await campaign({ campaignType: 'BYOB', backlinks: zeus.practice.sites.slice(0, 10) });
  const backlinkIds = await ownIds(campaignId);
  const work = () => run(analyzeBacklinksJob(zeus.ctx), { backlinkIds });
  await Promise.all(Array.from({ length: 5 }, work));
  await run(advanceCampaignJob(zeus.ctx), { campaignId });
  const first = await snapshot(user.id, campaignId);
  expect(first.row).toMatchObject({ status: 'Waiting to Pick Backlinks' });
  expect(first.backlinks.every(({ title, page_read }) => title !== '' && page_read === 'done')).toBe(true);
  await work();
  await run(advanceCampaignJob(zeus.ctx), { campaignId });
  expect(await snapshot(user.id, campaignId)).toEqual(first);
});

test('Magic Search: unknown traffic passes the minimum only if no source states traffic', async () => {
  const { config, db, outbound, log } = zeus.ctx;
  const request = {
    keyword: 'golf',
    minDomainRating: 0,
    maxDomainRating: 100,
    minWords: 1,
    minTraffic: 1e9,
    limit: 100,
  };
  const search = (parts: Pick<Context, 'config' | 'db' | 'practice'>) =>
    ownBacklinkSources(parts).magic[0]?.search(request, { outbound, log });
  expect(await search(zeus.ctx)).toBeNull();
  const unknown = await search({ config, db });
  expect(unknown?.length).toBeGreaterThan(0);
  expect(unknown?.every(({ searchTraffic }) => searchTraffic === -1)).toBe(true);
});

describe('pages that do not answer', () => {
  async function silentPage() {
    const made = await campaign({
      campaignType: 'BYOB',
      backlinks: [`http://broken.localhost:${zeus.practice.port}/500`, zeus.practice.sites[0]],
    });
    return { ...made, backlinkIds: await ownIds(made.campaignId) };
  }
  const problems = async (campaignId: string) =>
    (
      await zeus.ctx.db.sql<{ page_read: string; page_problem: string | null }[]>`
      select page_read, page_problem from backlinks where requests_id = ${campaignId} order by url_from`
    ).map(({ page_read, page_problem }) => [page_read, page_problem === null]);

  test('are retried while the others finish; the last attempt says why', async () => {
    const { campaignId, backlinkIds } = await silentPage();
    const job = analyzeBacklinksJob(zeus.ctx);
    await expect(job.run({ backlinkIds }, call(1))).rejects.toThrow('1 of 2 pages');
    expect(await problems(campaignId)).toEqual(
      expect.arrayContaining([
        ['waiting', true],
        ['done', true],
      ]),
    );
    await job.run({ backlinkIds }, call(3));
    expect(await problems(campaignId)).toEqual(
      expect.arrayContaining([
        ['done', false],
        ['done', true],
      ]),
    );
  });

  test('a job that gives up leaves a complete list', async () => {
    const { campaignId, backlinkIds } = await silentPage();
    await analyzeBacklinksJob(zeus.ctx).gaveUp?.({ backlinkIds }, 'its worker stopped', call());
    await run(advanceCampaignJob(zeus.ctx), { campaignId });
    expect(await zeus.settled(campaignId)).toMatchObject({ status: 'Waiting to Pick Backlinks' });
    expect(await problems(campaignId)).toEqual([
      ['done', false],
      ['done', false],
    ]);
  });
});

describe('deleted while a job runs', () => {
  const during = async <Found>(found: Promise<Found>, act: () => Promise<unknown>): Promise<Found> => {
    await found;
    await act();
    return found;
  };

  test.each(['campaign', 'account'])('the %s: the job ends without an error', async (what) => {
    const search = await campaign(organic);
    const links = await campaign(magic);
    const remove = ({ user, campaignId }: typeof search) =>
      what === 'campaign'
        ? zeus.ask(`/data/requests/${campaignId}`, { method: 'DELETE', token: user.token })
        : zeus.ctx.db.sql`delete from auth.users where id = ${user.id}`;
    const own = zeusOwnSearch(zeus.ctx.db.kysely);
    const provider: OrganicSearch = {
      ...own,
      search: (request, given) => during(own.search(request, given), () => remove(search)),
    };
    await run(findSearchResultsJob(zeus.ctx, [provider]), search);
    const sources: BacklinkSources = {
      finders: [],
      magic: ownBacklinkSources(zeus.ctx).magic.map((one) => ({
        ...one,
        search: (request, given) => during(one.search(request, given), () => remove(links)),
      })),
    };
    await run(findBacklinksJob(zeus.ctx, sources), links);
    for (const { campaignId } of [search, links]) {
      await run(advanceCampaignJob(zeus.ctx), { campaignId });
      await findBacklinksJob(zeus.ctx).gaveUp?.({ campaignId }, 'too late', call());
    }
    const spent = await zeus.ctx.db.sql`select 1 from credit_entries where user_id = ${links.user.id} and delta < 0`;
    expect(spent).toEqual([]);
  });
});

describe('the watch', () => {
  const jobsOf = async (campaignId: string) =>
    (
      await zeus.ctx.db.sql<{ name: string }[]>`
      select name from jobs where key = ${campaignId} and name like '%.find'`
    ).map(({ name }) => name);
  const watch = (enqueueAgainSeconds: number, giveUpSeconds: number) =>
    run(watchCampaignsJob(zeus.ctx, { enqueueAgainSeconds, giveUpSeconds, everySeconds: 3600 }), {});

  /** Simulates an hour without progress. */
  async function makeStill(campaignId: string): Promise<void> {
    const { sql } = zeus.ctx.db;
    await sql`alter table requests disable trigger touch`;
    await sql`update requests set step_started_at = now() - interval '1 hour', updated_at = now() - interval '1 hour'
      where id = ${campaignId}`;
    await sql`alter table requests enable trigger touch`;
  }

  test('enqueues lost work again, once, and leaves active campaigns alone', async () => {
    const { campaignId } = await campaign(organic);
    const still = await campaign(magic);
    await zeus.ctx.db.sql`delete from jobs where name like '%.find'`;
    await makeStill(still.campaignId);
    await watch(600, 7200);
    await watch(600, 7200);
    expect(await jobsOf(still.campaignId)).toEqual(['backlinks.find']);
    expect(await jobsOf(campaignId)).toEqual([]);
    await run(findBacklinksJob(zeus.ctx), still);
    await run(advanceCampaignJob(zeus.ctx), still);
    expect((await zeus.settled(still.campaignId)).status).toBe('Waiting to Pick Backlinks');
  });

  test.each(['waiting', 'retrying'])('does not touch a job that waits for a provider (%s)', async (state) => {
    const { campaignId } = await campaign(organic);
    const { sql } = zeus.ctx.db;
    await sql`update jobs set state = ${state}, due_at = now() + interval '5 minutes'
      where name = 'search-results.find' and key = ${campaignId}`;
    await makeStill(campaignId);
    await watch(600, 7200);
    await watch(600, 7200);
    const waiting = await sql`
      select due_at > now() + interval '4 minutes' as late from jobs where key = ${campaignId}
      and name = 'search-results.find'`;
    expect(waiting).toEqual([{ late: true }]);
  });

  test.each(['waiting', 'retrying', 'running'])('never gives up on a campaign with a job (%s)', async (state) => {
    const { campaignId } = await campaign(organic);
    const { sql } = zeus.ctx.db;
    await sql`update jobs set state = ${state}, held_until = case when ${state} = 'running' then now() + interval '1 hour' end
      where key = ${campaignId}`;
    await makeStill(campaignId);
    await watch(600, 1800);
    const [row] = await sql`select status, search from requests where id = ${campaignId}`;
    expect(row).toEqual({ status: 'Waiting for Search Results', search: 'waiting' });
    await sql`delete from jobs where key = ${campaignId}`;
    await watch(600, 1800);
    const [after] = await sql`select status, failed_step from requests where id = ${campaignId}`;
    expect(after).toEqual({ status: 'Something went wrong', failed_step: 'search-results' });
  });

  test('finds a lost campaign behind a thousand that wait in the queue', async () => {
    const { user, campaignId } = await campaign(organic);
    const { sql } = zeus.ctx.db;
    const owner = user.id;
    await sql`delete from jobs where name like '%.find'`;
    // All of them started before the lost one, and each has its job.
    const rows = await sql<{ campaignId: string }[]>`
      insert into requests (user_id, keyword, type, status, search, step_started_at, created_at, updated_at)
      select ${owner}::uuid, 'waits ' || n, 'Guest Posts', 'Waiting for Search Results', 'waiting', now() - interval '2 hours',
        now() - interval '2 hours', now() - interval '2 hours' from generate_series(1, 1000) n returning id as "campaignId"`;
    const how = { owner: { userId: owner, campaignId }, afterSeconds: 3600 };
    await zeus.ctx.queue.enqueueMany(zeus.ctx.db.kysely, findSearchResults, rows, how);
    await sql`update jobs set owner = replace(owner, ${campaignId}, key) where starts_with(owner, ${owner})`;
    await makeStill(campaignId);
    await watch(600, 7200 * 10);
    expect(await jobsOf(campaignId)).toEqual(['search-results.find']);
    await sql`delete from requests where user_id = ${owner}`;
  }, 60_000);

  test('stops the campaigns of an account that the operator has closed', async () => {
    const { user, campaignId } = await campaign(organic);
    const other = await campaign(organic);
    await zeus.ctx.db.sql`update auth.users set deleted_at = now() where id = ${user.id}`;
    for (let round = 0; round < 2; round += 1) await watch(600, 7200);
    const stateOf = async (id: string) =>
      (await zeus.ctx.db.sql`select search, step_started_at from requests where id = ${id}`)[0];
    expect(await stateOf(campaignId)).toEqual({ search: 'stopped', step_started_at: null });
    expect(await stateOf(other.campaignId)).toMatchObject({ search: 'waiting', step_started_at: expect.any(Date) });
  });

  test('gives up on what has not moved for too long, with a way to retry', async () => {
    const { user, campaignId } = await campaign(organic);
    await zeus.ctx.db.sql`delete from jobs where name like '%.find'`;
    await watch(0, 0);
    expect(await zeus.settled(campaignId)).toMatchObject({
      status: 'Something went wrong',
      failed_step: 'search-results',
    });
    expect((await zeus.post(`/api/campaign/${campaignId}/retry`, user.token, {})).status).toBe(200);
  });
});
