// The calls on plan and payments.
import { z } from 'zod';
import type { BillingView, DayOfUse } from '../../../shared/plan.ts';
import { upgradeBody } from '../../billing/billing.routes.ts';
import type { Call } from '../call.ts';

const group = 'Plan and payments';
const planId = z.enum(['starter', 'growth']);

const billingView: z.ZodType<BillingView> = z.object({
  mode: z.enum(['stripe', 'test', 'off']),
  portal: z.boolean(),
  subscription: z
    .object({
      plan: planId.nullable(),
      status: z.string(),
      renews_at: z.iso.datetime().nullable(),
      cancels_at: z.iso.datetime().nullable(),
      next_plan: planId.nullable(),
    })
    .nullable(),
  records: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(['payment', 'refund', 'dispute', 'ended']),
      plan: z.string().nullable(),
      amount: z.int(),
      currency: z.string(),
      status: z.string(),
      receipt_url: z
        .string()
        .nullable()
        .meta({ description: 'The invoice: an https address, or a path of the test checkout.' }),
      at: z.iso.datetime(),
    }),
  ),
});
const dayOfUse: z.ZodType<DayOfUse> = z.object({ day: z.iso.date(), backlink: z.int(), email: z.int() });

const billingExample: BillingView = {
  mode: 'stripe',
  portal: true,
  subscription: {
    plan: 'starter',
    status: 'active',
    renews_at: '2026-12-15T08:00:00.000Z',
    cancels_at: null,
    next_plan: null,
  },
  records: [
    {
      id: 12,
      kind: 'payment',
      plan: 'starter',
      amount: 2_900,
      currency: 'usd',
      status: 'paid',
      receipt_url: 'https://invoice.stripe.com/i/acct_1/test_a1b2',
      at: '2026-11-15T08:00:00.000Z',
    },
  ],
};

const pageToVisit = {
  status: 200,
  about: 'Send the browser to url.',
  schema: z.object({ id: z.string(), url: z.string() }),
  example: { id: 'cs_test_a1b2', url: 'https://checkout.stripe.com/c/pay/cs_test_a1b2' },
} as const;

export const billingCalls: readonly Call[] = [
  {
    method: 'post',
    path: '/api/user/upgrade/{plan}',
    group,
    summary: 'Choose a plan',
    about: 'Opens a checkout; for somebody who has a plan, the change of it.',
    params: { plan: { about: 'starter or growth.', example: 'starter' } },
    body: { schema: upgradeBody, examples: { 'No offer': {}, 'With an offer code': { offer: 'launch' } } },
    answers: [pageToVisit],
    errors: ['bad-input', 'bad-json', 'not-found', 'payments-off', 'too-many-requests', 'payments-unavailable'],
  },
  {
    method: 'post',
    path: '/api/user/portal',
    group,
    summary: 'Manage the plan',
    answers: [pageToVisit],
    errors: ['not-found', 'payments-off', 'too-many-requests', 'payments-unavailable'],
  },
  {
    method: 'post',
    path: '/api/user/billing/refresh',
    group,
    summary: 'Read plan and payments anew from the payment provider',
    answers: [{ status: 200, about: 'Plan and payments.', schema: billingView, example: billingExample }],
    errors: ['too-many-requests', 'payments-unavailable'],
  },
  {
    method: 'get',
    path: '/data/billing',
    group,
    summary: 'Read plan and payments',
    about: 'Amounts are in the smallest unit of their currency.',
    answers: [{ status: 200, about: 'Plan and payments.', schema: billingView, example: billingExample }],
  },
  {
    method: 'get',
    path: '/data/billing/use',
    group,
    summary: 'Read what was used, by day',
    about: 'The last 30 days; days without use are left out.',
    answers: [
      {
        status: 200,
        about: 'Credits used.',
        schema: z.array(dayOfUse),
        example: [{ day: '2026-11-15', backlink: 40, email: 12 }],
      },
    ],
  },
];
