import { useQuery } from '@tanstack/react-query';
import { Link2, type LucideIcon, Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DayOfUse } from '../../../shared/billing.ts';
import { profileQuery } from '../../platform/profile.ts';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { formatDay } from '../../ui/values/dates.ts';
import { formatNumber } from '../../ui/values/figures.ts';
import { creditUseQuery } from '../billing.api.ts';
import { type Day, lastDays, UseChart } from './use-chart.tsx';

const daysShown = 30;

/** Both balances, each with its recent use. */
export function CreditOverview() {
  const { data: profile, error, refetch } = useQuery(profileQuery);
  const { data: use, ...ofUse } = useQuery(creditUseQuery);
  const useProblem = ofUse.error && !use && <UseProblem onRetry={() => void ofUse.refetch()} />;
  if (error && !profile) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <div className="grid gap-6 md:grid-cols-2">
      <Balance
        icon={Link2}
        name="Backlink credits"
        what="backlink credit"
        hint="1 for each backlink delivered"
        left={profile?.credits}
        days={use && daysOf(use, 'backlink')}
        useProblem={useProblem}
      />
      <Balance
        icon={Mail}
        name="Email credits"
        what="email credit"
        hint="1 for each email found; in Domain Mode, 1 for each backlink with emails"
        left={profile?.email_credits}
        days={use && daysOf(use, 'email')}
        useProblem={useProblem}
      />
    </div>
  );
}

function daysOf(use: DayOfUse[], kind: 'backlink' | 'email'): Day[] {
  const byDay = new Map(use.map((one) => [one.day, one[kind]]));
  return lastDays(daysShown, (day) => byDay.get(day) ?? 0);
}

interface BalanceProps {
  icon: LucideIcon;
  name: string;
  what: string;
  hint: string;
  left: number | undefined;
  days: Day[] | undefined;
  /** Shown instead of the days. */
  useProblem: ReactNode;
}

function Balance({ icon: Icon, name, what, hint, left, days, useProblem }: BalanceProps) {
  const used = days?.reduce((sum, day) => sum + day.used, 0);
  return (
    <section className="card-surface flex flex-col p-6" aria-label={name}>
      <div className="flex items-center gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-selected">
          <Icon className="size-4.5" aria-hidden="true" />
        </span>
        <div>
          <h3 className="font-semibold">{name}</h3>
          <p className="text-sm text-base-content/75">{hint}</p>
        </div>
      </div>
      <p className="mt-4 text-4xl font-bold tracking-tight">
        {left === undefined ? <span className="skeleton block h-12 w-32" /> : formatNumber(left)}
        {left !== undefined && <span className="sr-only"> left</span>}
      </p>
      <div className="mt-5 min-h-20">
        {useProblem}
        {days && (
          <>
            <UseChart days={days} what={what} />
            <p className="mt-2 flex justify-between gap-4 text-sm text-base-content/75">
              <span>{formatDay(days[0]?.day ?? '')}</span>
              <span className="text-center">{used ? `${formatNumber(used)} used` : 'none used'}</span>
              <span>today</span>
            </p>
          </>
        )}
      </div>
    </section>
  );
}

function UseProblem({ onRetry }: { onRetry: () => void }) {
  const place = useFocusBack<HTMLParagraphElement>();
  return (
    <p ref={place} role="status" className="text-sm text-base-content/75">
      Your recent use could not be loaded.{' '}
      <button type="button" className="text-link cursor-pointer" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
