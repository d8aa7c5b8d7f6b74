// Money that goes back, at the stand-in.
import type { Database } from '../../../platform/db.ts';
import { alone, get, make, save } from './ledger.ts';
import { type Events, recordEvent } from './record-event.ts';
import type { Charge } from './things.ts';

/** Gives money back; all of it when no amount is said. */
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

/** The owner of the card says that it was not them. The event names the charge only, as Stripe's does. */
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
