// Receives an event of the payment provider: verifies it, stores it once, answers, and enqueues the sync that reads the details.
import { AppError } from '../../../shared/errors.ts';
import { syncPaymentCustomer } from '../../jobs.ts';
import { ForgedEvent } from '../payments/payments.ts';
import { type BillingParts, requirePayments } from '../payments-of.ts';
import { addEventOnce } from '../stores/events.store.ts';

/** Throws AppError bad-signature if it is not the provider's, payments-off if nothing is sold. */
export async function receiveEvent(
  parts: BillingParts,
  { rawBody, signature }: { rawBody: string; signature: string },
): Promise<void> {
  const event = await readEvent(parts, rawBody, signature);
  await parts.db.kysely.transaction().execute(async (tx) => {
    const isNew = await addEventOnce(tx, event);
    if (isNew && event.subject) await parts.queue.enqueue(tx, syncPaymentCustomer, { subject: event.subject });
  });
}

async function readEvent(parts: BillingParts, rawBody: string, signature: string) {
  try {
    return (await requirePayments(parts)).readEvent(rawBody, signature);
  } catch (error) {
    if (!(error instanceof ForgedEvent)) throw error;
    parts.log.warn({ reason: error.message.split('\n')[0] }, 'an event with a wrong signature was refused');
    throw new AppError('bad-signature', 'The signature does not match this event.', { cause: error });
  }
}
