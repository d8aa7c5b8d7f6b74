// What the lists of a campaign's rows (search results, backlinks, contacts) have in common in /data.
import { type AliasedRawBuilder, type Expression, sql } from 'kysely';
import type { Order } from '../../shared/api/fields.ts';
import type { Database } from '../platform/db.ts';
import { type JsonPage, readJsonPage } from '../platform/rows/json-page.ts';
import { ownCampaign } from './own-campaign.ts';

export interface RowListQuery<Column extends string> {
  campaignId: string;
  limit: number;
  offset: number;
  order: Order<Column>;
}

export interface RowListParts<Row> {
  /** All rows of the list, without columns. */
  rows: { select(count: AliasedRawBuilder<unknown, 'count'>): Expression<unknown> };
  /** The rows of the page, with their columns. */
  page: Expression<Row>;
}

/** One page of a list, its total number of rows, and whether the user has such a campaign, in one round trip. */
export function readRowList<Row>(
  db: Database,
  { userId, campaignId }: { userId: string; campaignId: string },
  { rows, page }: RowListParts<Row>,
): Promise<JsonPage<Row>> {
  const owner = ownCampaign(db, userId, campaignId);
  return readJsonPage(db, userId, { owner, total: rows.select(sql`count(*)`.as('count')), page });
}

/** Unknown figures (-1) come last in every order; a descending one needs no help. */
export function putsUnknownLast<Column extends string>(
  { column, direction }: Order<Column>,
  columnsWithoutUnknown: readonly Column[],
): boolean {
  return direction === 'asc' && !columnsWithoutUnknown.includes(column);
}
