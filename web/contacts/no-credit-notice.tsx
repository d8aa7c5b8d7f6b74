import { useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import { isNoCredit } from '../campaigns/campaigns.api.ts';
import { BillingCard } from './billing-card.tsx';
import { spendKey } from './contacts.api.ts';

/** Shown if the last search of this visit could not be paid for. */
export function NoCreditNotice({ campaignId }: { campaignId: string }) {
  const [arrivedAt] = useState(() => Date.now());
  const searches = useMutationState({
    filters: { mutationKey: spendKey(campaignId) },
    select: ({ state: { error, submittedAt } }) => ({ error, submittedAt }),
  });
  const last = searches.filter(({ submittedAt }) => submittedAt >= arrivedAt).at(-1);
  if (!isNoCredit(last?.error)) return null;
  return (
    <div role="alert">
      <BillingCard>
        You do not have enough email credits to perform this action. <span className="text-link">Click here</span> to
        purchase more email credits.
      </BillingCard>
    </div>
  );
}
