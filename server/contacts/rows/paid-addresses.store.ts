// Which addresses a user has paid for: alone, or among those of a domain search. Such an address stays free forever.
// The ledger writes these rows itself, with each entry (migration 0024).
import type { Kdb } from '../../platform/db.ts';

export const reasonOfEmail = (address: string) => `email:${address.toLowerCase()}`;
export const reasonOfDomain = (backlinkId: string) => `domain:${backlinkId}`;
/** Undefined if a single address was bought. */
export const backlinkOfReason = (reason: string) => /^domain:(.+)$/.exec(reason)?.[1];

/** The reason of the user's ledger entry that paid for the address, in whichever campaign; undefined if it is not paid for. */
export async function findPaidReason(db: Kdb, userId: string, address: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('paid_addresses')
    .select('reason')
    .where('user_id', '=', userId)
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return row?.reason;
}
