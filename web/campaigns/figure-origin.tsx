// Where the rows and figures of the lists come from.
import type { ReactNode } from 'react';
import { figureSource, sourceName } from '../../shared/source-names.ts';

interface Row {
  source: string | null;
  figure_sources: Record<string, string>;
}

/** "DR from Open PageRank"; undefined for a figure that is not known, and where nobody noted its source. */
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

/** A figure in a table; its tooltip says who stated it. Native, because hundreds of figures must not take the focus. */
export function Figure({ row, children, ...figure }: FigureProps) {
  return <span title={originOf(row, figure)}>{children}</span>;
}

/** Who found the row, in the line of its address. Nothing for a user's own list. */
export function FoundBy({ source }: { source: string | null }) {
  if (source === null || source === 'own') return null;
  return <p className="page-source">via {sourceName(source)}</p>;
}
