import { Check } from 'lucide-react';
import { type Plan, planPromises } from '../../shared/plan.ts';

export function PlanCard({ plan }: { plan: Plan }) {
  const features = [
    `${plan.backlinkCredits.toLocaleString()} backlink credits`,
    `${plan.emailCredits.toLocaleString()} verified email credits`,
    ...planPromises,
  ];
  return (
    <section className="card-surface p-6 sm:p-8">
      <h2 className="text-xl font-bold">{plan.name}</h2>
      <p className="mt-3 flex items-baseline gap-1">
        <span className="text-5xl font-extrabold tracking-tight tabular-nums">${plan.dollarsPerMonth}</span>
        <span className="text-base-content/75">/month</span>
      </p>
      <ul className="mt-6 space-y-3">
        {features.map((feature) => (
          <li key={feature} className="flex items-center gap-3">
            <span className="grid size-5 shrink-0 place-items-center rounded-full bg-primary text-primary-content">
              <Check className="size-3.5" strokeWidth={3} aria-hidden="true" />
            </span>
            {feature}
          </li>
        ))}
      </ul>
    </section>
  );
}
