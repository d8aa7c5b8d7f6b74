// Refunds and disputes at the stand-in.
import type { Database } from '../../platform/db.ts';
import { alone, get, make, save } from '../payments/stand-in/ledger.ts';
import { type Charge, type Events, recordEvent } from '../payments/stand-in/objects.ts';

/** Refunds the amount, or everything by default. */
export function refund(db: Database, chargeId: string, amount?: number): Events {
  return alone(db, chargeId, async (tx) => {
    const charge = await get<Charge>(tx, 'charge', chargeId);
    const back = amount ?? charge.amount - charge.amount_refunded;
    await save(tx, make('refund', { charge: chargeId, amount: back, currency: 'usd', status: 'succeeded' }));
    const amount_refunded = charge.amount_refunded + back;
    const changed = { ...charge, amount_refunded, refunded: amount_refunded >= charge.amount };
    await save(tx, changed);
    return [await recordEvent(tx, 'charge.refunded', changed)];
  });
}

/** The card's owner disputes the charge. Like Stripe's, the event names only the charge. */
export function dispute(db: Database, chargeId: string): Events {
  return alone(db, chargeId, async (tx) => {
    const charge = await get<Charge>(tx, 'charge', chargeId);
    const raised = make('dispute', {
      charge: chargeId,
      amount: charge.amount,
      currency: 'usd',
      status: 'needs_response',
      reason: 'fraudulent',
    });
    await save(tx, raised);
    await save(tx, { ...charge, disputed: true });
    return [await recordEvent(tx, 'charge.dispute.created', raised)];
  });
}
