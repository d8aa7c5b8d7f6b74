// Ends searches of one campaign, with one statement to read and one to write: their cost, the contacts they add, and the
// search states of their backlinks.
import { type Insertable, sql } from 'kysely';
import type { Contacts } from '../../../db/types.ts';
import { endSearchesSql, type SearchEnd } from '../../backlinks/contact-searches.store.ts';
import { countEmailCreditsSql } from '../../campaigns/campaigns.store.ts';
import { insertEntriesSql } from '../../credits/credits.store.ts';
import { entryOf, type Spend } from '../../credits/spend-credits.ts';
import type { Tx } from '../../platform/db.ts';
import { toJson } from '../../platform/rows/to-json.ts';
import type { KnownContact } from './contacts.store.ts';
import { reasonOfDomain } from './paid-addresses.store.ts';

export interface SavedContacts {
  known: (KnownContact & { backlink_id: string })[];
  /** Those of the addresses that are paid for, in lower case. */
  paid: string[];
  /** The ledger reasons of these backlinks' domain searches that are paid for. */
  paidSearches: string[];
}

export interface Question {
  userId: string;
  backlinkIds: readonly string[];
  addresses: readonly string[];
}

/** What is already saved. A separate statement after the locks, so that it sees what the previous search wrote. */
export async function readSavedContacts(tx: Tx, { userId, backlinkIds, addresses }: Question): Promise<SavedContacts> {
  const { rows } = await sql<SavedContacts>`select
    coalesce((select json_agg(known) from (
      select backlink_id, id, first_name, last_name, email_state, email, verification, highlighted
      from contacts where backlink_id = any (${backlinkIds}::uuid[]) order by id) as known), '[]') as known,
    array(select address from paid_addresses where user_id = ${userId} and address = any (${addresses}::text[])) as paid,
    array(select reason from credit_entries where user_id = ${userId} and kind = 'email'
      and reason = any (${backlinkIds.map(reasonOfDomain)}::text[])) as "paidSearches"`.execute(tx);
  return rows[0] ?? { known: [], paid: [], paidSearches: [] };
}

/** What searches write when they end. JSON columns are objects. */
export interface SearchOutcomes {
  campaignId: string;
  spends: readonly Spend[];
  /** Whether they count against the limit of the campaign's order. */
  isLimited: boolean;
  contacts: (Omit<Insertable<Contacts>, 'evidence'> & { evidence: object })[];
  backlinks: readonly SearchEnd[];
}

/** Returns whether other backlinks of the campaign are still waiting for their contacts. */
export async function saveSearchOutcomes(
  tx: Tx,
  { campaignId, spends, isLimited, contacts, backlinks }: SearchOutcomes,
): Promise<{ othersWait: boolean }> {
  const ids = backlinks.map(({ id }) => id);
  const { rows } = await sql<{ othersWait: boolean }>`
    with spent as (${insertEntriesSql(spends.map(entryOf))}),
    counted as (${countEmailCreditsSql(campaignId, isLimited ? spends.length : 0)}),
    added as (insert into contacts (id, user_id, request_id, backlink_id, first_name, last_name, position, page, twitter,
        profiles, role, avatar_url, highlighted, email_state, email, type, verification, verified_at, source, keep,
        deselected_with_lead, evidence)
      select id, user_id, request_id, backlink_id, first_name, last_name, position, page, twitter,
        profiles, role, avatar_url, highlighted, email_state, email, type, verification, verified_at, source, keep,
        deselected_with_lead, evidence
      from jsonb_populate_recordset(null::contacts, ${toJson(contacts)}::jsonb)),
    ended as (${endSearchesSql(backlinks)})
    select exists (select from backlinks where requests_id = ${campaignId} and contact_search = 'waiting'
      and id <> all (${ids}::uuid[])) as "othersWait"`.execute(tx);
  return rows[0] ?? { othersWait: false };
}
