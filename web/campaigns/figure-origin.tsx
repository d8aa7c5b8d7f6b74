// Where the rows and figures of the lists come from.
import type { ReactNode } from 'react';
import { discountOf } from '../../shared/rating-discount.ts';
import { figureSource, sourceName } from '../../shared/source-names.ts';
import { Tooltip } from '../ui/overlay/tooltip.tsx';
import type { Column } from '../ui/table/column.ts';
import { known } from '../ui/values/figures.ts';

interface Row {
  source: string | null;
  figure_sources: Record<string, string>;
}

/** "DR from Open PageRank"; undefined if the figure or its source is unknown. */
export function originOf(row: Row, figure: { label: string; field: string; value: number }): string | undefined {
  const source = row.figure_sources[figure.field] ?? row.source;
  return figure.value < 0 || source === null ? undefined : figureSource(figure.label, source);
}

/** Whether Zeus discounts the domain rating of the row; its origin then says why. */
export const isDiscounted = ({ figure_sources: sources }: Row) => discountOf(sources.domain_rating ?? '') !== null;

interface FigureProps {
  row: Row;
  label: string;
  field: string;
  value: number;
  children: ReactNode;
}

/**
 * A figure in a table; its tooltip names its source. A native one, because hundreds of figures must not be focusable, except for
 * the few ratings that are discounted.
 */
export function Figure({ row, children, ...figure }: FigureProps) {
  const origin = originOf(row, figure);
  if (figure.field !== 'domain_rating' || !origin || !isDiscounted(row)) return <span title={origin}>{children}</span>;
  return (
    <Tooltip text={origin}>
      <span className="underline decoration-dotted underline-offset-4">{children}</span>
    </Tooltip>
  );
}

/** A column of figures with their sources, highest first; unknown ones come last. */
export function figureColumn<Listed extends Row>(
  field: keyof Listed & string,
  header: string,
  hint: string,
  width: string,
  format: (value: number) => ReactNode,
): Column<Listed> {
  const figureOf = (row: Listed) => Number(row[field]);
  return {
    ...{ id: field, header, hint, width, align: 'end', sortFirst: 'desc' },
    sortBy: (row) => known(figureOf(row)),
    cell: (row) => (
      <Figure row={row} label={header} field={field} value={figureOf(row)}>
        {format(figureOf(row))}
      </Figure>
    ),
  };
}

/** Who found the row, next to its URL. Nothing for a user's own list. */
export function FoundBy({ source }: { source: string | null }) {
  if (source === null || source === 'own') return null;
  return <p className="page-source">via {sourceName(source)}</p>;
}
