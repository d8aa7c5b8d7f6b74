// How many backlinks earlier Magic Searches found, delivered or not: a limit or a low balance says nothing about the next one.
import { sql } from 'kysely';
import type { Database, Kdb } from '../../platform/db.ts';

const latestOwn = 20;
const latestOthers = 50;

const isDone = sql`type = 'Magic Campaign' and search = 'done'`;
const found = sql`(coalesce(counts.backlinks, 0) + left_out + over_limit)`;
const withCounts = sql`left join campaign_counts counts on counts.campaign_id = latest.id`;

export async function readBacklinkBalance(db: Database, userId: string): Promise<number> {
  const query = db.kysely.selectFrom('profiles').select('credits').where('id', '=', userId);
  return (await db.asUser(userId, query)).rows[0]?.credits ?? 0;
}

/** One number for each of the user's latest Magic Searches. */
export async function listOwnFinds(db: Database, userId: string): Promise<number[]> {
  const query = sql<{ found: number }>`
    with latest as (
      select id, left_out, over_limit from requests where user_id = ${userId} and ${isDone}
      order by id desc limit ${latestOwn})
    select ${found} as found from latest ${withCounts}`;
  const { rows } = await db.asUser(userId, query);
  return rows.map((row) => row.found);
}

/** The same for the latest ones of all other users, one average for each user: no one's campaigns can be identified. */
export async function listOtherUsersFinds(db: Kdb, userId: string): Promise<number[]> {
  const { rows } = await sql<{ found: number }>`
    with latest as (
      select id, user_id, left_out, over_limit from requests where user_id <> ${userId} and ${isDone}
      order by id desc limit ${latestOthers})
    select avg(${found})::real as found from latest ${withCounts} group by latest.user_id`.execute(db);
  return rows.map((row) => row.found);
}
