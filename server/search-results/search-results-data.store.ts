// The search results of a campaign as /data gives and takes them.
import { sql } from 'kysely';
import type { SearchResult } from '../../shared/search-result.ts';
import { ownCampaign } from '../campaigns/own-campaign.ts';
import type { Database } from '../platform/db.ts';
import type { Order } from '../platform/http/list-query.ts';
import { readJsonPage } from '../platform/rows/json-page.ts';
import { setFlags } from '../platform/rows/set-flags.ts';

export const searchResultOrders = [
  'position',
  'domain_rating',
  'url_rating',
  'referring_domains',
  'dofollow_backlinks',
  'search_traffic',
  'title',
] as const;

const columns = [
  'id',
  'user_id',
  'requests_id',
  'position',
  'url',
  'title',
  'description',
  'source',
  'domain_rating',
  'url_rating',
  'referring_domains',
  'dofollow_backlinks',
  'total_backlinks',
  'search_traffic',
  'traffic_value',
  'figure_sources',
  'keep',
] as const satisfies (keyof SearchResult)[];

interface Asked {
  campaignId: string;
  limit: number;
  offset: number;
  order: Order<(typeof searchResultOrders)[number]>;
}

/** Figures that are not known (-1) come last in every order; downwards they do so by themselves. */
const isAscendingFigure = ({ column, direction }: Asked['order']) =>
  direction === 'asc' && column !== 'title' && column !== 'position';

export function listSearchResults(db: Database, userId: string, { campaignId, limit, offset, order }: Asked) {
  const rows = db.kysely
    .selectFrom('search_results')
    .where('user_id', '=', userId)
    .where('requests_id', '=', campaignId);
  return readJsonPage(db, userId, {
    owner: ownCampaign(db, userId, campaignId),
    total: rows.select(sql`count(*)`.as('count')),
    page: rows
      .select(columns)
      .$if(isAscendingFigure(order), (query) => query.orderBy(sql`${sql.ref(order.column)} < 0`))
      .orderBy(order.column, order.direction)
      .orderBy('id', order.direction)
      .limit(limit)
      .offset(offset),
  });
}

/** The changed row, or undefined when it is not there for this user. */
export async function keepSearchResult(db: Database, userId: string, { id, keep }: { id: string; keep: boolean }) {
  const query = db.kysely
    .updateTable('search_results')
    .set({ keep })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns);
  return (await db.asUser(userId, query)).rows[0];
}

/** How many rows now say so; null when one is not there for this user and campaign, and nothing was changed. */
export function keepSearchResults(
  db: Database,
  userId: string,
  { campaignId, rows }: { campaignId: string; rows: { id: string; keep: boolean }[] },
): Promise<number | null> {
  return setFlags(db, userId, {
    table: 'search_results',
    flags: ['keep'],
    within: { column: 'requests_id', id: campaignId },
    owner: ownCampaign(db, userId, campaignId),
    rows,
  });
}
