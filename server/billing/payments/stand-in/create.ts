// What a POST creates at the stand-in, by object type, with those of Stripe's checks that Zeus can run into.
import type { Kdb } from '../../../platform/db.ts';
import { type Field, type Fields, fields, items, text } from './form.ts';
import { find, list, make, now, type StripeObject, save } from './ledger.ts';
import type { Price, Session } from './objects.ts';

const daySeconds = 24 * 3600;

/** A request Stripe would refuse, with Stripe's message. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly status: 400 | 404;
  readonly param: string | undefined;

  constructor(status: 400 | 404, message: string, param?: string) {
    super(message);
    this.status = status;
    this.param = param;
  }
}

/** Throws Refusal if Stripe would refuse it. */
export async function create(tx: Kdb, object: string, form: Fields, pagesUrl: string): Promise<StripeObject> {
  const thing = await draft(tx, object, form, pagesUrl);
  await save(tx, thing);
  return thing;
}

async function draft(tx: Kdb, object: string, form: Fields, pagesUrl: string): Promise<StripeObject> {
  if (object === 'checkout.session') return draftSession(tx, form, pagesUrl);
  if (object === 'billing_portal.session') return draftPortal(tx, form, pagesUrl);
  if (object === 'webhook_endpoint')
    return make(object, { ...plain(form), status: 'enabled', secret: 'whsec_of_the_stand_in' });
  return make(object, { active: true, ...plain(form) });
}

/** Sets the given fields; nested ones are replaced, except metadata, which is merged. */
export async function update(tx: Kdb, thing: StripeObject, form: Fields): Promise<StripeObject> {
  const metadata = { ...Object(thing.metadata), ...plain(fields(form.metadata)) };
  const changed: StripeObject = { ...thing, ...plain(form), ...(form.metadata && { metadata }) };
  await save(tx, changed);
  return changed;
}

async function draftSession(tx: Kdb, form: Fields, pagesUrl: string): Promise<Session> {
  const customer = await known(tx, 'customer', form.customer);
  const price = (await known(tx, 'price', items(form.line_items)[0]?.price)) as Price;
  const session = make('checkout.session', {
    mode: 'subscription',
    customer: customer.id,
    client_reference_id: text(form.client_reference_id) ?? null,
    metadata: fields(form.metadata),
    subscription_metadata: fields(fields(form.subscription_data).metadata),
    subscription_billing_mode: fields(fields(form.subscription_data).billing_mode),
    price: price.id,
    percent_off: await percentOff(tx, form, customer),
    success_url: text(form.success_url) ?? '',
    cancel_url: text(form.cancel_url) ?? '',
    status: 'open' as const,
    payment_status: 'unpaid' as const,
    subscription: null,
    invoice: null,
    expires_at: now() + daySeconds,
  });
  return { ...session, url: `${pagesUrl}/test-checkout/${session.id}` };
}

async function percentOff(tx: Kdb, form: Fields, customer: StripeObject): Promise<number> {
  const [discount] = items(form.discounts);
  if (!discount) return 0;
  const code = await known(tx, 'promotion_code', discount.promotion_code, 'discounts[0][promotion_code]');
  const paid = await list(tx, 'invoice', { customer: customer.id, status: 'paid' });
  if (code.first_time_only && paid.length > 0) {
    const message = 'This promotion code cannot be redeemed because the associated customer has prior transactions.';
    throw new Refusal(400, message, 'discounts[0][promotion_code]');
  }
  return Number(code.percent_off ?? 0);
}

async function draftPortal(tx: Kdb, form: Fields, pagesUrl: string): Promise<StripeObject> {
  const customer = await known(tx, 'customer', form.customer);
  const flow = fields(form.flow_data);
  const confirm = fields(flow.subscription_update_confirm);
  const wanted = text(confirm.subscription);
  const subscription = wanted ? await known(tx, 'subscription', wanted) : undefined;
  if (subscription && subscription.status !== 'active') {
    throw new Refusal(400, 'This subscription cannot be updated because it is not active.', 'flow_data');
  }
  const session = make('billing_portal.session', {
    customer: customer.id,
    return_url: text(form.return_url) ?? '',
    flow: subscription
      ? {
          subscription: subscription.id,
          price: (await known(tx, 'price', items(confirm.items)[0]?.price)).id,
          done_url: text(fields(fields(flow.after_completion).redirect).return_url) ?? '',
        }
      : null,
  });
  return { ...session, url: `${pagesUrl}/test-portal/${session.id}` };
}

async function known(tx: Kdb, object: string, id: Field, param = object): Promise<StripeObject> {
  const found = await find(tx, object, text(id) ?? '');
  if (!found) throw new Refusal(400, `No such ${object}: '${text(id) ?? ''}'`, param);
  return found;
}

/** Converts numbers and booleans from form text. */
function plain(field: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(field).map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: Field): unknown {
  if (value === 'true' || value === 'false') return value === 'true';
  if (typeof value === 'string') return /^\d{1,9}$/.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(plainValue);
  return value === undefined ? undefined : plain(value);
}
