// A user may have paid for two plans in two tabs. The better one stays; the others are ended. A subscription without a plan of
// ours is the operator's own arrangement, so it counts only if there is no other, and is never ended.
import { plans } from '../../../shared/plan.ts';
import { isLive } from '../payments/payments.ts';

interface Candidate {
  plan: string | null;
  status: string;
  startedAt: Date;
}

/** The live ones, the one to keep first: known plans, then paid before unpaid, the more expensive plan, the older. */
export function rankSubscriptions<One extends Candidate>(all: readonly One[]): One[] {
  return all
    .filter(isLive)
    .sort(
      (a, b) =>
        Number(b.plan !== null) - Number(a.plan !== null) ||
        Number(isPaid(b)) - Number(isPaid(a)) ||
        priceOf(b.plan) - priceOf(a.plan) ||
        a.startedAt.getTime() - b.startedAt.getTime(),
    );
}

const isPaid = ({ status }: Candidate) => status === 'active' || status === 'trialing';
/** Dollars a month; 0 for no plan of ours. */
export const priceOf = (plan: string | null) => plans.find(({ id }) => id === plan)?.dollarsPerMonth ?? 0;
