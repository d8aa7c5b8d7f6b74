// A table whose rows are all loaded: sorts, filters as you type, shows a page of rows, selects rows. It is a table when wide and
// a list of cards when narrow. Up and down arrows move from row to row, left and right change the page, / goes to the filter.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { rowsPerPage } from '../../../shared/limits.ts';
import type { Shortcut } from '../shortcuts/shortcut-list.ts';
import { Shortcuts } from '../shortcuts/shortcuts.tsx';
import { useKeys } from '../use-keys.ts';
import type { Column } from './column.ts';
import { FigureNotes } from './figure-notes.tsx';
import { focusNeighborRow, focusRow, isTyping, rowIndexOf } from './keys.ts';
import { Pager } from './pager.tsx';
import { type Selection, useRowSelection } from './row-selection.ts';
import { TableBody } from './table-body.tsx';
import type { TableFilters } from './table-filters.ts';
import { TableHead } from './table-head.tsx';
import { type TableRow, useTableRows } from './table-rows.ts';
import { useTableView, type ViewState } from './table-view.ts';
import { Toolbar } from './toolbar.tsx';

export interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  readonly label: string;
  /** Undefined while loading: the table then shows its skeleton. */
  readonly rows: readonly Row[] | undefined;
  /** Pass the same array in every render, or sorting starts over each time. */
  readonly columns: readonly Column<Row>[];
  /** Rows can be selected. */
  readonly selection?: Selection<Row>;
  /** The placeholder of the filter; without it there is none. */
  readonly filterLabel?: string;
  /** Shown instead of rows when there are none at all. */
  readonly empty?: ReactNode;
  /** At the left end of the bar above the table. */
  readonly lead?: ReactNode;
  /** At the right end of the bar above the table. */
  readonly actions?: ReactNode;
  readonly filters?: TableFilters<Row>;
  /** Distinguishes the tables of one page in the URL. */
  readonly name?: string;
  /** A table with many columns becomes a list of cards earlier. */
  readonly isWide?: boolean;
  /** Rows are links: their first link covers them. */
  readonly hasLinks?: boolean;
  /** The view, if the page wants to change pages itself. */
  readonly viewState?: ViewState;
}

export function DataTable<Row extends TableRow>(props: DataTableProps<Row>) {
  const { label, rows, columns, selection, filterLabel, filters, empty, lead, actions, name } = props;
  const ownView = useTableView(name);
  const [view, changeView] = props.viewState ?? ownView;
  const shownRows = useTableRows({ rows, columns, view, isMatch: filters?.isMatch });
  const { shown, found, page, pageCount } = shownRows;
  const rowSelection = useRowSelection(selection, found);
  const id = useId();
  // The last page is as high as the others, so that the buttons below stay under the pointer. Of long pages it leaves a part.
  const missing = pageCount > 1 ? Math.min(view.pageSize, rowsPerPage) - shown.length : 0;
  const { keepRow, table } = useKeptRow(shown);
  const box = useRef<HTMLElement>(null);
  const focusFilter = () => box.current?.querySelector<HTMLElement>('input[type="search"]')?.focus();
  useKeys({ '/': filterLabel ? focusFilter : undefined });
  const handleSort = (sort: string | null) => changeView({ sort, page: 0 });
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isTyping(event)) return;
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = Math.min(Math.max(page + step, 0), pageCount - 1);
    if (next !== page) {
      keepRow(event.target);
      changeView({ page: next });
    } else if (!focusNeighborRow(event)) return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys only help to reach what can be focused anyway
    <section ref={box} className={`data-table ${props.isWide ? 'data-table-wide' : ''}`} onKeyDown={handleKeyDown}>
      {(filterLabel || filters || selection || lead || actions) && (
        <Toolbar
          {...{ columns, rows, shownRows, selection, rowSelection, filterLabel, filters, lead, actions, view }}
          tableId={id}
          onFilter={(filter) => changeView({ filter, page: 0 })}
          onSort={handleSort}
        />
      )}
      <div className="card-surface data-table-card">
        <table ref={table} id={id} aria-label={label} aria-busy={rows === undefined}>
          <TableHead {...{ columns, view, shown, selection, rowSelection }} onSort={handleSort} />
          <TableBody
            {...{ rows, columns, shown, selection, rowSelection, empty }}
            hasLinks={props.hasLinks ?? false}
            onUnfilter={() => {
              changeView({ filter: '', page: 0 });
              filters?.onClear();
              focusFilter();
            }}
          />
        </table>
        {missing > 0 && (
          <div className="data-table-filler" style={{ height: `calc(var(--row-height) * ${missing})` }} />
        )}
        <Pager
          {...{ page, pageCount }}
          pageSize={view.pageSize}
          count={found.length}
          label={label}
          onPage={(next) => changeView({ page: next })}
          // The first row that was shown stays on the page.
          onPageSize={(pageSize) => changeView({ pageSize, page: Math.floor((page * view.pageSize) / pageSize) })}
        />
      </div>
      <div className="flex items-start justify-between gap-4">
        <FigureNotes columns={columns} />
        <Shortcuts
          of="Lists"
          list={[...(filterLabel ? [filterShortcut] : []), ...shortcuts, ...(selection ? selectionShortcuts : [])]}
          hasButton={filterLabel !== undefined}
        />
      </div>
    </section>
  );
}

const filterShortcut: Shortcut = { keys: ['/'], action: 'Filter' };
const shortcuts: readonly Shortcut[] = [
  { keys: ['↑', '↓'], action: 'Previous or next row' },
  { keys: ['←', '→'], action: 'Previous or next page' },
];
/** Pages with a selection handle Z. */
const selectionShortcuts: readonly Shortcut[] = [
  { keys: ['Space'], action: 'Select or deselect the row' },
  { keys: ['Shift', 'Click'], action: 'Select all rows up to this one' },
  { keys: ['Z'], action: 'Undo the last bulk change' },
];

/** When a key changes the page, the focus stays at its position in the table although the row there is another. */
function useKeptRow(shown: readonly unknown[]) {
  const table = useRef<HTMLTableElement>(null);
  const kept = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is time when other rows are shown
  useEffect(() => {
    if (kept.current !== null) focusRow(table.current, kept.current);
    kept.current = null;
  }, [shown]);
  const keepRow = (target: EventTarget) => {
    kept.current = rowIndexOf(target);
  };
  return { table, keepRow };
}
