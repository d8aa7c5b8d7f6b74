// A campaign's search results as /data reads and writes them.
import { sql } from 'kysely';
import type { searchResultOrders } from '../../shared/api/search-results.ts';
import { type SearchResult, searchResult } from '../../shared/search-result.ts';
import { putsUnknownLast, type RowListQuery, readRowList } from '../campaigns/campaign-rows.store.ts';
import { rowSelection } from '../campaigns/row-selection.ts';
import type { Database } from '../platform/db.ts';

const columns = searchResult.keyof().options;

/** A column whose shape the database does not define. */
type Limited = Pick<SearchResult, 'figure_sources'>;

type SearchResultListQuery = RowListQuery<(typeof searchResultOrders)[number]>;

export function listSearchResults(
  db: Database,
  userId: string,
  { campaignId, limit, offset, order }: SearchResultListQuery,
) {
  const rows = db.kysely
    .selectFrom('search_results')
    .where('user_id', '=', userId)
    .where('requests_id', '=', campaignId);
  return readRowList(
    db,
    { userId, campaignId },
    {
      rows,
      page: rows
        .select(columns)
        .$narrowType<Limited>()
        .$if(putsUnknownLast(order, ['title', 'position']), (query) => query.orderBy(sql`${sql.ref(order.column)} < 0`))
        .orderBy(order.column, order.direction)
        .orderBy('id', order.direction)
        .limit(limit)
        .offset(offset),
    },
  );
}

/** The changed row, or undefined if the user has no such row. */
export async function keepSearchResult(db: Database, userId: string, { id, keep }: { id: string; keep: boolean }) {
  const query = db.kysely
    .updateTable('search_results')
    .set({ keep, bulk_change: null })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .$narrowType<Limited>();
  return (await db.asUser(userId, query)).rows[0];
}

const filterColumns = [
  'id',
  'title',
  'url',
  'description',
  'domain_rating',
  'search_traffic',
  'source',
  'keep',
] as const;

export function searchResultSelection(db: Database) {
  return rowSelection(db, {
    ...{ list: 'search-results', table: 'search_results', flags: ['keep'] },
    toFilter: (userId, campaignId) =>
      db.kysely
        .selectFrom('search_results')
        .select(filterColumns)
        .where('user_id', '=', userId)
        .where('requests_id', '=', campaignId),
  });
}
