import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import { magicMaxCredits } from '../../../shared/limits.ts';
import { paths } from '../../paths.ts';
import { profileQuery } from '../../platform/profile.ts';
import { Banner } from '../../ui/banner.tsx';
import { FormProblemsContext } from '../../ui/form/form-problems.ts';
import { countOf } from '../../ui/values/figures.ts';
import type { Source } from './campaign-form.ts';

interface CostNoteProps {
  source: Source | 'own';
  /** How many the form would start. */
  campaigns?: number;
}

/** What the campaign can cost and the user's balance, shown before it starts. */
export function CostNote({ source, campaigns = 1 }: CostNoteProps) {
  const { data: profile } = useQuery(profileQuery);
  const { form: refusal } = use(FormProblemsContext);
  const canStart = profile?.credits !== 0 && refusal === undefined;
  return (
    <div className="flex gap-3 rounded-box bg-base-200 px-4 py-3.5">
      <Coins className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p>{costs[source]({ limit: campaigns * magicMaxCredits, canStart })}</p>
        <p className="mt-1 min-h-6 text-base-content/75">
          {profile && (
            <>
              You have{' '}
              <strong className="text-base-content tabular-nums">{countOf(profile.credits, 'backlink credit')}</strong>.
            </>
          )}
        </p>
      </div>
    </div>
  );
}

const costs: Record<Source | 'own', (of: { limit: number; canStart: boolean }) => ReactNode> = {
  organic: ({ canStart }) => (
    <>
      {canStart && <strong>Starting is free. </strong>}
      {canStart ? 'Later, each' : 'Each'} backlink delivered for the results you pick uses 1 backlink credit. You see
      the price first.
    </>
  ),
  magic: ({ limit }) => (
    <>
      <strong>Up to {countOf(limit, 'backlink credit')}:</strong> 1 for each backlink delivered. You see the price first
      and can set a lower limit.
    </>
  ),
  own: () => (
    <>
      <strong>Free.</strong> Your own backlinks use no backlink credits.
    </>
  ),
};

/** Says that a search cannot be started, before anything is filled in. */
export function NoCreditsNote() {
  const { data: profile } = useQuery(profileQuery);
  if (profile?.credits !== 0) return null;
  return (
    <Banner tone="warning">
      You have no backlink credits left, and a search needs at least 1.{' '}
      <Link to={paths.billing()} className="text-link">
        Get more credits
      </Link>
      , or bring your own backlinks for free.
    </Banner>
  );
}
