import { type MouseEvent, memo, type ReactNode } from 'react';
import { Checkbox, preventTextSelection } from './checkbox.tsx';
import type { Column } from './column.ts';
import { hasSelectedText, isOnControl } from './row-click.ts';
import type { RowSelection, Selection } from './row-selection.ts';

interface TableBodyProps<Row> {
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  shown: readonly Row[];
  selection: Selection<Row> | undefined;
  rowSelection: RowSelection<Row>;
  empty: ReactNode;
  hasLinks: boolean;
  onUnfilter: () => void;
}

export function TableBody<Row extends { id: string }>(props: TableBodyProps<Row>) {
  const { rows, columns, shown, selection, rowSelection, empty, hasLinks, onUnfilter } = props;
  const width = columns.length + (selection ? 1 : 0);
  if (!rows) return <SkeletonRows columns={columns} hasCheckbox={selection !== undefined} />;
  if (shown.length === 0) {
    return (
      <tbody>
        <tr className="data-table-face">
          <td colSpan={width}>{rows.length === 0 ? empty : <NothingFound onUnfilter={onUnfilter} />}</td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody>
      {shown.map((row) => (
        <BodyRow key={row.id} {...{ row, columns, selection, rowSelection, hasLinks }} />
      ))}
    </tbody>
  );
}

interface BodyRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  selection: Selection<Row> | undefined;
  rowSelection: RowSelection<Row>;
  hasLinks: boolean;
}

function BodyRow<Row>({ row, columns, selection, rowSelection, hasLinks }: BodyRowProps<Row>) {
  const isSelected = selection?.isSelected(row) ?? false;
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    if (!selection || isOnControl(event)) return;
    // The second click on a word selects it: then the first one was not meant for the row either.
    if (!hasSelectedText(event.currentTarget)) rowSelection.toggle(row, event.shiftKey);
    else if (event.detail === 2) rowSelection.revert(row);
  };
  const look = [selection && 'cursor-pointer', hasLinks && 'data-table-link'].filter(Boolean).join(' ');
  return (
    <tr
      className={look || undefined}
      data-selected={isSelected || undefined}
      onClick={handleClick}
      onMouseDown={selection && preventTextSelection}
    >
      {selection && (
        <td className="w-12">
          <Checkbox
            label={`Select ${selection.nameOf(row)}`}
            isChecked={isSelected}
            onToggle={(isRange) => rowSelection.toggle(row, isRange)}
          />
        </td>
      )}
      <Cells row={row} columns={columns} />
    </tr>
  );
}

/** Rerendered only when the row itself changes: selecting one row of many costs one row. */
const Cells = memo(function Cells<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return columns.map(({ id, header, cell, align, narrow }) => (
    <td
      key={id}
      data-label={header}
      data-narrow={narrow}
      className={align === 'end' ? 'text-right tabular-nums' : undefined}
    >
      {cell(row)}
    </td>
  ));
}) as <Row>(props: { row: Row; columns: readonly Column<Row>[] }) => ReactNode;

function SkeletonRows<Row>({ columns, hasCheckbox }: { columns: readonly Column<Row>[]; hasCheckbox: boolean }) {
  return (
    <tbody aria-hidden="true">
      {[0, 1, 2, 3, 4].map((index) => (
        <tr key={index}>
          {hasCheckbox && <td className="w-12" />}
          {columns.map(({ id, align, narrow, header }) => (
            <td key={id} data-label={header} data-narrow={narrow}>
              <div className={`skeleton h-4 ${align === 'end' ? 'ml-auto w-10' : 'w-3/5'}`} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

function NothingFound({ onUnfilter }: { onUnfilter: () => void }) {
  return (
    <div className="py-12 text-center">
      <p>Nothing matches your filter.</p>
      <button type="button" className="btn btn-plain mt-4" onClick={onUnfilter}>
        Clear filter
      </button>
    </div>
  );
}
