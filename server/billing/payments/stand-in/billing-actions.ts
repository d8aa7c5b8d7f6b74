// What can happen at the stand-in: a checkout is paid, a month passes, money is refunded. Each function returns the events
// Stripe would send; the caller delivers them, or loses them, as a test requires.
import type { Database, Kdb } from '../../../platform/db.ts';
import { alone, get, make, newId, now, type StripeObject, save } from './ledger.ts';
import {
  type Events,
  type Invoice,
  type InvoiceOrder,
  makeInvoice,
  monthAfter,
  type Price,
  recordEvent,
  type Session,
  type StripeEvent,
  type Subscription,
} from './objects.ts';

/** The card was accepted: the subscription starts. Does nothing if the checkout is no longer open. */
export function payCheckout(db: Database, sessionId: string): Events {
  return alone(db, sessionId, async (tx) => {
    const session = await get<Session>(tx, 'checkout.session', sessionId);
    if (session.status !== 'open') return [];
    const price = await get<Price>(tx, 'price', session.price);
    const subscription = makeSubscription(session, price);
    const charged = [{ price, amount: price.unit_amount, proration: false, ...periodOf(subscription) }];
    await save(tx, subscription);
    const paid = await bill(tx, { subscription, reason: 'subscription_create', charged, paid: true });
    const done: Session = {
      ...session,
      status: 'complete',
      payment_status: 'paid',
      url: null,
      subscription: subscription.id,
      invoice: paid.invoice.id,
    };
    await save(tx, done);
    return [
      await recordEvent(tx, 'customer.subscription.created', subscription),
      ...paid.events,
      await recordEvent(tx, 'checkout.session.completed', done),
    ];
  });
}

function makeSubscription({ customer, percent_off, ...session }: Session, price: Price): Subscription {
  const start = now();
  const item = { id: newId('subscription_item'), object: 'subscription_item', price, quantity: 1 };
  return make('subscription', {
    customer,
    percent_off,
    status: 'active',
    metadata: session.subscription_metadata ?? {},
    billing_mode: session.subscription_billing_mode ?? {},
    items: {
      object: 'list' as const,
      data: [{ ...item, current_period_start: start, current_period_end: monthAfter(start) }] as [never],
    },
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    schedule: null,
  });
}

const periodOf = ({ items: { data } }: Subscription) => ({
  start: data[0].current_period_start,
  end: data[0].current_period_end,
});

/** A paid invoice has a charge, unless the amount is zero. */
async function bill(tx: Kdb, order: InvoiceOrder): Promise<{ invoice: Invoice; events: StripeEvent[] }> {
  const invoice = makeInvoice(order);
  await save(tx, invoice);
  if (!order.paid) return { invoice, events: [await recordEvent(tx, 'invoice.payment_failed', invoice)] };
  if (invoice.amount_paid > 0) {
    const { customer, amount_paid: amount } = invoice;
    const state = { amount_refunded: 0, refunded: false, disputed: false, status: 'succeeded', invoice: invoice.id };
    await save(tx, make('charge', { customer, amount, currency: 'usd', ...state }));
  }
  return { invoice, events: [await recordEvent(tx, 'invoice.paid', invoice)] };
}

/** A more expensive plan starts now and is charged for the rest of the month; a cheaper one starts next month. */
export function changePlan(db: Database, subscriptionId: string, priceId: string): Events {
  return changeSubscription(db, subscriptionId, async (tx, subscription) => {
    const price = await get<Price>(tx, 'price', priceId);
    const [item] = subscription.items.data;
    if (price.id === item.price.id) return [];
    if (price.unit_amount < item.price.unit_amount) return scheduleChange(tx, subscription, price);
    const charged = prorate(subscription, price);
    const changed: Subscription = {
      ...subscription,
      schedule: null,
      items: { object: 'list', data: [{ ...item, price }] },
    };
    await save(tx, changed);
    const paid = await bill(tx, { subscription: changed, reason: 'subscription_update', charged, paid: true });
    return [await recordEvent(tx, 'customer.subscription.updated', changed), ...paid.events];
  });
}

