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

export type PlanId = 'starter' | 'growth';

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

/** The response of GET /data/billing. */
export interface BillingView {
  /** test: the checkout moves no money. off: nothing is sold. */
  mode: 'stripe' | 'test' | 'off';
  /** Whether there is anything to manage: true once a checkout was started. */
  portal: boolean;
  subscription: {
    /** Null if it is for a price that is not one of ours. */
    plan: PlanId | null;
    /** The provider's status: active, past_due, … */
    status: string;
    renews_at: string | null;
    cancels_at: string | null;
    /** What it changes to at renews_at. */
    next_plan: PlanId | null;
  } | null;
  /** Newest first. */
  records: BillingRecordView[];
}

export interface BillingRecordView {
  id: number;
  /** ended: a second subscription that was ended, so that no one pays twice a month. */
  kind: 'payment' | 'refund' | 'dispute' | 'ended';
  plan: string | null;
  /** In the smallest unit of the currency. */
  amount: number;
  currency: string;
  status: string;
  /** The invoice: an https page of the provider, or a path of the test checkout. */
  receipt_url: string | null;
  at: string;
}

/** A day of GET /data/billing/use: credits used, by kind. */
export interface DayOfUse {
  /** 2026-11-15, in UTC. */
  day: string;
  backlink: number;
  email: number;
}
