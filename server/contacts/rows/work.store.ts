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
  const work = await db
    .selectFrom('backlinks')
    .innerJoin('requests', 'requests.id', 'backlinks.requests_id')
    .innerJoin('profiles', 'profiles.id', 'backlinks.user_id')
    .select([
      'backlinks.id as backlinkId',
      'backlinks.user_id as userId',
      'backlinks.requests_id as campaignId',
      'requests.keyword',
      'requests.mode',
      'backlinks.keep',
      'backlinks.url_from as url',
      'backlinks.domain',
      'backlinks.contact_search as contactSearch',
      'backlinks.domain_search as domainSearch',
      'profiles.email_credits as emailCredits',
    ])
    .where('backlinks.id', '=', backlinkId)
    .executeTakeFirst();
  return work as Work | undefined;
}

export interface Held {
  contactSearch: string;
  domainSearch: string;
  /** What can be spent; 0 when it was not asked for. */
  balance: number;
}

/**
 * How far the searches are, held until the transaction ends: only one of them writes a backlink's contacts at a time.
 * With the balance when something may cost: it is locked first, in the order of the house.
 */
export async function holdBacklink(
  tx: Tx,
  { backlinkId, userId }: Pick<Work, 'backlinkId' | 'userId'>,
  { withBalance }: { withBalance: boolean },
): Promise<Held | undefined> {
  const balance = withBalance
    ? sql`select email_credits as balance from profiles where id = ${userId} for no key update`
    : sql`select 0 as balance`;
  const { rows } = await sql<Held>`
    with held as materialized (${balance})
    select contact_search as "contactSearch", domain_search as "domainSearch", held.balance
    from held, backlinks where id = ${backlinkId} for no key update of backlinks`.execute(tx);
  return rows[0];
}

export async function startDomainSearch(tx: Tx, backlinkId: string): Promise<void> {
  await tx.updateTable('backlinks').set({ domain_search: 'running' }).where('id', '=', backlinkId).execute();
}

/** Backlinks whose domain search has been running since so long, up to a thousand. */
export async function listStuckDomainSearches(db: Kdb, seconds: number): Promise<string[]> {
  const rows = await db
    .selectFrom('backlinks')
    .select('id')
    .where('domain_search', '=', 'running')
    .where('updated_at', '<', sql<Date>`now() - ${seconds} * interval '1 second'`)
    .limit(1_000)
    .execute();
  return rows.map(({ id }) => id);
}
