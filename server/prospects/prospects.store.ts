// Prospects as /data gives and takes them. Campaigns write them by triggers; this file has what users change themselves.
import { domainToASCII } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import type { ProspectChange, ProspectFilter, ProspectListQuery } from '../../shared/api/prospects.ts';
import type { Prospect } from '../../shared/prospect.ts';
import type { ProspectState } from '../../shared/prospect-values.ts';
import type { Database, Kdb } from '../platform/db.ts';
import { type JsonPage, readJsonPage } from '../platform/rows/json-page.ts';
import { readInBatches } from '../platform/rows/read-in-batches.ts';

const columns = ['domain', 'state', 'note', 'contacts', 'contacted_at', 'first_seen_at', 'last_seen_at'] as const;

/** Characters that mean something in a pattern stand for themselves. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/**
 * Domains are in lower case and in ASCII, and comparing them as they are takes a fraction of the time. A name such as müller is found
 * by whole labels only, because a part of it is encoded differently.
 */
function domainContaining(text: string): string {
  const ascii = /\P{ASCII}/u.test(text) ? domainToASCII(text) : '';
  return containing(ascii || text.toLowerCase());
}

/** Which of the user's prospects match, as conditions on `prospects`. */
function matches(userId: string, filter: ProspectFilter): RawBuilder<boolean> {
  const { search = '', state, campaignId, contacts, contacted } = filter;
  const text = search.trim();
  const conditions = [
    sql`prospects.user_id = ${userId}`,
    state !== undefined && sql`prospects.state = ${state}`,
    text !== '' &&
      sql`(prospects.domain like ${domainContaining(text)} or prospects.note <> '' and prospects.note ilike ${containing(text)})`,
    campaignId !== undefined &&
      sql`prospects.domain in (select domain from backlinks where user_id = ${userId} and requests_id = ${campaignId})`,
    contacts !== undefined && (contacts === 'some' ? sql`prospects.contacts > 0` : sql`prospects.contacts = 0`),
    contacted !== undefined &&
      (contacted === 'ever' ? sql`prospects.contacted_at is not null` : sql`prospects.contacted_at is null`),
    filter.contactedFrom !== undefined && sql`prospects.contacted_at >= ${filter.contactedFrom}::date`,
    filter.contactedBefore !== undefined && sql`prospects.contacted_at < ${filter.contactedBefore}::date`,
    filter.seenFrom !== undefined && sql`prospects.last_seen_at >= ${filter.seenFrom}::date`,
    filter.seenBefore !== undefined && sql`prospects.last_seen_at < ${filter.seenBefore}::date`,
    filter.firstSeenFrom !== undefined && sql`prospects.first_seen_at >= ${filter.firstSeenFrom}::date`,
  ];
  return sql<boolean>`${sql.join(conditions.filter(isSet), sql` and `)}`;
}

const isSet = <Value>(value: Value | false): value is Value => value !== false;

const prospectsOf = ({ kysely }: Database, userId: string, filter: ProspectFilter) =>
  kysely.selectFrom('prospects').where(matches(userId, filter));

/** The newest campaigns that have the site of a row, three at most. */
const campaigns = sql<Prospect['campaigns']>`(
  select coalesce(json_agg(json_build_object('id', campaign.id, 'keyword', campaign.keyword)), '[]')
  from (
    select requests.id, requests.keyword from requests
    where requests.id in (
      select backlinks.requests_id from backlinks
      where backlinks.user_id = prospects.user_id and backlinks.domain = prospects.domain)
    order by requests.id desc limit 3
  ) campaign)`;

/** A prospect as the database has it, without the rule that it is under. */
export type StoredProspect = Omit<Prospect, 'rule' | 'same_as'>;

/** From this offset on, the rows are counted first, so that pages of the second half can be read from the end of the list. */
const deepOffset = 5_000;

interface PageBounds {
  limit: number;
  offset: number;
  /** Whether both are counted from the end of the list. */
  isFromEnd: boolean;
}

export async function readProspects(
  db: Database,
  userId: string,
  { limit, offset, order, ...filter }: ProspectListQuery,
): Promise<JsonPage<StoredProspect>> {
  const rows = prospectsOf(db, userId, filter);
  const count = rows.select(sql<number>`count(*)::int`.as('count'));
  const counted = offset < deepOffset ? undefined : ((await db.asUser(userId, count)).rows[0]?.count ?? 0);
  const bounds = toBounds({ limit, offset }, counted);
  return readJsonPage<StoredProspect>(db, userId, {
    owner: db.kysely.selectFrom('profiles').select('id').where('id', '=', userId),
    total: counted === undefined ? count : sql`${counted}`,
    page: readPage(db, rows, { order, bounds }),
  });
}

