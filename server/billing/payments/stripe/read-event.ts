// Stripe's webhook events. All we take from an event is whom it is about; everything else is read from Stripe.
import type Stripe from 'stripe';
import { z } from 'zod';
import { ForgedEvent, type PaymentEvent } from '../payments.ts';

const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();
const about = z.object({ id: z.string().optional(), object: z.string(), customer: reference, charge: reference });

const anyEvent = z.object({
  id: z.string().min(1).max(255),
  type: z.string().max(255),
  data: z.object({ object: z.unknown() }),
});

/** Throws ForgedEvent if the signature does not match or is older than five minutes, or the body is not an event. */
export function readEvent(stripe: Stripe, secret: string, rawBody: string, signature: string): PaymentEvent {
  try {
    // Besides its own errors, Stripe's package throws a TypeError for a header such as `t=1,v1`.
    const { id, type, data } = anyEvent.parse(stripe.webhooks.constructEvent(rawBody, signature, secret));
    return { id, type, subject: subjectOf(data.object) };
  } catch (error) {
    throw new ForgedEvent(error instanceof Error ? error.message : String(error), { cause: error });
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
