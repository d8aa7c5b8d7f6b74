// What Stripe tells us by itself. Nothing in an event is believed but whom it is about; the rest is read from Stripe.
import Stripe from 'stripe';
import { z } from 'zod';
import { ForgedEvent, type PaymentEvent } from '../payments.ts';

const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();
const about = z.object({ id: z.string().optional(), object: z.string(), customer: reference, charge: reference });

/** Throws ForgedEvent when the signature does not fit the text, or is older than five minutes. */
export function readEvent(stripe: Stripe, secret: string, rawBody: string, signature: string): PaymentEvent {
  try {
    const { id, type, data } = stripe.webhooks.constructEvent(rawBody, signature, secret);
    return { id, type, subject: subjectOf(data.object) };
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError || error instanceof SyntaxError;
    if (!isForged) throw error;
    throw new ForgedEvent(error.message, { cause: error });
  }
}

function subjectOf(object: unknown): string | null {
  const parsed = about.safeParse(object);
  if (!parsed.success) return null;
  const { id, object: kind, customer, charge } = parsed.data;
  if (kind === 'customer') return id ?? null;
  return idOf(customer) ?? idOf(charge);
}

function idOf(one: z.infer<typeof reference>): string | null {
  return (typeof one === 'string' ? one : one?.id) ?? null;
}
