// Which addresses a user has paid for: alone, or among those of a domain search. Such an address stays free forever.
// The ledger writes these rows itself, with each entry (migration 0024).
import type { Tx } from '../../platform/db.ts';

export const reasonOfEmail = (address: string) => `email:${address.toLowerCase()}`;
export const reasonOfDomain = (backlinkId: string) => `domain:${backlinkId}`;

/** The addresses that an entry of the ledger paid for, in lower case. */
export function boughtAddresses(details: unknown): readonly string[] {
  return (details as { addresses?: string[] } | undefined)?.addresses ?? [];
}

export async function isPaidFor(tx: Tx, userId: string, address: string): Promise<boolean> {
  const row = await tx
    .selectFrom('paid_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .where('address', '=', address.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}
