// The input of a contact search: the backlink, its campaign, and the state of its searches.
import { sql } from 'kysely';
import type { EmailMode } from '../../../shared/campaign.ts';
import type { FallbackStep } from '../../../shared/outreach-values.ts';
import type { SearchProblem } from '../../../shared/search-problem.ts';
import type { Kdb } from '../../platform/db.ts';

export interface Work {
  backlinkId: string;
  userId: string;
  campaignId: string;
  keyword: string;
  mode: EmailMode | null;
  /** Whom to look for after the author. */
  fallbackOrder: FallbackStep[];
  /** Whether the user still wants it. */
  keep: boolean;
  url: string;
  domain: string;
  contactSearch: string;
  domainSearch: string;
  domainSearchProblem: SearchProblem | null;
  emailCredits: number;
  /** What the campaign's order may still spend; null if it has no limit. */
  creditsLeft: number | null;
}

/** Undefined when the campaign or its user is gone. */
export async function readWork(db: Kdb, backlinkId: string): Promise<Work | undefined> {
  const [work] = await readWorks(db, [backlinkId]);
  return work;
}

/** The same for many, in their order. */
export async function readWorks(db: Kdb, backlinkIds: readonly string[]): Promise<(Work | undefined)[]> {
  // Plain SQL because this runs every few backlinks: the query builder takes longer to build it than the rest takes to send it.
  const { rows } = await sql<Work>`
    select backlinks.id as "backlinkId", backlinks.user_id as "userId", requests_id as "campaignId", keyword, mode, fallback_order as "fallbackOrder", keep,
      url_from as url, domain, contact_search as "contactSearch", domain_search as "domainSearch",
      domain_search_problem as "domainSearchProblem", email_credits as "emailCredits", email_credits_left as "creditsLeft"
    from backlinks join requests on requests.id = requests_id join profiles on profiles.id = backlinks.user_id
    where backlinks.id = any (${backlinkIds}::uuid[])`.execute(db);
  const works = new Map(rows.map((row) => [row.backlinkId, row]));
  return backlinkIds.map((id) => works.get(id));
}

/** A stuck search and its owner. */
export interface StuckSearch {
  id: string;
  userId: string;
  campaignId: string;
}

/** Up to a thousand backlinks whose domain search has been running for at least this long. */
export function listStuckDomainSearches(db: Kdb, seconds: number): Promise<StuckSearch[]> {
  return db
    .selectFrom('backlinks')
    .select(['id', 'user_id as userId', 'requests_id as campaignId'])
    .where('domain_search', '=', 'running')
    .where('updated_at', '<', sql<Date>`now() - ${seconds} * interval '1 second'`)
    .limit(1_000)
    .execute();
}
