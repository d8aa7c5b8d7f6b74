// How a search ends, read in one statement and written in another: what it costs, the contacts it adds, and how far the
// backlink's searches are.
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Backlinks, Contacts, CreditEntries } from '../../../db/types.ts';
import type { Tx } from '../../platform/db.ts';
import type { KnownContact } from './contacts.store.ts';
import { isPaidAddress, reasonOfDomain } from './paid-addresses.store.ts';
import type { Work } from './work.store.ts';

export interface Before {
  known: KnownContact[];
  /** Those of the addresses that are paid for, in lower case. */
  paid: string[];
  /** Whether the domain search of the backlink is. */
  isSearchPaid: boolean;
}

/** What is there already. A statement of its own after the locks, so that it sees what the search before it wrote. */
export async function readBefore(tx: Tx, work: Work, addresses: readonly string[]): Promise<Before> {
  const { userId, backlinkId } = work;
  const { rows } = await sql<Before>`select
    coalesce((select json_agg(known) from (
      select id, first_name, last_name, email_state, email, verification, highlighted
      from contacts where backlink_id = ${backlinkId} order by id) as known), '[]') as known,
    array(select address from unnest(${addresses}::text[]) as wanted (address)
      where ${isPaidAddress(userId, sql.ref('wanted.address'))}) as paid,
    exists (select from credit_entries
      where user_id = ${userId} and kind = 'email' and reason = ${reasonOfDomain(backlinkId)}) as "isSearchPaid"`.execute(
    tx,
  );
  return rows[0] ?? { known: [], paid: [], isSearchPaid: false };
}

export type Searches = Pick<
  Updateable<Backlinks>,
  'contact_search' | 'contact_search_problem' | 'contact_search_mode' | 'domain_search'
>;

export interface SearchEnd {
  entries: Insertable<CreditEntries>[];
  contacts: Insertable<Contacts>[];
  searches: Searches;
}

/** Whether other backlinks of the campaign still wait for their contacts. */
export async function writeEnd(
  tx: Tx,
  { backlinkId, campaignId }: Pick<Work, 'backlinkId' | 'campaignId'>,
  { entries, contacts, searches }: SearchEnd,
): Promise<{ othersWait: boolean }> {
  const others = sql<boolean>`exists (select from backlinks as other
    where other.requests_id = ${campaignId} and other.contact_search = 'waiting' and other.id <> ${backlinkId})`;
  const parts = [
    ...(entries.length > 0 ? [sql`spent as (${tx.insertInto('credit_entries').values(entries)})`] : []),
    ...(contacts.length > 0 ? [sql`added as (${tx.insertInto('contacts').values(contacts)})`] : []),
  ];
  const update = tx
    .updateTable('backlinks')
    .set(searches)
    .where('id', '=', backlinkId)
    .returning(others.as('othersWait'));
  const before = parts.length > 0 ? sql`with ${sql.join(parts)} ` : sql``;
  const { rows } = await sql<{ othersWait: boolean }>`${before}${update}`.execute(tx);
  return rows[0] ?? { othersWait: false };
}
