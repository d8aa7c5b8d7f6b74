import { ArrowDown, ArrowUp } from 'lucide-react';
import { Checkbox } from './checkbox.tsx';
import type { Column } from './column.ts';
import type { RowSelection, Selection } from './row-selection.ts';
import type { TableView } from './table-view.ts';

interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  view: TableView;
  shown: readonly Row[];
  selection: Selection<Row> | undefined;
  rowSelection: RowSelection<Row>;
  onSort: (sort: string | null) => void;
}

export function TableHead<Row>({ columns, view, shown, selection, rowSelection, onSort }: TableHeadProps<Row>) {
  const selected = selection ? shown.filter(selection.isSelected).length : 0;
  const isPageSelected = shown.length > 0 && selected === shown.length;
  return (
    <thead>
      <tr>
        {selection && (
          <th scope="col" className="w-12">
            <Checkbox
              label="Select all rows of this page"
              isChecked={isPageSelected}
              isMixed={selected > 0 && !isPageSelected}
              isDisabled={shown.length === 0}
              onToggle={() => rowSelection.set(shown, !isPageSelected)}
            />
          </th>
        )}
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={view.sort} onSort={onSort} />
        ))}
      </tr>
    </thead>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: string | null;
  onSort: (sort: string | null) => void;
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { id, header, hint, sortBy, sortFirst = 'asc', align, width = '' } = column;
  const direction = sort === id ? 'asc' : sort === `-${id}` ? 'desc' : null;
  const Arrow = (direction ?? sortFirst) === 'asc' ? ArrowUp : ArrowDown;
  const order = [sortFirst, sortFirst === 'asc' ? 'desc' : 'asc', null] as const;
  const next = order[(order.indexOf(direction) + 1) % order.length];
  const aria = direction && (direction === 'asc' ? 'ascending' : 'descending');
  return (
    <th
      scope="col"
      className={`${width} ${align === 'end' ? 'text-right' : ''}`}
      aria-sort={aria ?? undefined}
      title={hint}
    >
      {sortBy ? (
        <button
          type="button"
          className="sort-button"
          data-active={direction !== null}
          onClick={() => onSort(next ? (next === 'asc' ? id : `-${id}`) : null)}
        >
          {header}
          <Arrow className="size-3.5 shrink-0" aria-hidden="true" />
        </button>
      ) : (
        header || <span className="sr-only">Actions</span>
      )}
    </th>
  );
}
