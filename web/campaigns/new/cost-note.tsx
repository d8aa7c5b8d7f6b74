import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { magicMaxCredits } from '../../../shared/limits.ts';
import { paths } from '../../paths.ts';
import { countOf } from '../../ui/values/figures.ts';
import { profileQuery } from '../../platform/profile.ts';
import type { Source } from './campaign-form.ts';

/** What the campaign can cost and the user's balance, shown before it starts. */
export function CostNote({ source }: { source: Source | 'own' }) {
  const { data: profile } = useQuery(profileQuery);
  return (
    <div className="flex gap-3 rounded-box bg-base-200 px-4 py-3.5">
      <Coins className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0">
        <p>{costs[source]}</p>
        <p className="mt-1 min-h-6 text-base-content/75">
          {profile && <Balance credits={profile.credits} isNeeded={source !== 'own'} />}
        </p>
      </div>
    </div>
  );
}

const costs: Record<Source | 'own', ReactNode> = {
  organic: (
    <>
      <strong>Starting is free.</strong> Later, each backlink delivered for the results you pick uses 1 backlink credit.
    </>
  ),
  magic: (
    <>
      <strong>Up to {magicMaxCredits} backlink credits:</strong> 1 for each backlink delivered. If Zeus finds none, you
      pay nothing.
    </>
  ),
  own: (
    <>
      <strong>Free.</strong> Your own backlinks use no backlink credits.
    </>
  ),
};

function Balance({ credits, isNeeded }: { credits: number; isNeeded: boolean }) {
  const balance = <strong className="text-base-content tabular-nums">{countOf(credits, 'backlink credit')}</strong>;
  if (credits > 0 || !isNeeded) return <>You have {balance}.</>;
  return (
    <>
      You have {balance}.{' '}
      <Link to={paths.billing()} className="text-link">
        Get more credits
      </Link>
    </>
  );
}
