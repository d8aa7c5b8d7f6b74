// The rows of contacts, as the searches read and write them. What users read and change is in contacts-data.store.ts.
import { sql, type UpdateObject } from 'kysely';
import type { DB } from '../../../db/types.ts';
import type { Contact } from '../../../shared/contact.ts';
import { splitWholeName } from '../../engine/authors/names/split-name.ts';
import type { Kdb, Tx } from '../../platform/db.ts';
import { toJson } from '../../platform/rows/to-json.ts';
import { nameKey } from '../finding/contact-draft.ts';
import type { StuckSearch } from './work.store.ts';

/** The columns that decide whether a found contact is new, and which may change. */
export interface KnownContact {
  id: string;
  first_name: string;
  last_name: string;
  email_state: string;
  email: string | null;
  verification: string | null;
  highlighted: boolean;
}

export async function listOfBacklink(db: Kdb, backlinkId: string): Promise<KnownContact[]> {
  return db
    .selectFrom('contacts')
    .select(['id', 'first_name', 'last_name', 'email_state', 'email', 'verification', 'highlighted'])
    .where('backlink_id', '=', backlinkId)
    .orderBy('id')
    .execute();
}

export async function updateContact(tx: Tx, id: string, values: UpdateObject<DB, 'contacts'>): Promise<void> {
  await tx.updateTable('contacts').set(values).where('id', '=', id).execute();
}

/** Locked in the order of their ids, as bulk changes do, so that the two cannot deadlock. */
export async function lockContacts(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 1) {
    await tx.selectFrom('contacts').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
  }
}

/** Deletes what earlier searches of the backlink kept of people who asked not to be processed. */
export async function deleteSuppressed(tx: Tx, backlinkId: string, names: readonly string[] = []): Promise<void> {
  if (names.length === 0) return;
  const keys = new Set(names.map((name) => nameKey(splitWholeName(name))));
  const isListed = (row: KnownContact) => keys.has(nameKey({ firstName: row.first_name, lastName: row.last_name }));
  const ids = (await listOfBacklink(tx, backlinkId)).filter(isListed).map(({ id }) => id);
  if (ids.length > 0) await tx.deleteFrom('contacts').where('id', 'in', ids).execute();
}

export async function deleteContact(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('contacts').where('id', '=', id).execute();
}

/** One contact with what its search needs; undefined when it is gone. */
export async function readContact(db: Kdb, contactId: string) {
  return db
    .selectFrom('contacts')
    .innerJoin('profiles', 'profiles.id', 'contacts.user_id')
    .innerJoin('auth.users', 'auth.users.id', 'contacts.user_id')
    .innerJoin('requests', 'requests.id', 'contacts.request_id')
    .innerJoin('backlinks', 'backlinks.id', 'contacts.backlink_id')
    .select([
      'contacts.id',
      'contacts.user_id',
      'contacts.request_id',
      'contacts.backlink_id',
      'contacts.first_name',
      'contacts.last_name',
      'contacts.email_state',
      'contacts.email',
      'contacts.type',
      'contacts.verification',
      'contacts.location',
      'contacts.source',
      'contacts.evidence',
      'contacts.single_fetch',
      'profiles.email_credits',
      'requests.email_credits_left',
      'backlinks.keep as is_lead_kept',
      'auth.users.deleted_at as account_closed_at',
    ])
    .$narrowType<Pick<Contact, 'type' | 'verification'>>()
    .where('contacts.id', '=', contactId)
    .executeTakeFirst();
}

export type ContactRow = NonNullable<Awaited<ReturnType<typeof readContact>>>;