function toBounds({ limit, offset }: Omit<PageBounds, 'isFromEnd'>, total: number | undefined): PageBounds {
  if (total === undefined || offset <= total / 2) return { limit, offset, isFromEnd: false };
  const size = Math.max(0, Math.min(limit, total - offset));
  return { limit: size, offset: Math.max(0, total - offset - size), isFromEnd: true };
}

/**
 * The keys of the page are read first, from an index if there is one for the order: reading whole rows up to a page in the middle
 * takes several times as long.
 */
function readPage(
  db: Database,
  rows: ReturnType<typeof prospectsOf>,
  { order, bounds }: Pick<ProspectListQuery, 'order'> & { bounds: PageBounds },
) {
  const { limit, offset, isFromEnd } = bounds;
  const keys = rows
    .select(['user_id', 'domain'])
    .orderBy(toOrder(order, isFromEnd))
    .limit(limit)
    .offset(offset)
    .as('page');
  return db.kysely
    .selectFrom(keys)
    .innerJoin('prospects', (join) =>
      join.onRef('prospects.user_id', '=', 'page.user_id').onRef('prospects.domain', '=', 'page.domain'),
    )
    .select(columns.map((column) => `prospects.${column}` as const))
    .select(campaigns.as('campaigns'))
    .orderBy(toOrder(order, false))
    .$castTo<StoredProspect>();
}

/** Texts are usually read from A to Z; numbers and dates from the highest. */
const textColumns: readonly ProspectListQuery['order']['column'][] = ['domain', 'state', 'campaign'];

/**
 * Sites with the same value come by domain. In the unusual direction all of it is reversed, so that the same index serves it.
 * Sites that were never contacted come last in both.
 */
function toOrder({ column, direction }: ProspectListQuery['order'], isFromEnd: boolean): RawBuilder<unknown> {
  const isUsual = (direction === 'asc') === textColumns.includes(column);
  const way = (isDescending: boolean) => (isDescending ? sql`desc` : sql`asc`);
  const values = sql`${sql.ref(`prospects.${column}`)} ${way((direction === 'desc') !== isFromEnd)}`;
  if (column !== 'contacted_at') return sql`${values}, prospects.domain ${way(isUsual === isFromEnd)}`;
  return sql`${values} ${isFromEnd ? sql`nulls first` : sql`nulls last`}, prospects.domain ${way(isFromEnd)}`;
}

/** For the file: by domain, a batch at a time. */
export function prospectsForFile(db: Database, userId: string, filter: ProspectFilter) {
  const size = 1_000;
  const rows = prospectsOf(db, userId, filter).select(columns).orderBy('domain').limit(size);
  return readInBatches(size, async (after: { domain: string } | undefined) => {
    const query = after ? rows.where('domain', '>', after.domain) : rows;
    return (await db.asUser(userId, query)).rows;
  });
}

/** States in which the user has written to the site. */
export const writtenStates: readonly ProspectState[] = ['contacted', 'replied', 'linked'];

