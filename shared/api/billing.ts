// Plan and payments.
import { z } from 'zod';
import { type BillingView, billing, dayOfUse } from '../billing.ts';
import { planIds } from '../plan.ts';
import type { Endpoints } from './endpoint.ts';

const tag = 'Plan and payments';

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
const billingNow = { description: 'Plan and payments.', schema: billing, example: billingExample } as const;

const pageToVisit = {
  description: 'Send the browser to url.',
  schema: z.object({
    id: z.string().meta({ examples: ['cs_test_a1b2'] }),
    url: z.string().meta({ examples: ['https://checkout.stripe.com/c/pay/cs_test_a1b2'] }),
  }),
} as const;

export const billingEndpoints = {
  'POST /api/user/upgrade/{plan}': {
    operationId: 'startUpgrade',
    tag,
    summary: 'Choose a plan',
    description: 'Opens a checkout or, for a user with a plan, the change of plan.',
    params: z.object({ plan: z.enum(planIds, 'There is no such plan.').meta({ description: 'The plan.' }) }),
    body: z.object({ offer: z.string().max(100).nullish() }),
    examples: { 'No offer': {}, 'With an offer code': { offer: 'launch' } },
    responses: { 200: pageToVisit },
    errors: ['payments-off', 'too-many-requests', 'payments-unavailable'],
  },
  'POST /api/user/portal': {
    operationId: 'openPortal',
    tag,
    summary: 'Manage the plan',
    responses: { 200: pageToVisit },
    errors: ['not-found', 'payments-off', 'too-many-requests', 'payments-unavailable'],
  },
  'POST /api/user/billing/refresh': {
    operationId: 'refreshBilling',
    tag,
    summary: 'Reload plan and payments from the payment provider',
    responses: { 200: billingNow },
    errors: ['too-many-requests', 'payments-unavailable'],
  },
  'GET /data/billing': {
    operationId: 'readBilling',
    tag,
    summary: 'Read plan and payments',
    responses: { 200: billingNow },
  },
  'GET /data/billing/use': {
    operationId: 'readCreditUse',
    tag,
    summary: 'Read the credits used per day',
    description: 'The last 30 days. Days without use are left out.',
    responses: { 200: { description: 'Credits used.', schema: z.array(dayOfUse) } },
  },
} satisfies Endpoints;
