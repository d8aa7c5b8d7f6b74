// A user's plan and payments as returned by /data/billing, and the credits used per day.
import { z } from 'zod';
import { planIds } from './plan.ts';

export const billing = z.object({
  mode: z
    .enum(['stripe', 'test', 'off'])
    .meta({ description: 'test: the checkout moves no money. off: nothing is sold.' }),
  portal: z.boolean().meta({ description: 'Whether there is anything to manage: true once a checkout was started.' }),
  subscription: z
    .object({
      plan: z.enum(planIds).nullable().meta({ description: 'Null for a price that is not one of ours.' }),
      status: z.string().meta({ description: 'As the provider names it: active, past_due, …', examples: ['active'] }),
      renews_at: z.iso.datetime().nullable(),
      cancels_at: z.iso.datetime().nullable(),
      next_plan: z.enum(planIds).nullable().meta({ description: 'The plan it changes to at renews_at.' }),
    })
    .nullable(),
  records: z
    .array(
      z.object({
        id: z.int(),
        kind: z.enum(['payment', 'refund', 'dispute', 'ended']).meta({
          description: 'ended: a second subscription that was ended, so that the user does not pay twice a month.',
        }),
        plan: z.string().nullable(),
        amount: z.int().meta({ description: 'In the smallest unit of the currency.' }),
        currency: z.string(),
        status: z.string(),
        receipt_url: z
          .string()
          .nullable()
          .meta({ description: 'The invoice: an https URL, or a path of the test checkout.' }),
        at: z.iso.datetime(),
      }),
    )
    .meta({ description: 'Newest first.' }),
});
export type BillingView = z.output<typeof billing>;
export type BillingRecordView = BillingView['records'][number];

export const dayOfUse = z.object({
  day: z.iso.date().meta({ description: 'In UTC.' }),
  backlink: z.int().meta({ examples: [40] }),
  email: z.int().meta({ examples: [12] }),
});
export type DayOfUse = z.output<typeof dayOfUse>;
