// Takes users' jobs so that no user waits for another one's campaign: first the user who holds the fewest slots, and of that
// user's campaigns the one that does. Within a campaign jobs run by due time, so a retry has no head start.
import { sql } from 'kysely';
import type { Kdb } from '../db.ts';
import type { JobOwner } from './job.ts';
import { afterDone, deleteDone, type Exchange, type JobRow, rowColumns, takeNext } from './jobs.store.ts';

/** How a job's owner is stored. */
export function ownerText({ userId, campaignId }: JobOwner): string {
  return `${userId}/${campaignId}`;
}

/** Slots in use, by user and by owner. */
export type HeldSlots = Record<string, number>;

export function countByOwner(rows: readonly Pick<JobRow, 'owner'>[]): HeldSlots {
  const held: HeldSlots = {};
  for (const { owner } of rows) {
    const [userId = ''] = owner.split('/', 1);
    for (const key of [userId, owner]) held[key] = (held[key] ?? 0) + 1;
  }
  return held;
}

export interface FairExchange extends Exchange {
  perUser: number;
  /** What this process is already running. */
  held: HeldSlots;
}

/**
 * Deletes finished jobs and takes the next ones, like exchangeJobs. Each campaign with waiting jobs is found by one index step,
 * so ten thousand jobs of one user cost no more than ten. Considers about twice as many candidates as needed, because another
 * worker may be taking the same ones.
 */
export async function exchangeFairly(db: Kdb, name: string, exchange: FairExchange): Promise<JobRow[]> {
  const { done, most, perUser, held } = exchange;
  const slots = JSON.stringify(held);
  const isWaiting = sql`name = ${name} and state <> 'running'`;
  const heldBy = (column: string) => sql`coalesce((${slots}::jsonb ->> ${sql.ref(column)})::int, 0)`;
  const { rows } = await sql<JobRow>`
    with recursive done as (${deleteDone(done)}),
    campaigns (id) as (
      (select owner from jobs where ${isWaiting} and ${afterDone} order by 1 limit 1)
      union all
      select (select owner from jobs where ${isWaiting} and owner > campaigns.id order by 1 limit 1)
      from campaigns where campaigns.id is not null),
    heads as (
      select campaigns.id as campaign, split_part(campaigns.id, '/', 1) as user_id, first.due_at
      from campaigns cross join lateral (
        select due_at from jobs
        where ${isWaiting} and owner = campaigns.id and due_at <= now()
        order by due_at, id limit 1) first),
    users as (
      select user_id, count(*) over () as all_users from heads
      group by user_id having ${heldBy('user_id')} < ${perUser}
      order by ${heldBy('user_id')}, min(due_at) limit 2 * ${most}),
    due as (
      select job.*, campaign, user_id,
        row_number() over (partition by campaign order by job.due_at, job.id) as place
      from users join heads using (user_id) cross join lateral (
        select id, due_at from jobs
        where ${isWaiting} and owner = campaign and due_at <= now()
        order by due_at, id limit greatest(3, 2 * ${most} / all_users)) job),
    turns as (
      select id, due_at, ${heldBy('user_id')} + row_number() over (
        partition by user_id order by ${heldBy('campaign')} + place, due_at) as turn
      from due),
    candidates as (
      select id, turn, due_at from turns where turn <= ${perUser} order by turn, due_at limit 2 * ${most}),
    next as (
      select j.id from (select * from candidates order by turn, due_at) c cross join lateral (
        select id from jobs where id = c.id and state <> 'running' for update skip locked) j
      limit ${most}),
    taken as (${takeNext})
    select ${rowColumns} from taken order by due_at`.execute(db);
  return rows;
}
