// The backlinks of a campaign as /data gives and takes them.
import { sql } from 'kysely';
import type { Backlink } from '../../shared/backlink.ts';
import type { Database } from '../platform/db.ts';
import type { Order } from '../platform/http/list-query.ts';
import { readJsonPage } from '../platform/rows/json-page.ts';
import { setFlags } from '../platform/rows/set-flags.ts';
import { ownCampaign } from '../search-results/own-campaign.ts';

/** The first is the usual one: strongest first. */
export const backlinkOrders = ['domain_rating', 'ahrefs_rank', 'search_traffic', 'traffic_value', 'title'] as const;

const columns = [
  'id',
  'user_id',
  'requests_id',
  'url_from',
  'url_to',
  'domain',
  'title',
  'anchor',
  'rel',
  'source',
  'ahrefs_rank',
  'domain_rating',
  'search_traffic',
  'traffic_value',
  'keep',
  'screened',
  'page_problem',
  'screenshot_url',
  'screenshot_state',
  'screenshot_reason',
  'domain_search',
  'contact_search',
  'contact_search_problem',
] as const satisfies (keyof Backlink)[];

interface Asked {
  campaignId: string;
  keep?: boolean | undefined;
  limit: number;
  offset: number;
  order: Order<(typeof backlinkOrders)[number]>;
}

export function listBacklinks(db: Database, userId: string, { campaignId, keep, limit, offset, order }: Asked) {
  const rows = db.kysely
    .selectFrom('backlinks')
    .where('user_id', '=', userId)
    .where('requests_id', '=', campaignId)
    .$if(keep !== undefined, (query) => query.where('keep', '=', keep === true));
  return readJsonPage(db, userId, {
    owner: ownCampaign(db, userId, campaignId),
    total: rows.select(sql`count(*)`.as('count')),
    // Of equally strong ones the earlier comes first, as in the index.
    page: rows.select(columns).orderBy(order.column, order.direction).orderBy('id').limit(limit).offset(offset),
  });
}

export interface BacklinkFlags {
  keep?: boolean | undefined;
  screened?: boolean | undefined;
}

/** The changed row, or undefined when it is not there for this user. */
export async function flagBacklink(db: Database, userId: string, { id, ...flags }: BacklinkFlags & { id: string }) {
  const query = db.kysely
    .updateTable('backlinks')
    .set(flags)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns);
  return (await db.asUser(userId, query)).rows[0];
}

/** How many rows now say so; null when one is not there for this user and campaign, and nothing was changed. */
export function flagBacklinks(
  db: Database,
  userId: string,
  { campaignId, rows }: { campaignId: string; rows: (BacklinkFlags & { id: string })[] },
): Promise<number | null> {
  return setFlags(db, userId, {
    table: 'backlinks',
    flags: ['keep', 'screened'],
    within: { column: 'requests_id', id: campaignId },
    owner: ownCampaign(db, userId, campaignId),
    rows,
  });
}
