// The state of a customer: subscriptions, paid invoices, refunds and disputes.
import type Stripe from 'stripe';
import type { CustomerState, PaidInvoice, PlanShare, Reversal, Subscription } from '../payments.ts';
import { type Books, isMissing, monthlyAmount, planOf, toDate } from './books.ts';

/** Stripe's largest page size; the client fetches the rest. */
const limit = 100;

export async function readCustomer(books: Books, customer: string): Promise<CustomerState> {
  const { stripe } = books;
  // First, because nothing else can be read for a deleted customer.
  const found = await retrieve(stripe, customer);
  if (found.deleted) return { deleted: found.deleted };
  const [subscriptions, invoices, charges] = await Promise.all([
    all(stripe.subscriptions.list({ customer, status: 'all', limit, expand: ['data.schedule'] })),
    all(stripe.invoices.list({ customer, status: 'paid', limit })),
    all(stripe.charges.list({ customer, limit, expand: ['data.refunds'] })),
  ]);
  return {
    deleted: false,
    accountEmail: found.metadata?.account_email ?? found.email,
    subscriptions: subscriptions.map((one) => toSubscription(books, one)),
    invoices: await Promise.all(invoices.map((one) => toInvoice(books, one))),
    reversals: (await Promise.all(charges.map((one) => readReversals(stripe, one)))).flat(),
  };
}

export async function readDeleted(stripe: Stripe, customer: string): Promise<CustomerState['deleted']> {
  return (await retrieve(stripe, customer)).deleted ?? false;
}

async function retrieve(stripe: Stripe, customer: string) {
  try {
    return await stripe.customers.retrieve(customer);
  } catch (error) {
    if (isMissing(error)) return { deleted: 'unknown' as const };
    throw error;
  }
}

async function all<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of pages) items.push(item);
  return items;
}

function toSubscription(books: Books, one: Stripe.Subscription): Subscription {
  const [item] = one.items.data;
  const renewsAt = item ? toDate(item.current_period_end) : null;
  const cancelsAt = one.cancel_at ? toDate(one.cancel_at) : null;
  return {
    id: one.id,
    itemId: item?.id ?? '',
    plan: planOf(books, item?.price.id),
    status: one.status,
    renewsAt,
    cancelsAt: cancelsAt ?? (one.cancel_at_period_end ? renewsAt : null),
    nextPlan: nextPlanOf(books, one),
    startedAt: toDate(one.created),
  };
}

/** A cheaper plan starts with the next period; until then it is in the subscription's schedule. */
function nextPlanOf(books: Books, { schedule, items }: Stripe.Subscription) {
  if (!schedule || typeof schedule === 'string') return null;
  const end = items.data[0]?.current_period_end ?? 0;
  const next = schedule.phases.find(({ start_date }) => start_date >= end)?.items[0]?.price;
  return planOf(books, typeof next === 'string' ? next : next?.id);
}

async function toInvoice(books: Books, invoice: Stripe.Invoice): Promise<PaidInvoice> {
  const { id, lines: first } = invoice;
  const lines = first.has_more ? await all(books.stripe.invoices.listLineItems(id, { limit })) : first.data;
  const priced = lines.map((line) => ({ line, price: idOf(line.pricing?.price_details?.price) }));
  return {
    id,
    shares: (await Promise.all(priced.map(({ line, price }) => toShare(books, line, price)))).flat(),
    unknownPrices: priced.flatMap(({ price }) => (price && !planOf(books, price) ? [price] : [])),
    amount: invoice.amount_paid,
    currency: invoice.currency,
    invoiceUrl: invoice.hosted_invoice_url ?? invoice.invoice_pdf ?? null,
    paidAt: toDate(invoice.status_transitions.paid_at ?? invoice.created),
  };
}

/**
 * A whole month by its quantity. Part of a month by what it charges or refunds relative to the price itself in the same
 * currency, because the unit amount on such a line may be the line's own.
 */
async function toShare(books: Books, line: Stripe.InvoiceLineItem, price: string | undefined): Promise<PlanShare[]> {
  const plan = planOf(books, price);
  if (!plan || !price) return [];
  if (line.amount > 0 && !isPart(line)) return [{ plan, share: line.quantity ?? 1 }];
  const month = await monthlyAmount(books, price, line.currency);
  return month > 0 ? [{ plan, share: line.amount / month }] : [];
}

function isPart({ parent }: Stripe.InvoiceLineItem): boolean {
  return parent?.subscription_item_details?.proration || parent?.invoice_item_details?.proration || false;
}

const idOf = (one: string | { id: string } | undefined) => (typeof one === 'string' ? one : one?.id);

async function readReversals(stripe: Stripe, charge: Stripe.Charge): Promise<Reversal[]> {
  const disputes = charge.disputed ? await all(stripe.disputes.list({ charge: charge.id, limit })) : [];
  const refunds = charge.refunds?.has_more
    ? await all(stripe.refunds.list({ charge: charge.id, limit }))
    : (charge.refunds?.data ?? []);
  return [
    ...refunds.map((one) => ({ ...toReversal(one), kind: 'refund' as const })),
    ...disputes.map((one) => ({ ...toReversal(one), kind: 'dispute' as const })),
  ];
}

function toReversal({ id, amount, currency, status, created }: Stripe.Refund | Stripe.Dispute) {
  return { id, amount, currency, status: status ?? '', at: toDate(created) };
}
