import { useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import type { Contact } from '../../shared/contact.ts';
import { isNoCredit } from '../campaigns/campaigns.api.ts';
import { BillingCard } from './billing-card.tsx';
import { spendKey } from './contacts.api.ts';

interface NoCreditNoticeProps {
  campaignId: string;
  backlinks: readonly Backlink[];
  contacts: readonly Contact[];
}

/** Shown if the last search of this visit could not be paid for. */
export function NoCreditNotice({ campaignId, backlinks, contacts }: NoCreditNoticeProps) {
  const [arrivedAt] = useState(() => Date.now());
  const searches = useMutationState({
    filters: { mutationKey: spendKey(campaignId) },
    select: ({ state: { status, error, variables, submittedAt } }) => ({
      status,
      error,
      rowId: variables,
      submittedAt,
    }),
  });
  const last = searches.filter(({ submittedAt }) => submittedAt >= arrivedAt).at(-1);
  // A search that takes long ends after its answer, in the row of the contact or backlink.
  const isLast = ({ id }: { id: string }) => last?.status === 'success' && id === last.rowId;
  const contact = contacts.find((one) => isLast(one) && !one.is_fetching);
  const backlink = backlinks.find((one) => isLast(one) && one.domain_search !== 'running');
  const late = contact?.fetch_problem ?? backlink?.domain_search_problem;
  if (!isNoCredit(last?.error) && late?.end !== 'no-credit') return null;
  return (
    <div role="alert">
      <BillingCard>
        You do not have enough email credits to perform this action. <span className="text-link">Click here</span> to
        purchase more email credits.
      </BillingCard>
    </div>
  );
}
