// How many credits a paid invoice brings. A month of a plan brings the plan's credits, a part of a month the same part of
// them, and what the invoice gives back of another plan is taken off: changing the plan never brings more than was paid.
import { plans } from '../../../shared/plan.ts';
import type { PaidInvoice, PlanShare } from '../payments/payments.ts';

export interface Credits {
  backlink: number;
  email: number;
}

/** Never below zero. */
export function creditsOf({ shares }: Pick<PaidInvoice, 'shares'>): Credits {
  return { backlink: add(shares, 'backlinkCredits'), email: add(shares, 'emailCredits') };
}

function add(shares: PlanShare[], kind: 'backlinkCredits' | 'emailCredits'): number {
  const sum = shares.reduce((total, { plan, share }) => total + creditsOfPlan(plan, kind) * share, 0);
  // Shares are quotients of cents: what is whole but for a rounding counts as whole.
  return Math.max(0, Math.floor(sum + 1e-6));
}

function creditsOfPlan(plan: PlanShare['plan'], kind: 'backlinkCredits' | 'emailCredits'): number {
  return plans.find(({ id }) => id === plan)?.[kind] ?? 0;
}

/** The plan it is for: the one it charges most of. */
export function planOf({ shares }: Pick<PaidInvoice, 'shares'>): PlanShare['plan'] | null {
  const [most] = shares.filter(({ share }) => share > 0).sort((a, b) => b.share - a.share);
  return most?.plan ?? null;
}
