// What the lists of a campaign have in common: the view and the filters in the URL, and a selection that can be undone.
import { useCallback, useDeferredValue, useMemo } from 'react';
import { type ListFilter, type ListName, listMatcher } from '../../../shared/list-filter.ts';
import type { Rows } from '../../platform/rows.ts';
import { useSelection } from '../../platform/use-selection.ts';
import type { DataTableProps } from '../../ui/table/data-table.tsx';
import { useTableView } from '../../ui/table/table-view.ts';
import { FilterButton, type FilterKind } from './filter-button.tsx';
import { useListFilter } from './use-list-filter.ts';

interface CampaignListOptions<Table extends ListName> {
  table: Table;
  campaignId: string;
  rows: readonly Rows[Table][] | undefined;
  /** The filters that this list offers. */
  kinds: readonly FilterKind[];
  /** The tags of the rows. */
  tags?: readonly string[];
  /** Distinguishes the lists of one page in the URL. */
  name?: string;
  /** Conditions that the page sets itself. Pass the same object until they change. */
  conditions?: ListFilter;
}

/** The longest text that the server filters by. */
const mostCharacters = 200;

/** The properties of a DataTable. */
export function useCampaignList<Table extends ListName>(options: CampaignListOptions<Table>) {
  const { table, campaignId, rows, kinds, tags = [], name = '', conditions } = options;
  const viewState = useTableView(name);
  const [view, changeView] = viewState;
  const state = useListFilter(
    name,
    useCallback(() => changeView({ page: 0 }), [changeView]),
  );
  const words = useDeferredValue(view.filter).trim().slice(0, mostCharacters);
  const filter = useMemo(
    () => ({ ...conditions, ...state.filter, ...(words && { words }) }),
    [conditions, state.filter, words],
  );
  const isMatch = useMemo(() => listMatcher(table, filter), [table, filter]);
  const { keepRows, keepMatching } = useSelection(table, campaignId);
  const sources = useMemo(() => [...new Set(rows?.flatMap(({ source }) => source ?? []))].sort(), [rows]);
  return {
    viewState,
    filters: {
      isMatch,
      count: state.count,
      button: <FilterButton {...{ state, kinds, sources, tags }} />,
      onClear: state.clear,
    },
    selection: {
      isSelected: ({ keep }: Rows[Table]) => keep,
      onChange: keepRows,
      onMatching: (changed: readonly Rows[Table][], keep: boolean) => keepMatching(filter, keep, changed),
    },
  } satisfies Partial<Omit<DataTableProps<Rows[Table]>, 'selection'>> & { selection: object };
}
