// The two plans of specification section 9. The ids are also the last part of POST /api/user/upgrade/{plan}.
import { leadsTakeMinutes } from './limits.ts';

export interface Plan {
  readonly id: PlanId;
  readonly name: string;
  readonly dollarsPerMonth: number;
  readonly backlinkCredits: number;
  readonly emailCredits: number;
  /** Their name on the plan's card. */
  readonly emailCreditsName: string;
}

export const planIds = ['starter', 'growth'] as const;
export type PlanId = (typeof planIds)[number];

export const plans: readonly Plan[] = [
  {
    id: 'starter',
    name: 'Starter',
    dollarsPerMonth: 29,
    backlinkCredits: 500,
    emailCredits: 500,
    emailCreditsName: 'verified email credits',
  },
  {
    id: 'growth',
    name: 'Growth',
    dollarsPerMonth: 79,
    backlinkCredits: 2_000,
    emailCredits: 2_000,
    emailCreditsName: 'email credits',
  },
];

/** The credits of a plan in the specification's words. */
export function planCredits({ backlinkCredits, emailCredits, emailCreditsName }: Plan): readonly [string, string] {
  return [
    `${backlinkCredits.toLocaleString('en-US')} backlink credits`,
    `${emailCredits.toLocaleString('en-US')} ${emailCreditsName}`,
  ];
}

/** What both plans include besides their credits. */
export const planPromises = ['Only dofollow backlinks', `Leads in ${leadsTakeMinutes} minutes`] as const;
