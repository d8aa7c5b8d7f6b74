// What a search for contacts is about: the backlink, its campaign, and how far the searches of it are.
import { sql } from 'kysely';
import type { EmailMode } from '../../../shared/campaign.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export interface Work {
  backlinkId: string;
  userId: string;
  campaignId: string;
  keyword: string;
  mode: EmailMode | null;
  /** Whether the user still wants it. */
  keep: boolean;
  url: string;
  domain: string;
  contactSearch: string;
  domainSearch: string;
  emailCredits: number;
}

/** Undefined when the campaign or its user is gone. */
export async function readWork(db: Kdb, backlinkId: string): Promise<Work | undefined> {
  const [work] = await readWorks(db, [backlinkId]);
  return work;
}

/** The same for many, in their order. */
export async function readWorks(db: Kdb, backlinkIds: readonly string[]): Promise<(Work | undefined)[]> {
  // Written out, as all that runs for every few backlinks: the builder takes longer to build this than the rest to send it.
  const { rows } = await sql<Work>`
    select backlinks.id as "backlinkId", backlinks.user_id as "userId", requests_id as "campaignId", keyword, mode, keep,
      url_from as url, domain, contact_search as "contactSearch", domain_search as "domainSearch",
      email_credits as "emailCredits"
    from backlinks join requests on requests.id = requests_id join profiles on profiles.id = backlinks.user_id
    where backlinks.id = any (${backlinkIds}::uuid[])`.execute(db);
  const works = new Map(rows.map((row) => [row.backlinkId, row]));
  return backlinkIds.map((id) => works.get(id));
}

export interface Held {
  backlinkId: string;
  /** Whether the user wants it now. It may have changed since the work was read, and cannot change while it is held. */
  keep: boolean;
  contactSearch: string;
  domainSearch: string;
  /** What can be spent; 0 when it was not asked for. */
  balance: number;
}

/** How far the searches of a backlink are, held until the transaction ends. Undefined when it is gone. */
export async function holdBacklink(
  tx: Tx,
  { backlinkId, userId }: Pick<Work, 'backlinkId' | 'userId'>,
  how: { withBalance: boolean },
): Promise<Held | undefined> {
  const [held] = await holdBacklinks(tx, { userId, backlinkIds: [backlinkId] }, how);
  return held;
}

/**
 * The same for backlinks of one user, by id: only one search writes a backlink's contacts at a time.
 * With the balance when something may cost: it is locked first, in the order of the house.
 */
export async function holdBacklinks(
  tx: Tx,
  { backlinkIds, userId }: { backlinkIds: readonly string[]; userId: string },
  { withBalance }: { withBalance: boolean },
): Promise<Held[]> {
  const balance = withBalance
    ? sql`select email_credits as balance from profiles where id = ${userId} for no key update`
    : sql`select 0 as balance`;
  // The order puts a sort under the locks: the balance is held before the first backlink is.
  const { rows } = await sql<Held>`
    with held as materialized (${balance})
    select id as "backlinkId", keep, contact_search as "contactSearch", domain_search as "domainSearch", held.balance
    from held, backlinks where id = any (${backlinkIds}::uuid[]) order by id for no key update of backlinks`.execute(
    tx,
  );
  return rows;
}

export async function startDomainSearch(tx: Tx, backlinkId: string): Promise<void> {
  await tx.updateTable('backlinks').set({ domain_search: 'running' }).where('id', '=', backlinkId).execute();
}

/** A search that has not moved for long, with its owner. */
export interface StuckSearch {
  id: string;
  userId: string;
  campaignId: string;
}

/** Backlinks whose domain search has been running since so long, up to a thousand. */
export function listStuckDomainSearches(db: Kdb, seconds: number): Promise<StuckSearch[]> {
  return db
    .selectFrom('backlinks')
    .select(['id', 'user_id as userId', 'requests_id as campaignId'])
    .where('domain_search', '=', 'running')
    .where('updated_at', '<', sql<Date>`now() - ${seconds} * interval '1 second'`)
    .limit(1_000)
    .execute();
}
