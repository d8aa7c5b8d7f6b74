import { useInfiniteQuery } from '@tanstack/react-query';
import type { CreditEntry } from '../../../shared/credit-entry.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { formatDateTime } from '../../ui/values/dates.ts';
import { isWebAddress, OutsideLink } from '../../ui/values/outside-link.tsx';
import { campaignEntriesQuery } from '../billing.api.ts';
import { Amount } from './amount.tsx';
import { MoreButton } from './more-button.tsx';
import { useFocusNewRow } from './use-focus-new-row.ts';

/** Every backlink and email that a campaign bought. */
export function CampaignEntries({ campaignId, keyword }: { campaignId: string; keyword: string }) {
  const query = useInfiniteQuery(campaignEntriesQuery(campaignId));
  const { data, error, refetch } = query;
  const { list, expectMore } = useFocusNewRow(query.isFetchingNextPage);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className="skeleton mb-3 h-20 w-full" />;
  return (
    <div className="mb-3 border-l-2 border-base-300 pl-4">
      <ul ref={list} aria-label={`Backlinks and emails of ${keyword}`} className="space-y-2 text-sm">
        {data.pages.flat().map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      <MoreButton query={query} label="Show more entries" onPress={expectMore} />
    </div>
  );
}

function Entry({ entry: { kind, delta, label, item, refund, created_at } }: { entry: CreditEntry }) {
  return (
    <li className="flex items-baseline justify-between gap-x-6">
      <span className="min-w-0 wrap-anywhere" title={formatDateTime(new Date(created_at))}>
        {item && isWebAddress(item) ? <OutsideLink href={item}>{item}</OutsideLink> : (item ?? label)}
      </span>
      <span className="flex shrink-0 flex-col items-end tabular-nums">
        <Amount delta={delta} what={kind} />
        {refund && (
          <span title={formatDateTime(new Date(refund.created_at))}>
            <Amount delta={refund.delta} what={`${kind} refunded`} />
          </span>
        )}
      </span>
    </li>
  );
}
