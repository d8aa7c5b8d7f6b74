// What the price of an order depends on.
import { sql } from 'kysely';
import type { CampaignPage, CampaignType, EmailMode } from '../../../shared/campaign.ts';
import type { LockedCampaign } from '../../campaigns/campaigns.store.ts';
import type { Database, Tx } from '../../platform/db.ts';
import type { UnfinishedSearch } from '../../search-results/search-results.store.ts';

export interface OrderFacts extends Pick<LockedCampaign, 'search' | 'leftOut' | 'overLimit'> {
  type: CampaignType;
  balance: number;
  /** How many backlinks the campaign has. */
  backlinks: number;
  /** The search results that the user keeps. */
  keptIds: string[];
  /** Of each of them that would be looked up: the domains known to link to it, without those delivered; null if unknown. */
  referringDomains: (number | null)[];
}

interface Ordered {
  campaignId: string;
  /** How the search for the backlinks of a result stands if the order has it. */
  states: readonly (UnfinishedSearch | 'waiting')[];
}

/** Read as the user. Undefined if the campaign does not exist for this user. */
export async function readOrderFacts(db: Database, userId: string, of: Ordered): Promise<OrderFacts | undefined> {
  const { rows } = await db.asUser(userId, orderFactsSql(userId, of));
  return rows[0];
}

/** The same in the transaction that places an order. */
export async function readOrderFactsIn(tx: Tx, userId: string, of: Ordered): Promise<OrderFacts | undefined> {
  const { rows } = await orderFactsSql(userId, of).execute(tx);
  return rows[0];
}

function orderFactsSql(userId: string, { campaignId, states }: Ordered) {
  return sql<OrderFacts>`
    select type, search, left_out as "leftOut", over_limit as "overLimit", credits as balance,
      (select count(*)::int from backlinks where user_id = ${userId} and requests_id = ${campaignId}) as backlinks,
      array(select id from search_results
        where user_id = ${userId} and requests_id = ${campaignId} and keep order by position, id) as "keptIds",
      (select coalesce(json_agg(case when referring_domains >= 0 then greatest(0, referring_domains - (
            select count(*) from backlinks
            where user_id = ${userId} and requests_id = ${campaignId} and url_to = search_results.url)) end), '[]')
        from search_results
        where user_id = ${userId} and requests_id = ${campaignId} and keep
          and backlink_search = any (${[...states]}::text[])) as "referringDomains"
    from requests join profiles on profiles.id = requests.user_id
    where requests.id = ${campaignId} and requests.user_id = ${userId}`;
}

export interface RetryFacts {
  failedStep: CampaignPage | null;
  mode: EmailMode | null;
  /** What the order that failed or was stopped may still deliver; null if it has no limit. */
  backlinksLeft: number | null;
  emailBalance: number;
  /** What the order for emails may still spend; null if it has no limit. */
  emailCreditsLeft: number | null;
  /** Kept backlinks whose contacts would be searched. */
  unsearched: number;
}

/** Undefined if the campaign does not exist for this user. */
export async function readRetryFacts(
  db: Database,
  userId: string,
  { campaignId, states }: { campaignId: string; states: readonly string[] },
): Promise<RetryFacts | undefined> {
  const query = sql<RetryFacts>`
    select failed_step as "failedStep", mode, backlinks_left as "backlinksLeft", email_credits as "emailBalance",
      email_credits_left as "emailCreditsLeft",
      (select count(*)::int from backlinks where user_id = ${userId} and requests_id = ${campaignId} and keep
        and contact_search = any (${[...states]}::text[])) as unsearched
    from requests join profiles on profiles.id = requests.user_id
    where requests.id = ${campaignId} and requests.user_id = ${userId}`;
  const { rows } = await db.asUser(userId, query);
  return rows[0];
}
