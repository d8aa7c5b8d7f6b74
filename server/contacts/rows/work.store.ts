// What a search for contacts is about: the backlink, its campaign, and how far the searches of it are.
import { sql, type Updateable } from 'kysely';
import type { Backlinks } from '../../../db/types.ts';
import type { Kdb, Tx } from '../../platform/db.ts';

export interface Work {
  backlinkId: string;
  userId: string;
  campaignId: string;
  keyword: string;
  mode: string | null;
  url: string;
  domain: string;
  contactSearch: string;
  domainSearch: string;
  emailCredits: number;
}

/** Undefined when the campaign or its user is gone. */
export async function readWork(db: Kdb, backlinkId: string): Promise<Work | undefined> {
  return db
    .selectFrom('backlinks')
    .innerJoin('requests', 'requests.id', 'backlinks.requests_id')
    .innerJoin('profiles', 'profiles.id', 'backlinks.user_id')
    .select([
      'backlinks.id as backlinkId',
      'backlinks.user_id as userId',
      'backlinks.requests_id as campaignId',
      'requests.keyword',
      'requests.mode',
      'backlinks.url_from as url',
      'backlinks.domain',
      'backlinks.contact_search as contactSearch',
      'backlinks.domain_search as domainSearch',
      'profiles.email_credits as emailCredits',
    ])
    .where('backlinks.id', '=', backlinkId)
    .executeTakeFirst();
}

/** How far the searches are, held until the transaction ends: only one of them writes a backlink's contacts at a time. */
export async function lockBacklink(tx: Tx, backlinkId: string) {
  return tx
    .selectFrom('backlinks')
    .select(['contact_search as contactSearch', 'domain_search as domainSearch'])
    .where('id', '=', backlinkId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

type Searches = Pick<Updateable<Backlinks>, 'contact_search' | 'contact_search_problem' | 'domain_search'>;

/** Whether other backlinks of the campaign still wait for their contacts. */
export async function setSearches(
  tx: Kdb,
  { backlinkId, campaignId }: Pick<Work, 'backlinkId' | 'campaignId'>,
  values: Searches,
): Promise<{ othersWait: boolean }> {
  const others = sql<boolean>`exists (select from backlinks as other
    where other.requests_id = ${campaignId} and other.contact_search = 'waiting' and other.id <> ${backlinkId})`;
  const row = await tx
    .updateTable('backlinks')
    .set(values)
    .where('id', '=', backlinkId)
    .returning(others.as('othersWait'))
    .executeTakeFirst();
  return row ?? { othersWait: false };
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
