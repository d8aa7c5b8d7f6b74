import { useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import type { Contact } from '../../shared/contact.ts';
import { isNoCredit } from '../campaigns/campaigns.api.ts';
import { BillingCard } from './billing-card.tsx';
import { spendKey } from './contacts.api.ts';

interface NoCreditNoticeProps {
  campaignId: string;
  contacts: readonly Contact[];
}

/** Shown if the last search of this visit could not be paid for. */
export function NoCreditNotice({ campaignId, contacts }: NoCreditNoticeProps) {
  const [arrivedAt] = useState(() => Date.now());
  const searches = useMutationState({
    filters: { mutationKey: spendKey(campaignId) },
    select: ({ state: { status, error, variables, submittedAt } }) => ({
      status,
      error,
      contactId: variables,
      submittedAt,
    }),
  });
  const last = searches.filter(({ submittedAt }) => submittedAt >= arrivedAt).at(-1);
  // A search that takes long ends after its answer, in the contact's row.
  const late =
    last?.status === 'success' && contacts.find(({ id, is_fetching }) => id === last.contactId && !is_fetching);
  if (!isNoCredit(last?.error) && !(late && late.fetch_problem?.end === 'no-credit')) return null;
  return (
    <div role="alert">
      <BillingCard>
        You do not have enough email credits to perform this action. <span className="text-link">Click here</span> to
        purchase more email credits.
      </BillingCard>
    </div>
  );
}
