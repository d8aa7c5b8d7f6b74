import { useMutationState } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Banner } from '../ui/banner.tsx';
import { isNoCredit, spendKey } from './contacts.api.ts';

/** Shown when the last search asked for on this visit could not be paid for. */
export function NoCreditNotice({ campaignId }: { campaignId: string }) {
  const [arrivedAt] = useState(() => Date.now());
  const searches = useMutationState({
    filters: { mutationKey: spendKey(campaignId) },
    select: ({ state: { error, submittedAt } }) => ({ error, submittedAt }),
  });
  const last = searches.filter(({ submittedAt }) => submittedAt >= arrivedAt).at(-1);
  if (!isNoCredit(last?.error)) return null;
  return (
    <Banner tone="error">
      You do not have enough email credits to perform this action.{' '}
      <Link to={paths.billing()} className="text-link">
        Click here
      </Link>{' '}
      to purchase more email credits.
    </Banner>
  );
}
