// Which addresses a user has paid for: alone, or among those of a domain search. Such an address is free for ever.
import { sql } from 'kysely';
import type { Tx } from '../../platform/db.ts';

export const reasonOfEmail = (address: string) => `email:${address.toLowerCase()}`;
export const reasonOfDomain = (backlinkId: string) => `domain:${backlinkId}`;

/** Those of the addresses that are paid for, in lower case. */
export async function paidAddresses(tx: Tx, userId: string, addresses: readonly string[]): Promise<Set<string>> {
  const wanted = addresses.map((address) => address.toLowerCase());
  if (wanted.length === 0) return new Set();
  const { rows } = await sql<{ address: string }>`
    select wanted.address from unnest(${wanted}::text[]) as wanted (address)
    where exists (
      select from credit_entries
      where user_id = ${userId} and kind = 'email'
        and (reason = 'email:' || wanted.address
          or (reason like 'domain:%' and details -> 'addresses' ? wanted.address)))`.execute(tx);
  return new Set(rows.map(({ address }) => address));
}
