// The list of prospects: its filters, its rows, and changes to one or many of them.
import { useQuery } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Checkbox } from '../../ui/table/checkbox.tsx';
import { Pager } from '../../ui/table/pager.tsx';
import { prospectsQuery } from '../prospects.api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { FilterFields } from './filter-fields.tsx';
import { pageSize, toFilter, toQuery, useProspectView } from './prospect-filter.ts';
import { ProspectRow } from './prospect-row.tsx';
import { useSelectedProspects } from './use-selected-prospects.ts';

export function ProspectList() {
  const { view, change } = useProspectView();
  const query = useDeferredValue(JSON.stringify(toQuery(view)));
  const { data, error, refetch } = useQuery(prospectsQuery(JSON.parse(query)));
  const filter = toFilter(view);
  const selected = useSelectedProspects(JSON.stringify(filter));
  const pageCount = Math.ceil((data?.total ?? 0) / pageSize);
  const isBeyond = data !== undefined && view.page > 0 && view.page >= pageCount;
  // Rows may have gone since the link was made.
  useEffect(() => {
    if (isBeyond) change('page', pageCount > 1 ? String(pageCount) : '');
  });
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  const isFiltered = Object.keys(filter).length > 0;
  const rows = data?.rows ?? [];
  const isPageSelected = rows.length > 0 && rows.every(selected.has);
  return (
    <section aria-label="Prospects">
      <FilterFields view={view} onChange={change} />
      {data?.total === 0 && (
        <EmptyState icon={Globe}>
          {isFiltered ? 'No site matches.' : 'There are no prospects yet. They appear as your campaigns find sites.'}
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
            <BulkBar {...{ selected, filter, isPageSelected }} total={data.total} />
          </div>
          <ul className="divide-y divide-base-300">
            {rows.map((prospect) => (
              <ProspectRow
                key={prospect.domain}
                prospect={prospect}
                isSelected={selected.has(prospect)}
                onSelect={(isSelected) => selected.set([prospect], isSelected)}
              />
            ))}
          </ul>
          <Pager
            label="prospects"
            page={Math.min(view.page, Math.max(0, pageCount - 1))}
            pageCount={pageCount}
            pageSize={pageSize}
            count={data.total}
            onPage={(next) => change('page', String(next + 1))}
          />
        </div>
      )}
    </section>
  );
}
