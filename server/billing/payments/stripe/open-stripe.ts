// Payments through Stripe's own package. Tests and the stand-in replace Stripe's address.
import Stripe from 'stripe';
import type { Account, Payments } from '../payments.ts';
import { ask, type Books, type PlanPrice } from './books.ts';
import { closeCheckouts, openCheckout } from './checkout.ts';
import { openPortal } from './portal.ts';
import { readCustomer, readDeleted } from './read-customer.ts';
import { readEvent } from './read-event.ts';

export interface StripeSettings {
  key: string;
  webhookSecret: string;
  prices: readonly PlanPrice[];
  /** Defaults to Stripe itself. */
  at?: StripePlace;
}

/** A server that replaces Stripe, or a function that answers in this process. */
export type StripePlace =
  | { host: string; port: number; protocol: 'http' | 'https' }
  | { answer: (url: string, init: RequestInit) => Promise<Response> };

/** Short, because a person waits for the checkout. */
const timeoutMs = 15_000;
const retries = 2;

/** Creates the client without sending a request. */
export function createClient(key: string, at?: StripePlace): Stripe {
  const place =
    at && 'answer' in at
      ? {
          httpClient: Stripe.createFetchHttpClient((url: unknown, init: unknown) =>
            at.answer(String(url), init as RequestInit),
          ),
        }
      : at;
  return new Stripe(key, { maxNetworkRetries: retries, timeout: timeoutMs, telemetry: false, ...place });
}

/** Opens payments by Stripe without sending a request. */
export function openStripe({ key, webhookSecret, prices, at }: StripeSettings): Payments {
  const stripe = createClient(key, at);
  const books: Books = { stripe, prices, monthly: new Map() };
  return {
    account: accountOf(key, at),
    createCustomer: ({ reference, email, key: idempotencyKey }) =>
      ask(async () => {
        const person = { metadata: { user_id: reference, ...markOf(email) }, ...(email && { email }) };
        return (await stripe.customers.create(person, { idempotencyKey })).id;
      }),
    changeEmail: (customerId, email) =>
      ask(async () => void (await stripe.customers.update(customerId, { email, metadata: markOf(email) }))),
    openCheckout: (order) => ask(() => openCheckout(books, order)),
    openPortal: (visit) => ask(() => openPortal(books, visit)),
    readCustomer: (customerId) => ask(() => readCustomer(books, customerId)),
    readDeleted: (customerId) => ask(() => readDeleted(stripe, customerId)),
    findCustomer: (subject) => ask(() => findCustomer(stripe, subject)),
    endSubscription: (id) => ask(() => endSubscription(stripe, id)),
    closeCheckouts: (customerId) => ask(() => closeCheckouts(books, customerId)),
    readEvent: (rawBody, signature) => readEvent(stripe, webhookSecret, rawBody, signature),
  };
}

/** Distinguishes an address that the operator set at Stripe from ours. */
const markOf = (email: string | null): Record<string, string> => (email ? { account_email: email } : {});

function accountOf(key: string, at: StripePlace | undefined): Account {
  if (at && 'answer' in at) return 'test';
  return key.includes('_live_') ? 'live' : 'sandbox';
}

async function findCustomer(stripe: Stripe, subject: string): Promise<string | null> {
  if (subject.startsWith('cus_')) return subject;
  const { customer } = await stripe.charges.retrieve(subject);
  return (typeof customer === 'string' ? customer : customer?.id) ?? null;
}

/** Without proration: what was paid has been delivered as credits. One that has ended meanwhile cannot be ended and need not be. */
async function endSubscription(stripe: Stripe, id: string): Promise<void> {
  if (await hasEnded(stripe, id)) return;
  // A renewal is a draft for an hour before it is charged.
  const { data: drafts } = await stripe.invoices.list({ subscription: id, status: 'draft', limit: 100 });
  for (const draft of drafts) await stripe.invoices.update(draft.id, { auto_advance: false });
  await stripe.subscriptions.cancel(id, { prorate: false, invoice_now: false }).catch(async (error: unknown) => {
    if (!(await hasEnded(stripe, id))) throw error;
  });
}

async function hasEnded(stripe: Stripe, id: string): Promise<boolean> {
  const { status } = await stripe.subscriptions.retrieve(id);
  return status === 'canceled' || status === 'incomplete_expired';
}
