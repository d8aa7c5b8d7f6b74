// What each campaign has cost; opened, what each credit bought, with refunds next to what they refund.
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { CampaignSpending as Spending } from '../../../shared/credit-entry.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { campaignSpendingQuery } from '../billing.api.ts';
import { Amount } from './amount.tsx';
import { CampaignEntries } from './campaign-entries.tsx';
import { MoreButton } from './more-button.tsx';
import { useFocusNewRow } from './use-focus-new-row.ts';

export function CampaignSpending() {
  const query = useInfiniteQuery(campaignSpendingQuery);
  const { data, error, refetch } = query;
  const { list, expectMore } = useFocusNewRow(query.isFetchingNextPage);
  if (error && !data) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <div className="skeleton h-40 w-full" />;
  const campaigns = data.pages.flat();
  if (campaigns.length === 0) {
    return <p className="py-3 text-base-content/75">Nothing yet. The cost of each campaign will appear here.</p>;
  }
  return (
    <>
      <ul ref={list} className="divide-y divide-base-300">
        {campaigns.map((campaign) => (
          <Campaign key={campaign.campaign_id} campaign={campaign} />
        ))}
      </ul>
      <MoreButton query={query} label="Show more campaigns" onPress={expectMore} />
    </>
  );
}

function Campaign({ campaign }: { campaign: Spending }) {
  const [isOpen, setOpen] = useState(false);
  const { campaign_id: id, keyword, last_at: at } = campaign;
  return (
    <li>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex cursor-pointer list-none items-baseline justify-between gap-x-6 rounded-field py-3">
          <span className="flex min-w-0 items-baseline gap-2">
            <ChevronRight className={`size-4 shrink-0 self-center ${isOpen ? 'rotate-90' : ''}`} aria-hidden="true" />
            <span className="min-w-0">
              <span className="block wrap-anywhere">{keyword}</span>
              <span className="text-sm text-base-content/75">
                <RelativeTime at={at} />
              </span>
            </span>
          </span>
          <span className="flex shrink-0 flex-col items-end text-sm font-semibold tabular-nums">
            <Amounts campaign={campaign} />
          </span>
        </summary>
        {isOpen && <CampaignEntries campaignId={id} keyword={keyword} />}
      </details>
    </li>
  );
}

function Amounts({ campaign }: { campaign: Spending }) {
  const amounts = [
    [-campaign.backlink_spent, 'backlink'],
    [campaign.backlink_refunded, 'backlink'],
    [-campaign.email_spent, 'email'],
    [campaign.email_refunded, 'email'],
  ] as const;
  return amounts
    .filter(([delta]) => delta !== 0)
    .map(([delta, what]) => (
      <Amount key={`${what} ${delta > 0}`} delta={delta} what={delta > 0 ? `${what} refunded` : what} />
    ));
}