/** The state of the contact's address, locked until the transaction ends. Undefined when the contact is gone. */
export async function lockEmailState(tx: Tx, contactId: string) {
  return tx
    .selectFrom('contacts')
    .select(['email_state', 'single_fetch'])
    .where('id', '=', contactId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** The ids of the contacts whose address a domain search found. */
export async function listFoundByDomain(db: Kdb, backlinkId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('id')
    .where('backlink_id', '=', backlinkId)
    .where('email_state', '=', 'found')
    .where(sql<boolean>`evidence ->> 'search' = 'domain'`)
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of the contacts of a backlink whose address an order is looking for. */
export async function listFetching(db: Kdb, backlinkId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('contacts')
    .select('id')
    .where('backlink_id', '=', backlinkId)
    .where('email_state', '=', 'fetching')
    .where('single_fetch', '=', false)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether the address of an author, or one that was searched for without an answer, is missing. */
export async function lacksEmail(tx: Tx, backlinkId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('contacts')
    .select('id')
    .where('backlink_id', '=', backlinkId)
    .where('email_state', 'in', ['unfetched', 'fetching'])
    .where(sql<boolean>`(highlighted or evidence ? 'fetch')`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many addresses the campaign's orders are still looking for at backlinks that have been searched. */
export async function countLateFetches(tx: Tx, campaignId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from contacts where ${isLateFetch(campaignId)}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Ends these searches because the user stopped them; "Get email" can repeat each. Locked by id, as everywhere. */
export async function stopLateFetches(tx: Tx, campaignId: string): Promise<void> {
  const message = 'You stopped the search before this email was found.';
  await sql`
    update contacts set email_state = 'unfetched', next_check_at = null,
      evidence = evidence || ${toJson({ fetch: { end: 'could-not-look', message } })}::jsonb
    where id = any (array(
      select id from contacts where ${isLateFetch(campaignId)} order by id for no key update))`.execute(tx);
}

const isLateFetch = (campaignId: string) =>
  sql<boolean>`request_id = ${campaignId} and email_state = 'fetching' and not single_fetch`;

/** The contacts of a backlink whose address is shown although its mail server has not confirmed it yet. */
export function listUnconfirmed(db: Kdb, backlinkId: string) {
  return unconfirmed(db, backlinkId).select(['id', 'email']).$narrowType<{ email: string }>().orderBy('id').execute();
}

function unconfirmed(db: Kdb, backlinkId: string) {
  return db
    .selectFrom('contacts')
    .where('backlink_id', '=', backlinkId)
    .where('email_state', '=', 'found')
    .where('verification', '=', 'unknown')
    .where('verification_reason', 'in', ['greylisted', 'capped', 'catch-all-unverified']);
}

/** Saves a later verdict about an address that is shown. Does nothing if the row has changed meanwhile. */
export async function noteConfirmed(
  db: Kdb,
  { id, email, verification, verifiedAt, evidence }: Confirmed,
): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ verification, verified_at: verifiedAt, next_check_at: null, evidence: sql`evidence || ${evidence}::jsonb` })
    .where('id', '=', id)
    .where('email', '=', email)
    .where('verification', '=', 'unknown')
    .execute();
}

/** Saves when the unconfirmed addresses of a backlink are checked again; undefined if they won't be. Locked by id, as everywhere. */
export async function noteNextCheck(db: Kdb, backlinkId: string, afterSeconds: number | undefined): Promise<void> {
  const at = afterSeconds === undefined ? null : fromNow(afterSeconds);
  const locked = unconfirmed(db, backlinkId).select('id').orderBy('id').forNoKeyUpdate();
  await db.updateTable('contacts').set({ next_check_at: at }).where('id', 'in', locked).execute();
}

/** Notes when a contact's email is looked for again, if it is still being looked for. */
export async function noteNextFetch(db: Kdb, contactId: string, afterSeconds: number): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ next_check_at: fromNow(afterSeconds) })
    .where('id', '=', contactId)
    .where('email_state', '=', 'fetching')
    .execute();
}

const fromNow = (seconds: number) => sql<Date>`now() + ${seconds} * interval '1 second'`;

export interface Confirmed {
  id: string;
  email: string;
  verification: string;
  verifiedAt: string;
  /** Replaces these parts of the row's evidence; JSON. */
  evidence: string;
}

/** Up to a thousand contacts whose search has been running for at least this long, and is not to be continued later. */
export function listStuckFetches(db: Kdb, seconds: number): Promise<StuckSearch[]> {
  return db
    .selectFrom('contacts')
    .select(['id', 'user_id as userId', 'request_id as campaignId'])
    .where('email_state', '=', 'fetching')
    .where('updated_at', '<', fromNow(-seconds))
    .where((eb) => eb.or([eb('next_check_at', 'is', null), eb('next_check_at', '<', fromNow(-seconds))]))
    .limit(1_000)
    .execute();
}
