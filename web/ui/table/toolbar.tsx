// The bar above a table: the filter, how many rows are selected, bulk selection, and in the card layout the sort order.
import { Search, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { IconButton } from '../icon-button.tsx';
import { formatNumber } from '../values/figures.ts';
import type { Column } from './column.ts';
import type { RowSelection, Selection } from './row-selection.ts';
import { SortChoice } from './sort-choice.tsx';
import type { TableFilters } from './table-filters.ts';
import type { ShownRows } from './table-rows.ts';
import type { TableView } from './table-view.ts';

interface ToolbarProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  shownRows: ShownRows<Row>;
  selection: Selection<Row> | undefined;
  rowSelection: RowSelection<Row>;
  filterLabel: string | undefined;
  filters: TableFilters<Row> | undefined;
  lead: ReactNode;
  actions: ReactNode;
  view: TableView;
  tableId: string;
  onFilter: (filter: string) => void;
  onSort: (sort: string | null) => void;
}

export function Toolbar<Row>(props: ToolbarProps<Row>) {
  const { columns, rows, shownRows, selection, rowSelection, filterLabel, filters, lead, actions, view, tableId } =
    props;
  const isFiltered = view.filter.trim() !== '' || (filters?.count ?? 0) > 0;
  return (
    <div className="data-table-toolbar">
      {lead && <div className="data-table-lead">{lead}</div>}
      {filterLabel && <Filter label={filterLabel} value={view.filter} tableId={tableId} onChange={props.onFilter} />}
      {filters?.button}
      <SortChoice columns={columns} sort={view.sort} onSort={props.onSort} />
      {selection && <Chooser {...{ rows, shownRows, selection, rowSelection, isFiltered }} />}
      {actions && <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>}
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string;
  tableId: string;
  onChange: (value: string) => void;
}

function Filter({ label, value, tableId, onChange }: FilterProps) {
  const input = useRef<HTMLInputElement>(null);
  const handleClear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="input h-9 w-full pr-1 @min-[40rem]:w-60">
      <Search className="size-4 shrink-0 opacity-70" aria-hidden="true" />
      <input
        ref={input}
        type="search"
        name="filter"
        autoComplete="off"
        enterKeyHint="search"
        aria-label={label}
        aria-controls={tableId}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && value && handleClear()}
      />
      {value && <IconButton label="Clear filter" icon={X} onClick={handleClear} />}
    </div>
  );
}

interface ChooserProps<Row> {
  rows: readonly Row[] | undefined;
  shownRows: ShownRows<Row>;
  selection: Selection<Row>;
  rowSelection: RowSelection<Row>;
  isFiltered: boolean;
}

function Chooser<Row>({ rows, shownRows: { shown, found }, selection, rowSelection, isFiltered }: ChooserProps<Row>) {
  const what = isFiltered ? 'all matching' : 'all';
  const button = (text: string, name: string, isOff: boolean, onClick: () => void) => (
    <button
      type="button"
      className="btn btn-ghost btn-sm px-1.5 text-[0.8125rem] font-medium"
      aria-label={name}
      title={name}
      aria-disabled={isOff}
      onClick={onClick}
    >
      {text}
    </button>
  );
  return (
    <div className="data-table-count flex flex-wrap items-center gap-x-2 gap-y-1">
      <p role="status" className="text-[0.8125rem] font-medium tabular-nums">
        {rows ? countOfSelected(rows, selection) : <span className="skeleton block h-5 w-32" />}
        {rows && isFiltered && <span className="data-table-matches"> · {formatNumber(found.length)} match</span>}
      </p>
      <fieldset className="flex items-center gap-0.5">
        <legend className="sr-only">Select rows</legend>
        <span className="data-table-select mr-0.5 text-[0.8125rem] text-base-content/75" aria-hidden="true">
          Select
        </span>
        {button('Page', 'Select page', shown.length === 0, () => rowSelection.set(shown, true))}
        {button(isFiltered ? 'All matching' : 'All', `Select ${what}`, found.length === 0, () =>
          rowSelection.setMatching(true),
        )}
        {button('None', isFiltered ? 'Select none of the matches' : 'Select none', found.length === 0, () =>
          rowSelection.setMatching(false),
        )}
      </fieldset>
    </div>
  );
}

function countOfSelected<Row>(rows: readonly Row[], { isSelected }: Selection<Row>): string {
  return `${formatNumber(rows.filter(isSelected).length)} of ${formatNumber(rows.length)} selected`;
}
