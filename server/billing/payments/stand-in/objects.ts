// The stand-in's objects, with the fields of Stripe's objects that are used.
import type { Kdb } from '../../../platform/db.ts';
import { make, type StripeObject, save } from './ledger.ts';

export interface Price extends StripeObject {
  unit_amount: number;
  currency: string;
  product: string;
  nickname: string | null;
}

export interface Subscription extends StripeObject {
  customer: string;
  status: string;
  items: { object: 'list'; data: [SubscriptionItem] };
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  schedule: string | null;
  billing_mode?: { flexible?: { proration_discounts?: string } };
  percent_off: number;
}

export interface SubscriptionItem {
  id: string;
  price: Price;
  quantity: number;
  current_period_start: number;
  current_period_end: number;
}

export interface Session extends StripeObject {
  customer: string;
  status: 'open' | 'complete' | 'expired';
  url: string | null;
  success_url: string;
  cancel_url: string;
  price: string;
  percent_off: number;
  subscription_billing_mode?: Subscription['billing_mode'];
  subscription: string | null;
  invoice: string | null;
  payment_status: 'unpaid' | 'paid';
  expires_at: number;
}

export interface Invoice extends StripeObject {
  customer: string;
  status: string;
  amount_paid: number;
  lines: { object: 'list'; data: InvoiceLine[]; has_more: boolean; url: string };
}

export interface InvoiceLine extends StripeObject {
  amount: number;
  period: { start: number; end: number };
  pricing: { price_details: { price: string } };
}

export interface Charge extends StripeObject {
  customer: string;
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
}

export interface PortalSession extends StripeObject {
  customer: string;
  return_url: string;
  flow: { subscription: string; price: string; done_url: string } | null;
}

export interface StripeEvent extends StripeObject {
  type: string;
  data: { object: StripeObject };
}

/** One line of an invoice: the amount charged for a price, negative for a refund. */
export interface Charged {
  price: Price;
  amount: number;
  start: number;
  end: number;
  proration: boolean;
}

export interface InvoiceOrder {
  subscription: Subscription;
  reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  charged: Charged[];
  paid: boolean;
}

/** An invoice with these lines, minus the subscription's discount. */
export function makeInvoice({ subscription, reason, charged, paid }: InvoiceOrder): Invoice {
  const sum = charged.reduce((total, { amount }) => total + amount, 0);
  const due = Math.max(0, discounted(sum, subscription));
  const invoice = make('invoice', {
    customer: subscription.customer,
    billing_reason: reason,
    status: paid ? 'paid' : 'open',
    amount_due: due,
    amount_paid: paid ? due : 0,
    currency: 'usd',
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
  });
  const lines = charged.map((line) => makeLine(invoice.id, subscription, line));
  return {
    ...invoice,
    status_transitions: { paid_at: paid ? invoice.created : null },
    lines: { object: 'list', data: lines, has_more: false, url: `/v1/invoices/${invoice.id}/lines` },
  };
}

const discounted = (amount: number, { percent_off }: Subscription) => Math.round(amount * (1 - percent_off / 100));

/** Part of a month is listed after discounts, unless the subscription itemizes them. */
function listedAmount(subscription: Subscription, { amount, proration }: Charged): number {
  const itemizes = subscription.billing_mode?.flexible?.proration_discounts === 'itemized';
  return proration && !itemizes ? discounted(amount, subscription) : amount;
}

function makeLine(invoice: string, subscription: Subscription, line: Charged) {
  const { price, start, end, proration } = line;
  const amount = listedAmount(subscription, line);
  const details = { subscription: subscription.id, subscription_item: subscription.items.data[0].id, proration };
  return make('line_item', {
    invoice,
    amount,
    currency: 'usd',
    quantity: 1,
    period: { start, end },
    parent: { type: 'subscription_item_details', subscription_item_details: details },
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      // For part of a month it is the line's own amount, so it must not be mistaken for the price.
      unit_amount_decimal: String(proration ? amount : price.unit_amount),
    },
  });
}

/** The same day of the next month. */
export function monthAfter(seconds: number): number {
  const date = new Date(seconds * 1000);
  const next = new Date(date);
  next.setUTCMonth(next.getUTCMonth() + 1);
  if (next.getUTCDate() !== date.getUTCDate()) next.setUTCDate(0);
  return Math.floor(next.getTime() / 1000);
}

export type Events = Promise<StripeEvent[]>;

/** Records the event Stripe would send about an object. */
export async function recordEvent(tx: Kdb, type: string, object: StripeObject): Promise<StripeEvent> {
  const event = make('event', { type, api_version: '2026-10-28.endive', data: { object }, pending_webhooks: 1 });
  await save(tx, event);
  return event;
}
