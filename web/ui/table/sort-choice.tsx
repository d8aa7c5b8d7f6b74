import type { Column } from './column.ts';

interface SortChoiceProps<Row> {
  columns: readonly Column<Row>[];
  sort: string | null;
  onSort: (sort: string | null) => void;
}

const textOrder = { asc: 'A to Z', desc: 'Z to A' };
const numberOrder = { asc: 'lowest first', desc: 'highest first' };

/** The sort order in the card layout, where the clickable column headers are not shown. */
export function SortChoice<Row>({ columns, sort, onSort }: SortChoiceProps<Row>) {
  const choices = columns
    .filter(({ sortBy }) => sortBy)
    .map(({ id, header, sortFirst = 'asc', sortNames = sortFirst === 'asc' ? textOrder : numberOrder }) => {
      const isTurned = sort === (sortFirst === 'asc' ? `-${id}` : id);
      const isUp = (sortFirst === 'asc') !== isTurned;
      return { value: isUp ? id : `-${id}`, text: `${header}, ${isUp ? sortNames.asc : sortNames.desc}` };
    });
  if (choices.length === 0) return null;
  return (
    <select
      className="data-table-sort"
      name="sort"
      aria-label="Order"
      value={sort ?? ''}
      onChange={(event) => onSort(event.target.value || null)}
    >
      <option value="">Sort: default order</option>
      {choices.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
