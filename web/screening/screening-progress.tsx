import type { ReactNode } from 'react';
import { formatNumber } from '../ui/values/figures.ts';
import type { Screening } from './use-screening.ts';

interface ScreeningProgressProps {
  screening: Screening;
  /** What is screened. */
  children: ReactNode;
}

/** The user's progress: '17 of 120', a bar, and the decisions. */
export function ScreeningProgress({ screening, children }: ScreeningProgressProps) {
  const { leads, kept, removed } = screening;
  return (
    <div className="mb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5">
        <p className="text-sm font-semibold tabular-nums">{placeOf(screening)}</p>
        {children}
        <p className="text-sm text-base-content/75 tabular-nums">
          {formatNumber(kept)} kept · {formatNumber(removed)} removed
        </p>
      </div>
      <div className="mt-1.5 flex h-1 overflow-hidden rounded-full bg-base-300" aria-hidden="true">
        <div
          className="bg-base-content transition-[width]"
          style={{ width: `${((kept + removed) / Math.max(leads.length, 1)) * 100}%` }}
        />
      </div>
    </div>
  );
}

/** "17 of 120". */
export function placeOf({ leads, at }: Pick<Screening, 'leads' | 'at'>): string {
  return `${formatNumber(Math.min(at + 1, leads.length))} of ${formatNumber(leads.length)}`;
}
