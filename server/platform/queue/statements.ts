// The statements that pg-boss does not have. They touch its table `pgboss.job`, so they hold for the pinned version;
// queue.test.ts fails when an upgrade breaks one.
import { createHash } from 'node:crypto';
import type { Db } from 'pg-boss';
import type { JobRow } from './run-job.ts';

/** The channel on which pg-boss says which queue has a new job, made from the name of its schema. */
export const jobsChannel = `pgboss_${createHash('sha224').update('pgboss').digest('hex').slice(0, 24)}`;

/** What a worker reads of a job it has taken. */
export const rowColumns = `id, name, data, retry_count as "retryCount", singleton_key as "singletonKey", group_id as "group",
  round(1000 * extract(epoch from started_on - start_after))::float8 as "waitedMs",
  source_name as "sourceName", source_output as "sourceOutput"`;

/** Deletes the jobs in $2 (ids) and $3 (attempts), unless another worker has taken them over. */
export const deleteDone = `delete from pgboss.job j using unnest($2::uuid[], $3::int[]) as d (id, attempt)
  where j.name = $1 and j.id = d.id and j.state = 'active' and j.retry_count = d.attempt returning j.id`;

/**
 * A condition that makes a statement finish its 'done' before it takes a job. Without it PostgreSQL deletes last, and a
 * worker that waits there for a transaction would keep the jobs it has just taken from that same transaction.
 */
export const afterDone = `(select count(*) from done) >= 0`;

/** Takes the jobs that the statement has selected as 'next'. */
export const takeNext = `update pgboss.job j
  set state = 'active', started_on = now(), heartbeat_on = now(),
      retry_count = case when started_on is not null then retry_count + 1 else retry_count end
  from next where j.name = $1 and j.id = next.id
  returning j.*`;

export interface Exchange {
  /** Jobs that are done: they are deleted, for their log line is the record, and the table stays as small as the work left. */
  done: readonly JobRow[];
  /** How many jobs to take for them. */
  most: number;
}

/**
 * Deletes jobs that are done and takes the next ones, the most urgent first. One statement for both, and only the columns
 * that are used: pg-boss has one for each, with 37 columns. Rejects like any query, having done neither.
 */
export async function exchangeJobs(db: Db, name: string, { done, most }: Exchange): Promise<JobRow[]> {
  const { rows } = await db.executeSql(
    `with done as (${deleteDone}),
     next as (
       select id from pgboss.job
       where name = $1 and state < 'active' and not blocked and start_after <= now() and ${afterDone}
       order by priority desc, created_on limit $4
       for update skip locked),
     taken as (${takeNext})
     select ${rowColumns} from taken order by priority desc, created_on`,
    [name, done.map(({ id }) => id), done.map(({ retryCount }) => retryCount), most],
  );
  return rows;
}

export interface PutBack {
  row: JobRow;
  afterSeconds: number;
  /** The next run is the same attempt again: without a start time, pg-boss does not count the fetch. */
  sameAttempt: boolean;
}

/** Lets running jobs wait again: for RetryLater, for the next attempt, or for another worker. Rejects like any query. */
export async function putBack(db: Db, name: string, jobs: PutBack[]): Promise<void> {
  const items = jobs.map(({ row, afterSeconds, sameAttempt }) => ({
    id: row.id,
    attempt: row.retryCount,
    after: afterSeconds,
    same: sameAttempt,
  }));
  await db.executeSql(
    `with put as (
       update pgboss.job j
       set state = 'retry', heartbeat_on = null, start_after = now() + i.after * interval '1 second',
           started_on = case when i.same then null else j.started_on end
       from json_to_recordset($2::text::json) as i (id uuid, attempt int, after float8, same boolean)
       where j.name = $1 and j.id = i.id and j.state = 'active' and j.retry_count = i.attempt
       returning i.after)
     select pg_notify('${jobsChannel}', $1::text) from put where after = 0 limit 1`,
    [name, JSON.stringify(items)],
  );
}

/** Those of the queues that have a job to be run now. Rejects like any query. */
export async function listDue(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await db.executeSql(
    `select name from unnest($1::text[]) as wanted (name) where exists (
       select from pgboss.job j
       where j.name = wanted.name and j.state < 'active' and not j.blocked and j.start_after <= now())`,
    [names],
  );
  return rows.map((row: { name: string }) => row.name);
}

/** Whether a job runs over its time, or its worker has been silent for too long. Rejects like any query. */
export async function hasLapsed(db: Db): Promise<boolean> {
  const { rows } = await db.executeSql(
    `select exists (
       select from pgboss.job where state = 'active' and (heartbeat_on + heartbeat_seconds * interval '1 second' < now()
         or started_on + expire_seconds * interval '1 second' < now())) as lapsed`,
  );
  return rows[0]?.lapsed === true;
}

