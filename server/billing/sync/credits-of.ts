// How many credits a paid invoice grants. A month of a plan grants the plan's credits, part of a month the same part of them,
// and what the invoice refunds for another plan is subtracted: changing plans never grants more than was paid.
import { plans } from '../../../shared/plan.ts';
import type { PaidInvoice, PlanShare } from '../payments/payments.ts';

export interface Credits {
  backlink: number;
  email: number;
}

/** Never negative. */
export function creditsOf({ shares }: Pick<PaidInvoice, 'shares'>): Credits {
  return { backlink: add(shares, 'backlinkCredits'), email: add(shares, 'emailCredits') };
}

function add(shares: PlanShare[], kind: 'backlinkCredits' | 'emailCredits'): number {
  const sum = shares.reduce((total, { plan, share }) => total + creditsOfPlan(plan, kind) * share, 0);
  // Shares are quotients of cents, so tolerate rounding errors.
  return Math.max(0, Math.floor(sum + 1e-6));
}

function creditsOfPlan(plan: PlanShare['plan'], kind: 'backlinkCredits' | 'emailCredits'): number {
  return plans.find(({ id }) => id === plan)?.[kind] ?? 0;
}

/** The plan it charges most for. */
export function planOf({ shares }: Pick<PaidInvoice, 'shares'>): PlanShare['plan'] | null {
  const [most] = shares.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return most?.plan ?? null;
}
