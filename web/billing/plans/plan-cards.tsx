// The two plans. Without a plan, a card leads to the checkout; with one, to changing it.
import type { BillingView } from '../../../shared/billing.ts';
import { type Plan, plans } from '../../../shared/plan.ts';
import { Banner } from '../../ui/banner.tsx';
import { usePortal, useUpgrade } from '../billing.api.ts';
import { PlanCard } from './plan-card.tsx';

export function PlanCards({ billing }: { billing: BillingView | undefined }) {
  const upgrade = useUpgrade();
  const portal = usePortal();
  const current = plans.find(({ id }) => id === billing?.subscription?.plan);
  const error = upgrade.error ?? portal.error;
  return (
    <>
      {error && <Banner tone="error">{error.message}</Banner>}
      <ul className="grid gap-6 md:grid-cols-2">
        {plans.map((plan) => {
          const isCurrent = plan === current;
          const action = isCurrent ? portal : upgrade;
          return (
            <li key={plan.id}>
              <PlanCard
                plan={plan}
                isCurrent={isCurrent}
                action={billing && billing.mode !== 'off' ? actionFor(plan, current) : null}
                isPrimary={!current || plan.dollarsPerMonth > current.dollarsPerMonth}
                isBusy={action.isLeaving && (isCurrent || upgrade.variables === plan.id)}
                onChoose={() => (isCurrent ? portal.go(undefined) : upgrade.go(plan.id))}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}

function actionFor(plan: Plan, current: Plan | undefined): string {
  if (!current) return `Choose ${plan.name}`;
  if (plan === current) return 'Manage this plan';
  return plan.dollarsPerMonth > current.dollarsPerMonth ? `Upgrade to ${plan.name}` : `Change to ${plan.name}`;
}
