// What searches for emails have cost so far: credits for each backlink that was searched, by campaign or by user.
import { sql } from 'kysely';
import type { EmailMode } from '../../../shared/campaign.ts';
import type { Database, Kdb } from '../../platform/db.ts';

export interface SearchFacts {
  /** Kept backlinks that would be searched. */
  backlinks: number;
  balance: number;
  keptIds: string[];
}

/** Undefined if the campaign does not exist for this user. */
export async function readSearchFacts(
  db: Database,
  userId: string,
  { campaignId, mode }: { campaignId: string; mode: EmailMode },
): Promise<SearchFacts | undefined> {
  const query = sql<SearchFacts>`
    select email_credits as balance, array(select id from backlinks where user_id = ${userId}
        and requests_id = ${campaignId} and keep order by domain_rating desc, id) as "keptIds",
      (select count(*)::int from backlinks where user_id = ${userId} and requests_id = ${campaignId} and keep
        and contact_search not in ('waiting', 'unreachable')
        and not (contact_search = 'done' and contact_search_mode = ${mode})) as backlinks
    from requests join profiles on profiles.id = requests.user_id
    where requests.id = ${campaignId} and requests.user_id = ${userId}`;
  const { rows } = await db.asUser(userId, query);
  return rows[0];
}

/** A campaign with fewer searched backlinks says nothing about others. */
const fewestSearched = 5;
const latestOwn = 20;
const latestOthers = 50;

const searchedIn = (mode: EmailMode) => sql`(select count(*)::int from backlinks
  where requests_id = latest.id and contact_search = 'done' and contact_search_mode = ${mode})`;

/** Credits for each backlink, one number for each of the user's latest other campaigns in this mode. */
export async function listOwnRates(
  db: Database,
  userId: string,
  { campaignId, mode }: { campaignId: string; mode: EmailMode },
): Promise<number[]> {
  const query = sql<{ rate: number }>`
    with latest as (
      select id from requests where user_id = ${userId} and mode = ${mode} and id <> ${campaignId}
      order by id desc limit ${latestOwn}),
    counted as materialized (select id, ${searchedIn(mode)} as searched from latest)
    select coalesce(email_spent - email_refunded, 0)::real / searched as rate
    from counted left join campaign_spending on user_id = ${userId} and campaign_id = id
    where searched >= ${fewestSearched}`;
  const { rows } = await db.asUser(userId, query);
  return rows.map(({ rate }) => rate);
}

/** The same for the latest campaigns of all other users, one number for each user, so that no single campaign can be identified. */
export async function listOtherUsersRates(db: Kdb, userId: string, mode: EmailMode): Promise<number[]> {
  const { rows } = await sql<{ rate: number }>`
    with latest as (
      select id, user_id from requests where mode = ${mode} and user_id <> ${userId}
      order by id desc limit ${latestOthers}),
    counted as materialized (select id, user_id, ${searchedIn(mode)} as searched from latest)
    select sum(coalesce(email_spent - email_refunded, 0))::real / sum(searched) as rate
    from counted left join campaign_spending spending
      on spending.user_id = counted.user_id and campaign_id = counted.id
    where searched >= ${fewestSearched} group by counted.user_id`.execute(db);
  return rows.map(({ rate }) => rate);
}
