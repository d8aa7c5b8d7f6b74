import { useState } from 'react';
import type { Prospect } from '../../../shared/prospect.ts';

/** A row of the list. */
export type ListedProspect = Prospect & { readonly id: string };

export interface SelectedProspects {
  /** As they were when they were selected. Empty if all matching are selected. */
  readonly rows: readonly Prospect[];
  /** All that match the filter, on every page. */
  readonly isAll: boolean;
  has(prospect: Prospect): boolean;
  set(prospects: readonly Prospect[], isSelected: boolean): void;
  selectAll(): void;
  clear(): void;
}

const nothing = { rows: new Map<string, Prospect>(), isAll: false };

/** Sites selected on any page of the list. Another filter selects nothing. */
export function useSelectedProspects(filter: string): SelectedProspects {
  const [state, setState] = useState({ ...nothing, filter });
  const { rows, isAll } = state.filter === filter ? state : nothing;
  return {
    rows: [...rows.values()],
    isAll,
    has: ({ domain }) => isAll || rows.has(domain),
    set(prospects, isSelected) {
      const next = new Map(rows);
      for (const one of prospects) {
        if (isSelected) next.set(one.domain, one);
        else next.delete(one.domain);
      }
      setState({ rows: next, isAll: false, filter });
    },
    selectAll: () => setState({ rows: new Map(), isAll: true, filter }),
    clear: () => setState({ ...nothing, filter }),
  };
}
