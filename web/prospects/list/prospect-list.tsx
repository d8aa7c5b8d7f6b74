// The list of prospects: its filters, its rows, and changes to one or many of them.
import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useDeferredValue, useEffect, useRef } from 'react';
import { rowsPerPage } from '../../../shared/limits.ts';
import type { Prospect } from '../../../shared/prospect.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import type { Shortcut } from '../../ui/shortcuts/shortcut-list.ts';
import { Shortcuts } from '../../ui/shortcuts/shortcuts.tsx';
import { Checkbox } from '../../ui/table/checkbox.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { useRowSelection } from '../../ui/table/row-selection.ts';
import { useKeys } from '../../ui/use-keys.ts';
import { prospectsQuery } from '../prospects.api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { FilterFields } from './filter-fields.tsx';
import { type ProspectViewState, toFilter, toQuery } from './prospect-filter.ts';
import { ProspectRow } from './prospect-row.tsx';
import { type ListedProspect, useSelectedProspects } from './use-selected-prospects.ts';
import { useUndo } from './use-undo.ts';

const shortcuts: readonly Shortcut[] = [
  { keys: ['/'], action: 'Search' },
  { keys: ['←', '→'], action: 'Previous or next page' },
  { keys: ['Space'], action: 'Select or deselect the row' },
  { keys: ['Shift', 'Click'], action: 'Select all rows up to this one' },
  { keys: ['Z'], action: 'Undo the last change' },
];

export function ProspectList({ viewState }: { viewState: ProspectViewState }) {
  const { view, change, showPage, changePageSize } = viewState;
  const announce = useUndo();
  const listed = useDeferredValue(view);
  const { data, error, refetch, isPlaceholderData } = useQuery(prospectsQuery(toQuery(listed)));
  const filter = toFilter(view);
  const selected = useSelectedProspects(JSON.stringify(filter));
  const rows = (data?.rows ?? []).map((row) => ({ ...row, id: row.domain }));
  const selection = { isSelected: selected.has, onChange: selected.set, nameOf: ({ domain }: Prospect) => domain };
  const rowSelection = useRowSelection<ListedProspect>(selection, rows);
  const pageCount = Math.ceil((data?.total ?? 0) / view.pageSize);
  const page = Math.min(view.page, Math.max(0, pageCount - 1));
  const isBeyond = data !== undefined && view.page > 0 && view.page >= pageCount;
  // Rows may have gone since the link was made.
  useEffect(() => {
    if (isBeyond) showPage(page);
  });
  const box = useRef<HTMLElement>(null);
  useKeys({
    '/': () => box.current?.querySelector<HTMLElement>('input[type="search"]')?.focus(),
    arrowleft: () => page > 0 && showPage(page - 1),
    arrowright: () => page < pageCount - 1 && showPage(page + 1),
  });
  const isFiltered = Object.keys(filter).length > 0;
  const isPageSelected = rows.length > 0 && rows.every(selected.has);
  // Until the rows of another filter are there, the number of the former ones is shown.
  const isCurrent = !isPlaceholderData && listed === view;
  return (
    <section ref={box} aria-label="Prospects">
      <FilterFields view={view} onChange={change} />
      {!data && (error ? <LoadProblem error={error} onRetry={() => void refetch()} /> : <ListSkeleton />)}
      {data?.total === 0 && (
        <EmptyState icon={Globe}>
          {isFiltered
            ? 'No sites match your filters.'
            : 'There are no prospects yet. They appear as your campaigns find sites.'}
        </EmptyState>
      )}
      {data && data.total > 0 && (
        <div className="card-surface @container overflow-hidden">
          <div className="flex flex-wrap items-center gap-x-5 border-b border-base-300 pr-2 pl-5">
            <Checkbox
              label="Select all on this page"
              isChecked={isPageSelected}
              isMixed={!isPageSelected && rows.some(selected.has)}
              onToggle={() => selected.set(rows, !isPageSelected)}
            />
            <BulkBar
              {...{ selected, filter, announce }}
              canSelectAll={isPageSelected && isCurrent}
              total={data.total}
            />
          </div>
          <ul className="divide-y divide-base-300">
            {rows.map((prospect) => (
              <ProspectRow
                key={prospect.domain}
                prospect={prospect}
                isSelected={selected.has(prospect)}
                selection={rowSelection}
                announce={announce}
              />
            ))}
          </ul>
          <Pager
            label="prospects"
            page={page}
            pageCount={pageCount}
            pageSize={view.pageSize}
            count={data.total}
            onPage={showPage}
            onPageSize={changePageSize}
          />
        </div>
      )}
      <div className="flex justify-end">
        <Shortcuts of="Prospects" list={shortcuts} hasButton />
      </div>
    </section>
  );
}

function ListSkeleton() {
  return (
    <div className="card-surface divide-y divide-base-300" aria-busy="true">
      {Array.from({ length: rowsPerPage }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
        <div key={row} className="p-5">
          <div className="skeleton h-9" />
        </div>
      ))}
    </div>
  );
}
