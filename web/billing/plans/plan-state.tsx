// What users need to know about their plan beyond its name.
import type { BillingView } from '../../../shared/billing.ts';
import { plans } from '../../../shared/plan.ts';
import { settings } from '../../platform/settings.ts';
import { Banner } from '../../ui/banner.tsx';
import { MailLink } from '../../ui/mail-link.tsx';
import { formatLongDate } from '../../ui/values/dates.ts';

const nameOf = (id: string | null) => plans.find((plan) => plan.id === id)?.name ?? 'your plan';

export function PlanState({ billing: { mode, subscription } }: { billing: BillingView }) {
  return (
    <>
      {mode === 'off' && (
        <Banner tone="info">
          Plans are not available right now. Email <MailLink address={settings.supportEmail} /> for more credits.
        </Banner>
      )}
      {subscription && isUnpaid(subscription.status) && (
        <Banner tone="error">
          Your last payment did not go through. Update your card under “Manage plan” to get this month’s credits.
        </Banner>
      )}
      {subscription?.cancels_at && (
        <Banner tone="info">
          Your plan ends on {formatLongDate(new Date(subscription.cancels_at))}. You keep your remaining credits until
          you use them.
        </Banner>
      )}
      {subscription?.next_plan && subscription.renews_at && (
        <Banner tone="info">
          Your plan changes to {nameOf(subscription.next_plan)} on {formatLongDate(new Date(subscription.renews_at))}.
        </Banner>
      )}
    </>
  );
}

export const isUnpaid = (status: string) => status === 'past_due' || status === 'unpaid';
