import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { formatNumber } from '../../ui/values/figures.ts';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { creditEntriesQuery } from '../billing.api.ts';
import { Amount } from './amount.tsx';
import { type EntryGroup, groupEntries } from './group-entries.ts';
import { useFocusNewRow } from './use-focus-new-row.ts';

const linesAtFirst = 8;

/** Credits of no campaign, most of them added: by plans, offers and the trial. */
export function CreditList() {
  const { data: entries, error, refetch } = useQuery(creditEntriesQuery);
  const [isLong, setLong] = useState(false);
  const { list, expectMore } = useFocusNewRow();
  const handleMore = () => {
    expectMore();
    setLong(true);
  };
  if (error && !entries) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!entries) return <div className="skeleton h-40 w-full" />;
  const groups = groupEntries(entries);
  if (groups.length === 0)
    return <p className="py-3 text-base-content/75">Nothing yet. Your first credits will appear here.</p>;
  return (
    <>
      <ul ref={list} className="divide-y divide-base-300">
        {groups.slice(0, isLong ? undefined : linesAtFirst).map((group) => (
          <Line key={group.key} group={group} />
        ))}
      </ul>
      {!isLong && groups.length > linesAtFirst && (
        <button type="button" className="btn btn-plain mt-2 mb-4" onClick={handleMore}>
          Show {formatNumber(groups.length - linesAtFirst)} more
        </button>
      )}
    </>
  );
}

function Line({ group: { label, at, backlink, email } }: { group: EntryGroup }) {
  return (
    <li className="flex items-baseline justify-between gap-x-6 py-3">
      <span className="min-w-0">
        <span className="block wrap-anywhere">{label}</span>
        <span className="text-sm text-base-content/75">
          <RelativeTime at={at} />
        </span>
      </span>
      <span className="flex shrink-0 flex-col items-end text-sm font-semibold tabular-nums">
        {backlink !== 0 && <Amount delta={backlink} what="backlink" />}
        {email !== 0 && <Amount delta={email} what="email" />}
      </span>
    </li>
  );
}
