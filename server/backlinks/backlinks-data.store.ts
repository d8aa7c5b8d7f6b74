// A campaign's backlinks as /data reads and writes them.
import { sql } from 'kysely';
import type { backlinkOrders } from '../../shared/api/backlinks.ts';
import { type Backlink, backlink } from '../../shared/backlink.ts';
import type { BacklinkCells } from '../../shared/csv.ts';
import { putsUnknownLast, type RowListQuery, readRowList } from '../campaigns/campaign-rows.store.ts';
import { rowSelection } from '../campaigns/row-selection.ts';
import type { Database } from '../platform/db.ts';
import { fileBatch, readInBatches } from '../platform/rows/read-in-batches.ts';
import { triageColumn } from './triage/triage-column.ts';

const columns = backlink.omit({ triage: true }).keyof().options;

/** Columns whose values the database restricts to these. */
type Limited = Pick<
  Backlink,
  | 'screenshot_state'
  | 'link_state'
  | 'link_follow'
  | 'link_place'
  | 'domain_search'
  | 'domain_search_problem'
  | 'contact_search'
  | 'contact_search_mode'
  | 'figure_sources'
  | 'history'
  | 'removal_reason'
>;

interface BacklinkListQuery extends RowListQuery<(typeof backlinkOrders)[number]> {
  keep?: boolean | undefined;
}

export function listBacklinks(
  db: Database,
  userId: string,
  { campaignId, keep, limit, offset, order }: BacklinkListQuery,
) {
  const rows = db.kysely
    .selectFrom('backlinks')
    .where('user_id', '=', userId)
    .where('requests_id', '=', campaignId)
    .$if(keep !== undefined, (query) => query.where('keep', '=', keep === true));
  return readRowList(
    db,
    { userId, campaignId },
    {
      rows,
      // Among equally strong ones the earlier comes first, as in the index.
      page: rows
        .select([...columns, triageColumn(userId)])
        .$narrowType<Limited>()
        .$if(putsUnknownLast(order, ['title']), (query) => query.orderBy(sql`${sql.ref(order.column)} < 0`))
        .orderBy(order.column, order.direction)
        .orderBy('id')
        .limit(limit)
        .offset(offset),
    },
  );
}

export type BacklinkChange = {
  [Field in 'keep' | 'screened' | 'removal_reason' | 'note' | 'tags']?: Backlink[Field] | undefined;
};

/** The changed row, or undefined if the user has no such row. */
export async function changeBacklink(db: Database, userId: string, { id, ...change }: BacklinkChange & { id: string }) {
  const query = db.kysely
    .updateTable('backlinks')
    .set(change)
    .$if(change.keep !== undefined, (update) => update.set('bulk_change', null))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning([...columns, triageColumn(userId)])
    .$narrowType<Limited>();
  return (await db.asUser(userId, query)).rows[0];
}

const filterColumns = [
  'id',
  'title',
  'url_from',
  'anchor',
  'domain_rating',
  'search_traffic',
  'source',
  'history',
  'link_state',
  'link_follow',
  'keep',
  'removal_reason',
  'note',
  'tags',
] as const;

export function backlinkSelection(db: Database) {
  return rowSelection(db, {
    ...{ list: 'backlinks', table: 'backlinks', flags: ['keep', 'screened'] },
    toFilter: (userId, campaignId) =>
      db.kysely
        .selectFrom('backlinks')
        .select([...filterColumns, triageColumn(userId)])
        .$narrowType<Pick<Limited, 'history' | 'link_state' | 'link_follow' | 'removal_reason'>>()
        .where('user_id', '=', userId)
        .where('requests_id', '=', campaignId),
  });
}

const fileColumns = ['id', 'url_from', 'title', 'ahrefs_rank', 'domain_rating', 'anchor'] as const;

/** The rows of the file, strongest first, a batch at a time: all of them, or the kept ones. */
export function backlinksForFile(
  db: Database,
  userId: string,
  { campaignId, kept }: { campaignId: string; kept: boolean },
) {
  const rows = db.kysely
    .selectFrom('backlinks')
    .select(fileColumns)
    .where('user_id', '=', userId)
    .where('requests_id', '=', campaignId)
    .$if(kept, (query) => query.where('keep', '=', true))
    .orderBy('domain_rating', 'desc')
    .orderBy('id')
    .limit(fileBatch);
  type Row = { id: string; domain_rating: number } & BacklinkCells;
  return readInBatches<Row>(fileBatch, async (after) => {
    // The first condition lets the index scan start here; without it every batch would read all earlier rows again.
    const query = after
      ? rows
          .where('domain_rating', '<=', after.domain_rating)
          .where((is) => is.or([is('domain_rating', '<', after.domain_rating), is('id', '>', after.id)]))
      : rows;
    return (await db.asUser(userId, query)).rows;
  });
}
