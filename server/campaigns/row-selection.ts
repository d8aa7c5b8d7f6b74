// Selecting the rows of one of a campaign's lists (search results, backlinks, contacts), and undoing that.
import type { Compilable } from 'kysely';
import { AppError } from '../../shared/errors.ts';
import { type ListFilter, type ListName, type ListRows, listMatcher } from '../../shared/list-filter.ts';
import type { Database } from '../platform/db.ts';
import { setFlags, undoChange } from '../platform/rows/set-flags.ts';
import { noSuchCampaign, ownCampaign } from './own-campaign.ts';

export interface SelectableList<List extends ListName, Flag extends string> {
  list: List;
  table: 'search_results' | 'backlinks' | 'contacts';
  flags: readonly (Flag | 'keep')[];
  /** Marks rows that were deselected automatically; see RowsWithin. */
  deselected?: string;
  /** The campaign's rows with what a filter compares. */
  toFilter: (userId: string, campaignId: string) => Compilable<{ id: string } & ListRows[List]>;
}

interface OfCampaign {
  userId: string;
  campaignId: string;
}

/** Every function resolves to the number of rows that now have the requested value. */
export function rowSelection<List extends ListName, Flag extends string = never>(
  db: Database,
  { list, table, flags, toFilter, deselected }: SelectableList<List, Flag>,
) {
  const column = table === 'contacts' ? 'request_id' : 'requests_id';
  const rowsOf = ({ userId, campaignId }: OfCampaign) => ({
    table,
    within: { column, id: campaignId },
    owner: ownCampaign(db, userId, campaignId),
    deselected,
  });
  type Row = { id: string } & Partial<Record<Flag | 'keep', boolean>>;
  const save = (of: OfCampaign, change: { rows: readonly Row[]; changeId: string | null; mayBeGone?: boolean }) =>
    setFlags(db, of.userId, { ...rowsOf(of), flags, ...change });
  return {
    /** Throws AppError not-found, without any change, if one of the rows does not belong to this user and campaign. */
    async saveRows(of: OfCampaign & { rows: readonly Row[]; changeId?: string | undefined }) {
      const updated = await save(of, { rows: of.rows, changeId: of.changeId ?? null });
      if (updated === null) throw new AppError('not-found', 'Some of these rows do not exist. Nothing was changed.');
      return { updated };
    },
    /** Sets `keep` of every row that matches the filter now. Throws AppError not-found if the user has no such campaign. */
    async selectMatching(of: OfCampaign & { filter: ListFilter; keep: boolean; changeId: string }) {
      const { rows } = await db.asUser(of.userId, toFilter(of.userId, of.campaignId));
      const matching = rows.filter(listMatcher(list, of.filter)).map(({ id }) => ({ id, keep: of.keep }) as Row);
      // A search under way may replace a contact by another.
      const updated = await save(of, { rows: matching, changeId: of.changeId, mayBeGone: true });
      if (updated === null) throw noSuchCampaign();
      return { updated };
    },
    /** Resets the rows that nobody has changed since. Throws AppError not-found if the user has no such campaign. */
    async undo(of: OfCampaign & { changeId: string }) {
      const updated = await undoChange(db, of.userId, { ...rowsOf(of), changeId: of.changeId });
      if (updated === null) throw noSuchCampaign();
      return { updated };
    },
  };
}
