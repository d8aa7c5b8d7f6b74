// Which addresses a user has paid for: alone, or among those of a domain search. Such an address is free for ever.
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export const reasonOfEmail = (address: string) => `email:${address.toLowerCase()}`;
export const reasonOfDomain = (backlinkId: string) => `domain:${backlinkId}`;

/** A condition: the user has paid for the address, which is in lower case. */
export function isPaidAddress(userId: string, address: RawBuilder<unknown>): RawBuilder<boolean> {
  // Two conditions, because each has an index of its own.
  return sql`(
    exists (select from credit_entries where user_id = ${userId} and kind = 'email' and reason = 'email:' || ${address})
    or exists (select from credit_entries where user_id = ${userId} and kind = 'email'
      and reason like 'domain:%' and details -> 'addresses' ? ${address}))`;
}

export async function isPaidFor(tx: Tx, userId: string, address: string): Promise<boolean> {
  const condition = isPaidAddress(userId, sql`${address.toLowerCase()}::text`);
  const { rows } = await sql<{ paid: boolean }>`select ${condition} as paid`.execute(tx);
  return rows[0]?.paid === true;
}