/** Makes the attempt that runs the last one, so that failing it ends the job. Rejects like any query. */
export async function makeLastAttempt(db: Db, row: JobRow): Promise<void> {
  await db.executeSql(
    `update pgboss.job set retry_limit = retry_count
     where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [row.name, row.id, row.retryCount],
  );
}

/**
 * Keeps waiting jobs with these keys from being taken before the caller's transaction has ended, so that their run sees
 * what it wrote, and makes them due as early as asked. Workers are told of those that are due, for they may have passed over
 * them meanwhile. Answers with the keys held: the others' jobs have begun to run.
 * Waits for nobody: a job that a worker is taking counts as begun, and one that another transaction is making due sooner is
 * left to it. Waiting here, with other jobs held already, could end in a deadlock.
 */
export async function holdWaiting(db: Db, name: string, keys: string[], afterSeconds: number): Promise<Set<string>> {
  const { rows } = await db.executeSql(
    `with held as (
       select id, singleton_key, start_after from pgboss.job
       where name = $1 and state = 'created' and singleton_key = any ($2::text[])
       order by singleton_key
       for key share skip locked),
     late as (
       select j.id from held join pgboss.job j on j.name = $1 and j.id = held.id
       where held.start_after > clock_timestamp() + $3::float8 * interval '1 second'
       for no key update of j skip locked),
     sooner as (
       update pgboss.job j set start_after = now() + $3::float8 * interval '1 second'
       from late where j.name = $1 and j.id = late.id)
     select singleton_key,
       case when start_after <= now() or $3 = 0 then pg_notify('${jobsChannel}', $1::text) end
     from held`,
    [name, keys, afterSeconds],
  );
  return new Set(rows.map((row: { singleton_key: string }) => row.singleton_key));
}

/** Those of the keys with a job that waits, for its first run or another one, or runs. Rejects like any query. */
export async function listUnderWay(db: Db, name: string, keys: string[]): Promise<Set<string>> {
  const { rows } = await db.executeSql(
    `select distinct singleton_key from pgboss.job
     where name = $1 and state <= 'active' and singleton_key = any ($2::text[])`,
    [name, keys],
  );
  return new Set(rows.map((row: { singleton_key: string }) => row.singleton_key));
}

/** Those of the groups with a job that waits, for its first run or another one, or runs. Rejects like any query. */
export async function listGroupsAtWork(db: Db, groups: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.executeSql(
    `select distinct group_id from pgboss.job where state <= 'active' and group_id = any ($1::text[])`,
    [groups],
  );
  return new Set(rows.map((row: { group_id: string }) => row.group_id));
}

export interface DeadLetter {
  id: string;
  job: string;
  payload: object;
  reason: string;
  attempts: number;
  at: Date;
  /** Whether `gaveUp` has run. */
  handled: boolean;
}

/** The jobs that ended in failure, newest first. Rejects like any query. */
export async function listDeadLetters(db: Db, queue: string, limit: number): Promise<DeadLetter[]> {
  const { rows } = await db.executeSql(
    `select source_id as id, source_name as job, data as payload, source_output as output,
            source_retry_count + 1 as attempts, created_on as at, state = 'completed' as handled
     from pgboss.job where name = $1 order by created_on desc limit $2`,
    [queue, limit],
  );
  return rows.map(({ output, ...letter }: Omit<DeadLetter, 'reason'> & { output: unknown }) => ({
    ...letter,
    reason: reasonIn(output),
  }));
}

export interface JobCount {
  job: string;
  waiting: number;
  running: number;
  dead: number;
}

/**
 * How many jobs there are by name and state. Rejects like any query. Reads the whole table once per scrape of /metrics, which is
 * as small as the work left and the failures of 30 days; an index would cost every job more than it saves here.
 */
export async function countJobs(db: Db, deadLetters: string): Promise<JobCount[]> {
  const { rows } = await db.executeSql(
    `select coalesce(source_name, name) as job,
            count(*) filter (where name <> $1 and state < 'active')::int as waiting,
            count(*) filter (where name <> $1 and state = 'active')::int as running,
            count(*) filter (where name = $1)::int as dead
     from pgboss.job group by 1 order by 1`,
    [deadLetters],
  );
  return rows;
}

const wordsOfPgBoss: Record<string, string> = {
  'job heartbeat timeout': 'its worker stopped without a word',
  'job timed out': 'it took too long',
};

/** Why a job failed, out of what was stored with it: our own reason, or what pg-boss's supervision noticed. */
export function reasonIn(output: unknown): string {
  const { reason, value } = (output ?? {}) as { reason?: string; value?: { message?: string } };
  return reason ?? wordsOfPgBoss[value?.message ?? ''] ?? 'unknown';
}
