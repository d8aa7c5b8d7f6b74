import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BillingView } from '../../shared/billing.ts';
import { PageHeader } from '../layout/page/page-header.tsx';
import { LoadProblem } from '../ui/load-problem.tsx';
import { formatLongDate } from '../ui/values/dates.ts';
import { billingQuery } from './billing.api.ts';
import { CampaignSpending } from './credits/campaign-spending.tsx';
import { CreditList } from './credits/credit-list.tsx';
import { CreditOverview } from './credits/credit-overview.tsx';
import { PaymentList } from './payment-list.tsx';
import { ManagePlan } from './plans/manage-plan.tsx';
import { PlanCards } from './plans/plan-cards.tsx';
import { isUnpaid, PlanState } from './plans/plan-state.tsx';
import { UpgradeNotice } from './upgrade-notice.tsx';

export function BillingPage() {
  const { data: billing, error, refetch } = useQuery(billingQuery);
  const problem = error && !billing && <LoadProblem error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title="Billing"
        intro="Credits pay for backlinks delivered and emails found. You only pay for what Zeus finds."
        actions={<ManagePlan hasPortal={billing?.portal ?? false} />}
      />
      <UpgradeNotice />
      {billing && <PlanState billing={billing} />}
      <Part title="Your credits">
        <CreditOverview />
      </Part>
      <Part title="Plans" id="plans" note={billing && noteOn(billing)}>
        {problem || <PlanCards billing={billing} />}
      </Part>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Part title="Credits used">
          <div className="card-surface px-6 py-3">
            <CampaignSpending />
          </div>
        </Part>
        <div>
          <Part title="Credits added">
            <div className="card-surface px-6 py-3">
              <CreditList />
            </div>
          </Part>
          <Part title="Payments">
            <div className="card-surface px-6 py-3">
              {problem ||
                (billing ? <PaymentList records={billing.records} /> : <div className="skeleton h-40 w-full" />)}
            </div>
          </Part>
        </div>
      </div>
    </>
  );
}

function Part({ title, id, note, children }: { title: string; id?: string; note?: ReactNode; children: ReactNode }) {
  return (
    <section id={id} className="mb-12 scroll-mt-20">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="text-xl font-bold tracking-tight">{title}</h2>
        {note && <p className="text-sm text-base-content/75">{note}</p>}
      </div>
      {children}
    </section>
  );
}

/** When the plan renews, and whether payments are real. */
function noteOn({ mode, subscription }: BillingView): string {
  const renews =
    subscription?.renews_at && !subscription.cancels_at && !isUnpaid(subscription.status)
      ? `Renews on ${formatLongDate(new Date(subscription.renews_at))}. `
      : '';
  return `${renews}${mode === 'test' ? 'Test payments: no money is charged.' : ''}`;
}
