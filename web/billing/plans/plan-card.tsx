import { Check } from 'lucide-react';
import { type Plan, planCredits, planPromises } from '../../../shared/plan.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Badge } from '../../ui/values/badge.tsx';

interface PlanCardProps {
  plan: Plan;
  isCurrent: boolean;
  /** The label of its button; without it the plan cannot be chosen. */
  action: string | null;
  /** Whether choosing it is the main action; a cheaper or the current plan is less prominent. */
  isPrimary: boolean;
  isBusy: boolean;
  onChoose: () => void;
}

export function PlanCard({ plan, isCurrent, action, isPrimary, isBusy, onChoose }: PlanCardProps) {
  const features = [...planCredits(plan), ...planPromises];
  return (
    <section
      aria-label={plan.name}
      className={`card-surface flex h-full flex-col p-6 ${isCurrent ? 'outline-2 outline-base-content' : ''}`}
    >
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-base font-semibold">{plan.name}</h3>
        {isCurrent && <Badge tone="accent">Current plan</Badge>}
      </div>
      <p className="mt-3 flex items-baseline gap-1">
        <span className="text-4xl font-bold tracking-tight tabular-nums">${plan.dollarsPerMonth}</span>
        <span className="text-base-content/75">/month</span>
      </p>
      <ul className="mt-5 mb-6 space-y-2.5">
        {features.map((feature) => (
          <li key={feature} className="flex items-center gap-3">
            <span className="grid size-5 shrink-0 place-items-center rounded-full bg-selected">
              <Check className="size-3.5" strokeWidth={3} aria-hidden="true" />
            </span>
            {feature}
          </li>
        ))}
      </ul>
      {action && (
        <button
          type="button"
          className={`btn btn-block mt-auto h-11 ${isPrimary ? 'btn-primary' : 'btn-plain'}`}
          aria-disabled={isBusy}
          onClick={() => !isBusy && onChoose()}
        >
          {isBusy && <Spinner />}
          {action}
        </button>
      )}
    </section>
  );
}
