// The contacts of a campaign as /data returns and changes them, each joined with its backlink.
import { type SelectQueryBuilder, sql } from 'kysely';
import type { DB } from '../../db/types.ts';
import type { contactOrders } from '../../shared/api/contacts.ts';
import { type Contact, contact } from '../../shared/contact.ts';
import { type RowListQuery, readRowList } from '../campaigns/campaign-rows.store.ts';
import { rowSelection } from '../campaigns/row-selection.ts';
import type { Database } from '../platform/db.ts';
import { fileBatch, readInBatches } from '../platform/rows/read-in-batches.ts';

/** Those that are returned as they are stored. */
const ownColumns = contact
  .omit({
    backlink_id: true,
    email: true,
    is_fetching: true,
    fetch_problem: true,
    is_checking: true,
    verified_at: true,
    next_check_at: true,
  })
  .keyof().options;

/** Columns whose values the database limits to these. */
type Limited = Pick<Contact, 'type' | 'verification' | 'role'>;

interface ContactListQuery extends RowListQuery<(typeof contactOrders)[number]> {
  backlinkId?: string | undefined;
}

/** The page is taken before the join: joined first, the database reads and sorts all rows of the campaign for ten of them. */
export function listContacts(
  db: Database,
  userId: string,
  { campaignId, backlinkId, limit, offset, order }: ContactListQuery,
) {
  const rows = db.kysely
    .selectFrom('contacts')
    .where('user_id', '=', userId)
    .where('request_id', '=', campaignId)
    .$if(backlinkId !== undefined, (query) => query.where('backlink_id', '=', backlinkId ?? ''));
  const page = rows
    .selectAll()
    .orderBy(order.column, order.direction)
    .orderBy('id', order.direction)
    .limit(limit)
    .offset(offset);
  return readRowList(
    db,
    { userId, campaignId },
    {
      rows,
      page: joined(db.kysely.selectFrom(page.as('contacts')))
        .orderBy(`contacts.${order.column}`, order.direction)
        .orderBy('contacts.id', order.direction),
    },
  );
}

const isoTime = (column: 'verified_at' | 'next_check_at') =>
  sql<string | null>`to_json(${sql.ref(`contacts.${column}`)}) #>> '{}'`;

/** How the search for an address ended that is to be asked for again. */
const fetchProblem = sql<Contact['fetch_problem']>`
  case contacts.email_state when 'unfetched' then contacts.evidence -> 'fetch' end`;

type FromContacts = SelectQueryBuilder<DB, 'contacts', object>;

/** The spec's three values of email: null not fetched yet, false none found, else the address. */
const email = sql<Contact['email']>`
  case contacts.email_state when 'found' then to_json(contacts.email) when 'none' then 'false'::json end`;

/**
 * Contacts from a query on their own rows, in the shape of the wire. The limit makes PostgreSQL look up each backlink by its id.
 * An ordinary join read all of the user's backlinks for every batch, because the policy of the table hides whose they are
 * and so how many.
 */
function joined(contacts: FromContacts) {
  return contacts
    .leftJoinLateral(
      (query) =>
        query
          .selectFrom('backlinks')
          .select(['url_from', 'title', 'domain', 'contact_form_url'])
          .whereRef('backlinks.id', '=', 'contacts.backlink_id')
          .whereRef('backlinks.user_id', '=', 'contacts.user_id')
          .limit(1)
          .as('backlinks'),
      (join) => join.onTrue(),
    )
    .select(ownColumns.map((column) => `contacts.${column}` as const))
    .select([
      sql<Contact['backlink_id']>`json_build_object(
        'id', contacts.backlink_id, 'url_from', backlinks.url_from, 'title', backlinks.title, 'domain', backlinks.domain)`.as(
        'backlink_id',
      ),
      email.as('email'),
      sql<boolean>`contacts.email_state = 'fetching'`.as('is_fetching'),
      fetchProblem.as('fetch_problem'),
      sql<boolean>`contacts.checking_since is not null`.as('is_checking'),
      isoTime('verified_at').as('verified_at'),
      isoTime('next_check_at').as('next_check_at'),
    ])
    .$narrowType<Limited>();
}

/** What the evidence of a contact is made from; undefined unless it is the user's and has an address. */
export async function readEvidenceRow(db: Database, userId: string, id: string) {
  const query = db.kysely
    .selectFrom('contacts')
    .select(['id', 'source', 'verification', 'verification_reason', 'evidence', 'email'])
    .select([
      sql<boolean>`checking_since is not null`.as('is_checking'),
      isoTime('verified_at').as('verified_at'),
      isoTime('next_check_at').as('next_check_at'),
    ])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('email_state', '=', 'found')
    .$narrowType<Pick<Contact, 'verification'> & { email: string }>();
  return (await db.asUser(userId, query)).rows[0];
}

export type EvidenceRow = NonNullable<Awaited<ReturnType<typeof readEvidenceRow>>>;

/** The changed row, or undefined if the user has no such contact. */
export async function keepContact(db: Database, userId: string, { id, keep }: { id: string; keep: boolean }) {
  const changed = db.kysely.with('contacts_changed', (query) =>
    query
      .updateTable('contacts')
      .set({ keep, bulk_change: null })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returningAll(),
  );
  const query = joined(changed.selectFrom('contacts_changed as contacts') as unknown as FromContacts);
  return (await db.asUser(userId, query)).rows[0];
}

export function contactSelection(db: Database) {
  return rowSelection(db, {
    ...{ list: 'contacts', table: 'contacts', flags: ['keep'], deselected: 'deselected_with_lead' },
    toFilter: (userId, campaignId) =>
      joined(db.kysely.selectFrom('contacts'))
        .where('contacts.user_id', '=', userId)
        .where('contacts.request_id', '=', campaignId),
  });
}

/** A contact with what describeEvidence needs. */
export type ContactWithEvidence = Omit<Contact, 'email'> &
  Omit<EvidenceRow, 'email'> & { email: string | false | null; contact_form_url: string | null };

interface FileQuery {
  campaignId: string;
  selected: boolean;
  /** Also adds authors of whom only profiles are known. */
  withEvidence?: boolean;
}

/** The rows of a file as they came, a batch at a time: every contact with an address, or the selected ones of them. */
export function contactsForFile(
  db: Database,
  userId: string,
  { campaignId, selected, withEvidence = false }: FileQuery,
) {
  const rows = db.kysely
    .selectFrom('contacts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('request_id', '=', campaignId)
    .where((is) => {
      const hasEmail = is('email_state', '=', 'found');
      return withEvidence
        ? is.or([hasEmail, is.and([is('highlighted', '=', true), sql<boolean>`profiles <> '{}'`])])
        : hasEmail;
    })
    .$if(selected, (query) => query.where('keep', '=', true))
    .orderBy('id')
    .limit(fileBatch);
  return readInBatches<ContactWithEvidence>(fileBatch, async (after) => {
    const batch = after ? rows.where('id', '>', after.id) : rows;
    const query = joined(db.kysely.selectFrom(batch.as('contacts')))
      .$if(withEvidence, (chosen) => chosen.select(['contacts.evidence', 'backlinks.contact_form_url']))
      .orderBy('contacts.id');
    return (await db.asUser(userId, query)).rows as ContactWithEvidence[];
  });
}
