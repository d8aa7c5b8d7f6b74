import type { Kdb } from '../../../platform/db.ts';
import { make, type StripeObject, save } from './ledger.ts';
import type { StripeEvent } from './objects.ts';

export type Events = Promise<StripeEvent[]>;

/** Records the event Stripe would send about an object. */
export async function recordEvent(tx: Kdb, type: string, object: StripeObject): Promise<StripeEvent> {
  const event = make('event', { type, api_version: '2026-10-28.endive', data: { object }, pending_webhooks: 1 });
  await save(tx, event);
  return event;
}