/** The proration for the rest of the month: the credit for the old plan and the cost of the new one. */
export function prorate(subscription: Subscription, price: Price) {
  const { start, end } = periodOf(subscription);
  const rest = Math.min(1, Math.max(0, (end - now()) / (end - start)));
  const old = subscription.items.data[0].price;
  const period = { start: now(), end, proration: true };
  return [
    { price: old, amount: -Math.round(old.unit_amount * rest), ...period },
    { price, amount: Math.round(price.unit_amount * rest), ...period },
  ];
}

async function scheduleChange(tx: Kdb, subscription: Subscription, price: Price): Events {
  const { start, end } = periodOf(subscription);
  const phase = (from: number, to: number, one: Price) => ({
    start_date: from,
    end_date: to,
    items: [{ price: one.id, quantity: 1 }],
  });
  const phases = [phase(start, end, subscription.items.data[0].price), phase(end, monthAfter(end), price)];
  const schedule = make('subscription_schedule', { phases, subscription: subscription.id });
  await save(tx, schedule);
  const changed = { ...subscription, schedule: schedule.id };
  await save(tx, changed);
  return [await recordEvent(tx, 'customer.subscription.updated', changed)];
}

/** Cancels the plan at the end of the paid month, or undoes that. */
export function setCancel(db: Database, subscriptionId: string, cancel: boolean): Events {
  return changeSubscription(db, subscriptionId, async (tx, subscription) => {
    const cancel_at = cancel ? periodOf(subscription).end : null;
    const changed = { ...subscription, cancel_at, cancel_at_period_end: cancel };
    await save(tx, changed);
    return [await recordEvent(tx, 'customer.subscription.updated', changed)];
  });
}

export function endNow(db: Database, subscriptionId: string): Events {
  return changeSubscription(db, subscriptionId, end);
}

async function end(tx: Kdb, subscription: Subscription): Events {
  const ended = { ...subscription, status: 'canceled', canceled_at: now() };
  await save(tx, ended);
  return [await recordEvent(tx, 'customer.subscription.deleted', ended)];
}

/** Ends the month: the next one is charged, or the plan ends. `paid`: whether the card still works. */
export function passMonth(db: Database, subscriptionId: string, { paid = true } = {}): Events {
  return changeSubscription(db, subscriptionId, async (tx, subscription) => {
    if (subscription.cancel_at !== null) return end(tx, subscription);
    const [item] = subscription.items.data;
    const period = { start: item.current_period_end, end: monthAfter(item.current_period_end) };
    const price = await nextPrice(tx, subscription);
    const renewed: Subscription = {
      ...subscription,
      schedule: null,
      status: paid ? 'active' : 'past_due',
      items: {
        object: 'list',
        data: [{ ...item, price, current_period_start: period.start, current_period_end: period.end }],
      },
    };
    await save(tx, renewed);
    const charged = [{ price, amount: price.unit_amount, proration: false, ...period }];
    const billed = await bill(tx, { subscription: renewed, reason: 'subscription_cycle', charged, paid });
    return [await recordEvent(tx, 'customer.subscription.updated', renewed), ...billed.events];
  });
}

async function nextPrice(tx: Kdb, { schedule, items }: Subscription): Promise<Price> {
  if (!schedule) return items.data[0].price;
  type Phases = StripeObject & { phases: { items: { price: string }[] }[] };
  const { phases } = await get<Phases>(tx, 'subscription_schedule', schedule);
  return get<Price>(tx, 'price', phases[1]?.items[0]?.price ?? items.data[0].price.id);
}

/** Does nothing to a subscription that has ended. */
function changeSubscription(db: Database, id: string, change: (tx: Kdb, subscription: Subscription) => Events): Events {
  return alone(db, id, async (tx) => {
    const subscription = await get<Subscription>(tx, 'subscription', id);
    return subscription.status === 'canceled' ? [] : change(tx, subscription);
  });
}
