import { formatNumber } from '../ui/values/figures.ts';
import type { Screening } from './use-screening.ts';

/** The user's progress: '17 of 120', a bar, and the decisions. */
export function ScreeningProgress({ screening: { leads, at, kept, removed } }: { screening: Screening }) {
  const total = leads.length;
  const place = Math.min(at + 1, total);
  return (
    <div className="mb-3">
      <div className="flex items-baseline justify-between gap-4">
        <p className="text-sm font-semibold tabular-nums">
          {formatNumber(place)} of {formatNumber(total)}
        </p>
        <p className="text-sm text-base-content/75 tabular-nums">
          {formatNumber(kept)} kept · {formatNumber(removed)} removed
        </p>
      </div>
      <div className="mt-1.5 flex h-1 overflow-hidden rounded-full bg-base-300" aria-hidden="true">
        <div className="bg-base-content transition-[width]" style={{ width: `${((kept + removed) / total) * 100}%` }} />
      </div>
    </div>
  );
}
