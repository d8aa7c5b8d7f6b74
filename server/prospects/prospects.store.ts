// Prospects as /data gives and takes them. Campaigns write them by triggers; this file has what users change themselves.
import { sql } from 'kysely';
import type { Order } from '../../shared/api/fields.ts';
import type { prospectOrders } from '../../shared/api/prospects.ts';
import type { Prospect } from '../../shared/prospect.ts';
import type { ProspectState } from '../../shared/prospect-values.ts';
import type { Database, Kdb } from '../platform/db.ts';
import { type JsonPage, readJsonPage } from '../platform/rows/json-page.ts';
import { readInBatches } from '../platform/rows/read-in-batches.ts';

export interface ProspectFilter {
  search?: string | undefined;
  state?: ProspectState | undefined;
  campaignId?: string | undefined;
}

export interface ProspectListQuery extends ProspectFilter {
  limit: number;
  offset: number;
  order: Order<(typeof prospectOrders)[number]>;
}

const columns = ['domain', 'state', 'note', 'contacts', 'contacted_at', 'first_seen_at', 'last_seen_at'] as const;

/** Characters that mean something in a pattern stand for themselves. */
const containing = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

function prospectsOf({ kysely }: Database, userId: string, { search, state, campaignId }: ProspectFilter) {
  return kysely
    .selectFrom('prospects')
    .where('user_id', '=', userId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''))
    .$if(search !== undefined && search.trim() !== '', (query) => {
      const pattern = containing((search ?? '').trim());
      return query.where((is) => is.or([is('domain', 'ilike', pattern), is('note', 'ilike', pattern)]));
    })
    .$if(campaignId !== undefined, (query) =>
      query.where('domain', 'in', (backlinks) =>
        backlinks
          .selectFrom('backlinks')
          .select('domain')
          .where('user_id', '=', userId)
          .where('requests_id', '=', campaignId ?? ''),
      ),
    );
}

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

/** The page is taken before the campaigns are looked up, so that they are looked up for its rows only. */
export function listProspects(
  db: Database,
  userId: string,
  { limit, offset, order, ...filter }: ProspectListQuery,
): Promise<JsonPage<Prospect>> {
  const rows = prospectsOf(db, userId, filter);
  const { column, direction } = order;
  const page = rows
    .select(['user_id', ...columns])
    .orderBy(column, (by) => (direction === 'desc' ? by.desc().nullsLast() : by.asc().nullsLast()))
    .orderBy('domain')
    .limit(limit)
    .offset(offset);
  return readJsonPage<Prospect>(db, userId, {
    owner: db.kysely.selectFrom('profiles').select('id').where('id', '=', userId),
    total: rows.select(sql`count(*)`.as('count')),
    page: db.kysely
      .selectFrom(page.as('prospects'))
      .select(columns)
      .select(campaigns.as('campaigns'))
      .$castTo<Prospect>(),
  });
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

export interface ProspectChange {
  domains: readonly string[];
  state?: ProspectState | undefined;
  note?: string | undefined;
  contacted_at?: string | null | undefined;
}

/** States in which the user has written to the site. */
export const writtenStates: readonly ProspectState[] = ['contacted', 'replied', 'linked'];

/** How many of the user's prospects were changed. */
export async function changeProspects(
  db: Kdb,
  userId: string,
  { domains, state, note, contacted_at }: ProspectChange,
): Promise<number> {
  const isWritten = state !== undefined && writtenStates.includes(state);
  const { numUpdatedRows } = await db
    .updateTable('prospects')
    .set((eb) => ({
      ...(state === undefined ? {} : { state }),
      ...(note === undefined ? {} : { note }),
      ...(contacted_at !== undefined ? { contacted_at } : {}),
      ...(contacted_at === undefined && isWritten
        ? { contacted_at: eb.fn.coalesce('contacted_at', sql<Date>`now()`) }
        : {}),
    }))
    .where('user_id', '=', userId)
    .where('domain', 'in', (eb) =>
      eb
        .selectFrom('prospects as held')
        .select('held.domain')
        .where('held.user_id', '=', userId)
        .where(sql<boolean>`held.domain = any (${[...domains]}::text[])`)
        .orderBy('held.domain')
        .forUpdate(),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export interface ImportedProspect {
  domain: string;
  state: ProspectState;
  note: string;
  contactedAt: string | null;
}

/** Adds sites or updates those that are there; a later contact date wins, and an empty note leaves the old one. */
export async function importProspects(db: Kdb, userId: string, rows: readonly ImportedProspect[]): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into prospects as known (user_id, domain, state, note, contacted_at)
    select ${userId}, domain, state, note, "contactedAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as sent (domain text, state text, note text, "contactedAt" timestamptz)
    order by domain
    on conflict (user_id, domain) do update set
      state = excluded.state,
      note = case when excluded.note = '' then known.note else excluded.note end,
      contacted_at = greatest(known.contacted_at, excluded.contacted_at)`.execute(db);
  return Number(numAffectedRows);
}

/** Notes that the contacts of these sites left Zeus as a file. */
export async function noteHandedOver(
  db: Kdb,
  { userId, campaignId, selected }: { userId: string; campaignId: string; selected: boolean },
): Promise<void> {
  await sql`
    update prospects set state = 'handed_over'
    where user_id = ${userId} and state in ('seen', 'removed', 'kept', 'contact_found') and domain in (
      select backlink.domain from contacts contact join backlinks backlink on backlink.id = contact.backlink_id
      where contact.user_id = ${userId} and contact.request_id = ${campaignId} and contact.email_state = 'found'
        and (contact.keep or not ${selected}::boolean))`.execute(db);
}
