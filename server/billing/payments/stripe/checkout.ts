// A checkout at Stripe. A customer has one open at a time: requesting the same plan again leads to the same page, and a
// checkout for another plan or at an earlier price is closed, so that a user with two tabs does not pay twice by accident.
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { CheckoutOrder, Opened } from '../payments.ts';
import { type Books, isRefusalOf, priceOf } from './books.ts';

type Session = Stripe.Checkout.Session;
type Discount = { promotion_code: string } | null;

/**
 * Part of a month is listed before discounts, as a whole month is. By default its amount is what is left after them, and a
 * customer with a discount would get fewer credits for a change of plan.
 */
const grossProrations = { type: 'flexible' as const, flexible: { proration_discounts: 'itemized' as const } };

export async function openCheckout(books: Books, order: CheckoutOrder): Promise<Opened> {
  const { stripe } = books;
  const { data: sessions } = await stripe.checkout.sessions.list({ customer: order.customerId, limit: 20 });
  const open = sessions.filter(({ status }) => status === 'open');
  const price = priceOf(books, order.plan);
  const same = open.find(({ metadata }) => isSame(metadata, order, price));
  for (const other of open) if (other !== same) await close(stripe, other.id);
  if (same) return toOpened(same);
  const discount = await findDiscount(stripe, order.offer);
  // Concurrent calls see the same newest session, so they send the same idempotency key and get the same answer.
  const after = sessions[0]?.id ?? 'none';
  try {
    return toOpened(await createSession(books, order, { discount, after }));
  } catch (error) {
    // The code is for new customers or another plan; let the page ask for one instead.
    if (!discount || !isRefusalOf(error, 'discounts')) throw error;
    return toOpened(await createSession(books, order, { discount: null, after }));
  }
}

function isSame(metadata: Session['metadata'], { plan, offer }: CheckoutOrder, price: string): boolean {
  return metadata?.plan === plan && metadata.price === price && (metadata.offer ?? '') === (offer ?? '');
}

function createSession(books: Books, order: CheckoutOrder, { discount, after }: { discount: Discount; after: string }) {
  const { customerId, plan, reference, offer, key, successUrl, cancelUrl } = order;
  const price = priceOf(books, plan);
  const params = {
    mode: 'subscription' as const,
    customer: customerId,
    client_reference_id: reference,
    line_items: [{ price, quantity: 1 }],
    metadata: { plan, price, offer: offer ?? '' },
    subscription_data: { metadata: { user_id: reference, plan }, billing_mode: grossProrations },
    success_url: successUrl,
    cancel_url: cancelUrl,
    ...(discount ? { discounts: [discount] } : { allow_promotion_codes: true }),
  };
  // An idempotency key is valid only for the same fields, so it includes them.
  const fingerprint = createHash('sha256').update(JSON.stringify(params)).digest('base64url');
  return books.stripe.checkout.sessions.create(params, {
    idempotencyKey: `checkout:${customerId}:${key}:after:${after}:${fingerprint}`,
  });
}

async function findDiscount(stripe: Stripe, offer: string | null): Promise<Discount> {
  if (!offer) return null;
  const { data } = await stripe.promotionCodes.list({ code: offer, active: true, limit: 1 });
  return data[0] ? { promotion_code: data[0].id } : null;
}

function toOpened({ id, url }: Session): Opened {
  if (!url) throw new Error(`the checkout ${id} has no address`);
  return { id, url };
}

/** Closes every checkout that is still open. */
export async function closeCheckouts({ stripe }: Books, customerId: string): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer: customerId, status: 'open', limit: 20 });
  for (const { id } of data) await close(stripe, id);
}

/** One that was paid or expired meanwhile cannot be closed and need not be. */
async function close(stripe: Stripe, id: string): Promise<void> {
  await stripe.checkout.sessions.expire(id).catch(async (error: unknown) => {
    if ((await stripe.checkout.sessions.retrieve(id)).status === 'open') throw error;
  });
}
