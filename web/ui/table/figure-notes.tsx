import { Fragment } from 'react';
import type { Column } from './column.ts';

/** What the short column headers mean, because hover hints are out of reach for touch and keyboard. */
export function FigureNotes<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  const explained = columns.filter(({ hint }) => hint);
  if (explained.length === 0) return null;
  return (
    <details className="mt-4 text-sm text-base-content/75">
      <summary className="quiet-link w-fit cursor-pointer py-1.5">What the numbers mean</summary>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5">
        {explained.map(({ id, header, hint }) => (
          <Fragment key={id}>
            <dt className="font-semibold">{header}</dt>
            <dd>{hint}.</dd>
          </Fragment>
        ))}
      </dl>
    </details>
  );
}
