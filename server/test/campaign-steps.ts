// A user's steps in a campaign, for tests over HTTP, and providers that can be told to fail.
import type { Backlink } from '../../shared/backlink.ts';
import { findBacklinksJob } from '../backlink-search/find.job.ts';
import { ownBacklinkSources } from '../engine/backlinks/sources.ts';
import { ProviderError } from '../engine/provider.ts';
import { zeusOwnSearch } from '../engine/search/zeus-own.ts';
import { findBacklinks, findSearchResults } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { findSearchResultsJob } from '../search-results/find.job.ts';
import type { PracticeApp } from './practice-app.ts';

export const keyword = 'Best Golf Courses In America';

export function campaignSteps(zeus: PracticeApp) {
  const rowsOf = async (table: string, token: string, campaignId: string) =>
    (await zeus.get(`/data/${table}?campaignId=${campaignId}`, token)).json;
  return {
    rowsOf,
    /** The new campaign's id. */
    create: async (token: string, form: object): Promise<string> =>
      (await zeus.post('/api/campaign/new', token, { keyword, ...form })).json.id,
    backlinksOf: (token: string, campaignId: string): Promise<Backlink[]> => rowsOf('backlinks', token, campaignId),
    /** Keeps the first `count` rows and no others. */
    async keep(table: string, token: string, campaignId: string, count: number): Promise<void> {
      const rows: { id: string }[] = await rowsOf(table, token, campaignId);
      const json = rows.map(({ id }, index) => ({ id, keep: index < count }));
      await zeus.ask(`/data/${table}?campaignId=${campaignId}`, { method: 'PUT', token, json });
    },
    getBacklinks: (token: string, campaignId: string) =>
      zeus.post('/api/campaign/get-backlinks', token, { campaignId }),
    balance: async (token: string) => (await zeus.get('/data/profiles/me', token)).json,
    /** Adds credits to a user's account, or takes some away. */
    give: (userId: string, kind: 'backlink' | 'email', delta: number) =>
      zeus.ctx.db.kysely
        .insertInto('credit_entries')
        .values({ user_id: userId, kind, delta, reason: 'more' })
        .execute(),
    spentOn: (userId: string, kind: 'backlink' | 'email') =>
      zeus.ctx.db.kysely
        .selectFrom('credit_entries')
        .select(['delta', 'reason', 'details'])
        .where('user_id', '=', userId)
        .where('kind', '=', kind)
        .where('delta', '<', 0)
        .orderBy('id')
        .execute(),
  };
}

export interface Outage {
  /** Called before each search, with 'search', 'magic' or the URL whose backlinks are wanted. */
  isDown(of: string): boolean;
  /** What a search waits for before it continues. */
  until?: (() => Promise<unknown>) | undefined;
}

/** Handlers whose providers fail while the outage says so. */
export function withOutage(ctx: Context, outage: Outage): Record<string, JobHandler<never>> {
  async function unlessDown<Found>(of: string, look: () => Promise<Found>): Promise<Found> {
    if (outage.isDown(of)) throw new ProviderError('zeus-own', 'It refuses the key.', { retryable: false });
    await outage.until?.();
    return look();
  }
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
}
