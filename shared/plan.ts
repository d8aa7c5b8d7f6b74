// The two plans of specification section 9. The ids are also the last part of POST /api/user/upgrade/{plan}.
import { leadsTakeMinutes } from './limits.ts';

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  readonly dollarsPerMonth: number;
  readonly backlinkCredits: number;
  readonly emailCredits: number;
}

export type PlanId = 'starter' | 'growth';

export const plans: readonly Plan[] = [
  { id: 'starter', name: 'Starter', dollarsPerMonth: 29, backlinkCredits: 500, emailCredits: 500 },
  { id: 'growth', name: 'Growth', dollarsPerMonth: 79, backlinkCredits: 2_000, emailCredits: 2_000 },
];

/** What both plans include besides their credits. */
export const planPromises = ['Only dofollow backlinks', `Leads in ${leadsTakeMinutes} minutes`] as const;
