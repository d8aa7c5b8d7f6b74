// The search a campaign starts with, as recorded in its row: `search` is 'waiting' until a provider has answered. Both search
// results and Magic Search end it.
import { sql } from 'kysely';
import type { SkipRules } from '../../shared/api/campaigns.ts';
import { type SearchPlace, toPlace } from '../../shared/search-place.ts';
import type { Targeting } from '../../shared/targeting-schema.ts';
import type { FiguresProblem } from '../engine/metrics/fill-gaps.ts';
import type { Kdb, Tx } from '../platform/db.ts';

export interface CampaignSearch {
  userId: string;
  type: string;
  /** What is searched for, even if the campaign was renamed. */
  keyword: string;
  place: SearchPlace;
  targeting: Targeting;
  search: string;
  minDomainRating: number;
  maxDomainRating: number;
  minWords: number;
  minTraffic: number;
  skip: SkipRules;
  /** When the current step started. */
  since: Date | null;
  /** Backlinks that the order may still deliver; null when it has no limit. */
  backlinksLeft: number | null;
}

/** Undefined if the campaign was deleted. */
export async function findCampaignSearch(db: Kdb, campaignId: string): Promise<CampaignSearch | undefined> {
  const row = await db
    .selectFrom('requests')
    .select((eb) => [
      'user_id as userId',
      'type',
      'search',
      'min_dr as minDomainRating',
      'max_dr as maxDomainRating',
      'min_words as minWords',
      'min_traffic as minTraffic',
      'country',
      'language',
      'step_started_at as since',
      'backlinks_left as backlinksLeft',
      eb.ref('targeting').$castTo<Targeting>().as('targeting'),
      eb.fn.coalesce('search_keyword', 'keyword').as('keyword'),
      sql<SkipRules>`json_build_object('blocked', skip_blocked, 'inCampaign', skip_in_campaign,
        'linkingToMe', skip_linking_to_me, 'contactedDays', skip_contacted_days)`.as('skip'),
    ])
    .where('id', '=', campaignId)
    .executeTakeFirst();
  if (row === undefined) return;
  const { country, language, ...search } = row;
  return { ...search, place: toPlace(country, language) };
}

/** Records why the backlinks of search results could not be found; null if unknown. */
export async function noteSearchFailure(tx: Tx, campaignId: string, failure: 'account' | null): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ search_failure: failure })
    .where('id', '=', campaignId)
    .where('search_failure', 'is distinct from', failure)
    .execute();
}

/** Records how the search ended, and why it failed if known; false if that was recorded before or the campaign is gone. */
export async function endCampaignSearch(
  tx: Tx,
  campaignId: string,
  how: 'done' | 'failed' | 'stopped',
  failure: 'account' | null = null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('requests')
    .set({ search: how, search_failure: failure })
    .where('id', '=', campaignId)
    .where('search', '=', 'waiting')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Repeats the search the campaign starts with, which also finds what was left out for lack of credits. */
export async function awaitCampaignSearch(tx: Tx, campaignId: string): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ search: 'waiting', left_out: 0, over_limit: 0 })
    .where('id', '=', campaignId)
    .execute();
}

/** Records why figures of the step that ends are missing, or that none are. */
export async function noteFiguresProblem(tx: Tx, campaignId: string, problem: FiguresProblem | null): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ figures_problem: problem })
    .where('id', '=', campaignId)
    .where('figures_problem', 'is distinct from', problem)
    .execute();
}