/** How many of the user's prospects were changed. */
export async function changeProspects(
  db: Kdb,
  userId: string,
  { domains = [], matching, state, note, contacted_at, changeId }: ProspectChange,
): Promise<number> {
  const isMeant = matching ? matches(userId, matching) : sql<boolean>`prospects.domain = any (${[...domains]}::text[])`;
  const isWritten = state !== undefined && writtenStates.includes(state);
  const { numUpdatedRows } = await db
    .updateTable('prospects')
    .set((eb) => ({
      ...(state === undefined ? {} : { state, ...keepFormer(changeId) }),
      ...(note === undefined ? {} : { note }),
      ...(contacted_at !== undefined ? { contacted_at } : {}),
      ...(contacted_at === undefined && isWritten
        ? { contacted_at: eb.fn.coalesce('contacted_at', sql<Date>`now()`) }
        : {}),
    }))
    .where('user_id', '=', userId)
    .where('domain', 'in', lockedDomains(userId, isMeant))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Locked in one order, so that two statements wait for each other instead of deadlocking. */
const lockedDomains = (userId: string, isMeant: RawBuilder<boolean>) => sql<string>`(
  select prospects.domain from prospects where prospects.user_id = ${userId} and ${isMeant}
  order by prospects.domain for update)`;

/** A change that is sent twice keeps what the first one has replaced. */
function keepFormer(changeId: string | undefined) {
  if (changeId === undefined) return { bulk_change: null };
  const isRepeated = sql<boolean>`prospects.bulk_change is not distinct from ${changeId}::uuid`;
  return {
    bulk_change: changeId,
    former_state: sql<string>`case when ${isRepeated} then prospects.former_state else prospects.state end`,
    former_contacted_at: sql<Date>`case when ${isRepeated} then prospects.former_contacted_at else prospects.contacted_at end`,
  };
}

/** Restores the sites that no later change has touched, and returns how many there are. */
export async function undoProspectChange(db: Kdb, userId: string, changeId: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('prospects')
    .set({ state: sql`former_state`, contacted_at: sql`former_contacted_at`, bulk_change: null })
    .where('user_id', '=', userId)
    .where('domain', 'in', lockedDomains(userId, sql`prospects.bulk_change = ${changeId}`))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface ImportedProspect {
  domain: string;
  state: ProspectState;
  note: string;
  contactedAt: string | null;
}

/** From the weakest on: an import does not replace one of these by a weaker one, or by any other state. */
const lastingStates: readonly ProspectState[] = ['contacted', 'replied', 'linked', 'do_not_contact'];

const rankOf = (state: RawBuilder<unknown>) =>
  sql<number>`coalesce(array_position(${[...lastingStates]}::text[], ${state}), 0)`;

/**
 * Adds sites or updates those that are there, and returns how many. The stronger state stays, a later contact date wins, and an
 * empty note leaves the old one: among the rows of a site as well as against what is stored, so that the result doesn't depend on
 * which rows are imported together.
 */
export async function importProspects(db: Kdb, userId: string, rows: readonly ImportedProspect[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into prospects as known (user_id, domain, state, note, contacted_at)
    select ${userId}, domain,
      (array_agg(state order by ${rankOf(sql`state`)} desc, line desc))[1],
      coalesce((array_agg(note order by line desc) filter (where note <> ''))[1], ''),
      max(contacted_at)
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json)
      as (domain text, state text, note text, "contactedAt" timestamptz))
      with ordinality as sent (domain, state, note, contacted_at, line)
    group by domain
    order by domain
    on conflict (user_id, domain) do update set
      state = case when ${rankOf(sql`known.state`)} > ${rankOf(sql`excluded.state`)} then known.state else excluded.state end,
      note = case when excluded.note = '' then known.note else excluded.note end,
      contacted_at = greatest(known.contacted_at, excluded.contacted_at),
      bulk_change = null`.execute(db);
  return Number(numAffectedRows);
}

/** Whether the user has more prospects than this. */
export async function hasMoreProspects(db: Kdb, userId: string, than: number): Promise<boolean> {
  const next = db.selectFrom('prospects').select('domain').where('user_id', '=', userId);
  return (await next.offset(than).limit(1).executeTakeFirst()) !== undefined;
}

/**
 * Notes that the contacts of these sites left Zeus as a file. A state that an undo would restore advances as well: after the undo,
 * the site is as if there had only been the download.
 */
export async function noteHandedOver(
  db: Kdb,
  { userId, campaignId, selected }: { userId: string; campaignId: string; selected: boolean },
): Promise<void> {
  const isEarlier = (state: RawBuilder<string>) =>
    sql<boolean>`${state} in ('seen', 'removed', 'kept', 'contact_found')`;
  const advanced = (state: RawBuilder<string>) =>
    sql<string>`case when ${isEarlier(state)} then 'handed_over' else ${state} end`;
  const state = sql<string>`prospects.state`;
  const former = sql<string>`prospects.former_state`;
  const isHandedOver = sql<boolean>`
    (${isEarlier(state)} or prospects.bulk_change is not null and ${isEarlier(former)}) and prospects.domain in (
      select backlink.domain from contacts contact join backlinks backlink on backlink.id = contact.backlink_id
      where contact.user_id = ${userId} and contact.request_id = ${campaignId} and contact.email_state = 'found'
        and (contact.keep or not ${selected}::boolean))`;
  await db
    .updateTable('prospects')
    .set({ state: advanced(state), former_state: advanced(former) })
    .where('user_id', '=', userId)
    .where('domain', 'in', lockedDomains(userId, isHandedOver))
    .execute();
}
