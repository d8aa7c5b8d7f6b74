// Where the rows and figures of the lists come from.
import type { ReactNode } from 'react';
import { figureSource, sourceName } from '../../shared/source-names.ts';

interface Row {
  source: string | null;
  figure_sources: Record<string, string>;
}

/** "DR from Open PageRank"; undefined if the figure or its source is unknown. */
export function originOf(row: Row, figure: { label: string; field: string; value: number }): string | undefined {
  const source = row.figure_sources[figure.field] ?? row.source;
  return figure.value < 0 || source === null ? undefined : figureSource(figure.label, source);
}

interface FigureProps {
  row: Row;
  label: string;
  field: string;
  value: number;
  children: ReactNode;
}

/** A figure in a table; its tooltip names its source. A native one, because hundreds of figures must not be focusable. */
export function Figure({ row, children, ...figure }: FigureProps) {
  return <span title={originOf(row, figure)}>{children}</span>;
}

/** Who found the row, next to its URL. Nothing for a user's own list. */
export function FoundBy({ source }: { source: string | null }) {
  if (source === null || source === 'own') return null;
  return <p className="page-source">via {sourceName(source)}</p>;
}
