// Takes users' jobs so that nobody waits for somebody else's campaign: first the user who holds the fewest slots, and of that
// user's campaigns the one that does. Within a campaign jobs run by priority and due time, so a retry has no head start.
// pg-boss keeps the owner as the job's group; its own fetch knows limits per group, but no turns.
import type { Db } from 'pg-boss';
import { deadLetterQueue } from './boss.ts';
import type { JobOwner } from './job.ts';
import type { JobRow } from './run-job.ts';
import { afterDone, deleteDone, type Exchange, rowColumns, takeNext } from './statements.ts';

export function groupOf({ userId, campaignId }: JobOwner): string {
  return `${userId}/${campaignId}`;
}

/** Slots in use, by user and by group. */
export type HeldSlots = Record<string, number>;

export function countByOwner(rows: readonly Pick<JobRow, 'group'>[]): HeldSlots {
  const held: HeldSlots = {};
  for (const { group } of rows) {
    if (group === null) continue;
    const [userId = ''] = group.split('/', 1);
    for (const key of [userId, group]) held[key] = (held[key] ?? 0) + 1;
  }
  return held;
}

export interface FairExchange extends Exchange {
  perUser: number;
  /** What this process runs already. */
  held: HeldSlots;
}

/**
 * Deletes jobs that are done and takes the next ones, as exchangeJobs does. Each campaign with waiting jobs is found by one
 * step through the index, so ten thousand jobs of one user cost no more than ten. About twice as many candidates as needed
 * are looked at, because another worker may be taking the same ones.
 */
export async function exchangeFairly(db: Db, name: string, exchange: FairExchange): Promise<JobRow[]> {
  const { done, most, perUser, held } = exchange;
  const { rows } = await db.executeSql(takeFairly, [
    name,
    done.map(({ id }) => id),
    done.map(({ retryCount }) => retryCount),
    most,
    perUser,
    JSON.stringify(held),
  ]);
  return rows;
}

const isWaiting = `name = $1 and state < 'active' and not blocked`;
const owner = `coalesce(group_id, '')`;

const takeFairly = `
  with recursive done as (${deleteDone}),
  campaigns (id) as (
    (select ${owner} from pgboss.job where ${isWaiting} and ${afterDone} order by 1 limit 1)
    union all
    select (select ${owner} from pgboss.job where ${isWaiting} and ${owner} > campaigns.id order by 1 limit 1)
    from campaigns where campaigns.id is not null),
  heads as (
    select campaigns.id, split_part(campaigns.id, '/', 1) as owner, first.start_after
    from campaigns cross join lateral (
      select start_after from pgboss.job
      where ${isWaiting} and ${owner} = campaigns.id and start_after <= now()
      order by priority desc, start_after, id limit 1) first),
  users as (
    select owner, count(*) over () as all_users from heads
    group by owner having coalesce(($6::jsonb ->> owner)::int, 0) < $5
    order by coalesce(($6::jsonb ->> owner)::int, 0), min(start_after) limit 2 * $4),
  due as (
    select job.*, heads.id as campaign, owner,
      row_number() over (partition by heads.id order by priority desc, job.start_after, job.id) as place
    from users join heads using (owner) cross join lateral (
      select id, priority, start_after from pgboss.job
      where ${isWaiting} and ${owner} = heads.id and start_after <= now()
      order by priority desc, start_after, id limit greatest(3, 2 * $4 / all_users)) job),
  turns as (
    select id, start_after, coalesce(($6::jsonb ->> owner)::int, 0) + row_number() over (
      partition by owner order by coalesce(($6::jsonb ->> campaign)::int, 0) + place, priority desc, start_after) as turn
    from due),
  candidates as (
    select id, turn, start_after from turns where turn <= $5 order by turn, start_after limit 2 * $4),
  next as (
    select j.id from (select * from candidates order by turn, start_after) c cross join lateral (
      select id from pgboss.job
      where name = $1 and id = c.id and state < 'active' and not blocked
      for update skip locked) j
    limit $4),
  taken as (${takeNext})
  select ${rowColumns} from taken order by priority desc, start_after`;

/**
 * What pg-boss has no index for: whose turn it is, jobs by key at every enqueue, those that run, every two seconds, the jobs of a
 * campaign, and the newest failures.
 */
const indexes = {
  zeus_job_turns: `(name, ${owner}, priority desc, start_after, id) where state < 'active' and not blocked`,
  zeus_job_keys: `(name, singleton_key) where state <= 'active'`,
  zeus_job_running: `(started_on) where state = 'active'`,
  zeus_job_groups: `(group_id) where state <= 'active' and group_id is not null`,
  zeus_job_newest_dead: `(created_on desc) where name = '${deadLetterQueue}'`,
};

/** Adds the indexes our statements need to pg-boss's table. Safe when several processes do it at once. */
export async function addIndexes(db: Db): Promise<void> {
  for (const [name, definition] of Object.entries(indexes)) {
    const { rows } = await db.executeSql(`select to_regclass('pgboss.${name}') is not null as there`);
    if (rows[0]?.there) continue;
    // Statements sent together are one transaction, at whose end the lock is released.
    await db.executeSql(`
      select pg_advisory_xact_lock(hashtext('zeus_job_turns'));
      create index if not exists ${name} on pgboss.job ${definition}`);
  }
}
