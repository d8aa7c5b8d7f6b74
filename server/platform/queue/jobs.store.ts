// Every statement on the table `jobs` and on `dead_letters`, except the one that takes users' jobs in turns (take-fairly.ts).
// A worker that was silent for too long loses its jobs. `runs` says whose run it is, so a late answer changes nothing.
import { type RawBuilder, sql } from 'kysely';
import type { Kdb } from '../db.ts';
import { toJson } from '../rows/to-json.ts';

/** The channel on which the name of a job is announced when one becomes due. */
export const jobsChannel = 'zeus_jobs';

/** Jobs under this name call `gaveUp` for a job that ended in failure. */
export const deadLetterJobName = 'gave-up';

/** A job that a worker has taken. */
export interface JobRow {
  id: number;
  name: string;
  payload: object;
  /** 1 for the first. */
  attempt: number;
  /** How often the job was taken, this time included. */
  run: number;
  key: string | null;
  /** As take-fairly.ts spells it; empty for Zeus's own work. */
  owner: string;
  /** How long it was due before it was taken. */
  waitedMs: number;
}

export type RunId = Pick<JobRow, 'id' | 'run'>;

/** A worker that hasn't extended its hold for so long is dead, and its jobs go to others. */
const holdFor = sql`interval '10 seconds'`;

export interface NewJob {
  payload: object;
  key: string | null;
}

export interface Terms {
  owner: string;
  afterSeconds: number;
}

/** Adds jobs and announces them. Returns the keys added: a key that is missing already has a waiting job. */
export async function insertJobs(db: Kdb, name: string, jobs: readonly NewJob[], terms: Terms): Promise<Set<string>> {
  const { owner, afterSeconds } = terms;
  const { rows } = await sql<{ key: string | null }>`
    with added as (
      insert into jobs (name, payload, key, owner, due_at)
      select ${name}, new.payload, new.key, ${owner}, now() + ${afterSeconds}::float8 * interval '1 second'
      from json_to_recordset(${JSON.stringify(jobs)}::text::json) as new (payload jsonb, key text)
      on conflict (name, key) where state = 'waiting' and key is not null do nothing
      returning key)
    select key, case when ${afterSeconds}::float8 = 0 then pg_notify(${jobsChannel}, ${name}) end from added`.execute(
    db,
  );
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/**
 * Keeps waiting jobs with these keys from being taken before the caller's transaction has ended, so that their run sees
 * what it wrote, and makes them due as early as requested. Workers are notified of those that are due, because they may have
 * skipped them meanwhile. Returns the keys locked: the jobs of the others have started to run.
 * Waits for no lock: a job that a worker is taking counts as started, and one that another transaction is making due sooner is
 * left to it. Waiting here, with other jobs locked already, could end in a deadlock.
 */
export async function lockWaiting(db: Kdb, name: string, keys: string[], afterSeconds: number): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    with held as (
      select id, key, due_at from jobs
      where name = ${name} and state = 'waiting' and key = any (${keys}::text[])
      order by key
      for key share skip locked),
    late as (
      select j.id from held join jobs j using (id)
      where held.due_at > clock_timestamp() + ${afterSeconds}::float8 * interval '1 second'
      for no key update of j skip locked),
    sooner as (
      update jobs j set due_at = now() + ${afterSeconds}::float8 * interval '1 second' from late where j.id = late.id)
    select key, case when due_at <= now() or ${afterSeconds}::float8 = 0 then pg_notify(${jobsChannel}, ${name}) end
    from held`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Which of the keys have a job, waiting or running. */
export async function listKeysUnderWay(db: Kdb, name: string, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select distinct key from jobs where name = ${name} and key = any (${keys}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}

/** Which of the owners have a job, waiting or running. */
export async function listOwnersAtWork(db: Kdb, owners: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ owner: string }>`
    select distinct owner from jobs where owner = any (${owners}::text[]) and owner <> ''`.execute(db);
  return new Set(rows.map(({ owner }) => owner));
}

export interface Exchange {
  /** Runs that are done. Their jobs are deleted: the log line is the record, and the table stays as small as the work left. */
  done: readonly RunId[];
  /** How many jobs to take. */
  most: number;
}

const idsOf = (runs: readonly RunId[]) => runs.map(({ id }) => id);
const runsOf = (runs: readonly RunId[]) => runs.map(({ run }) => run);

/** Deletes jobs that are done, unless another worker has taken them over. */
export const deleteDone = (done: readonly RunId[]): RawBuilder<unknown> => sql`
  delete from jobs j using unnest(${idsOf(done)}::bigint[], ${runsOf(done)}::int[]) as d (id, run)
  where j.id = d.id and j.state = 'running' and j.runs = d.run returning j.id`;

/**
 * A condition that makes a statement finish its `done` before it takes a job. Without it PostgreSQL deletes last, and a
 * worker that waits there for a transaction would keep the jobs it has just taken from that same transaction.
 */
export const afterDone = sql`(select count(*) from done) >= 0`;

/** Takes the jobs that the statement has selected as `next`. */
export const takeNext = sql`
  update jobs j set state = 'running', runs = runs + 1, held_until = now() + ${holdFor}
  from next where j.id = next.id returning j.*`;

export const rowColumns = sql`id, name, payload, attempt, runs as run, key, owner,
  round(1000 * extract(epoch from now() - due_at))::float8 as "waitedMs"`;

/** Deletes jobs that are done and takes the next ones, longest due first, in one round trip. */
export async function exchangeJobs(db: Kdb, name: string, { done, most }: Exchange): Promise<JobRow[]> {
  const { rows } = await sql<JobRow>`
    with done as (${deleteDone(done)}),
    next as (
      select id from jobs
      where name = ${name} and owner = '' and state <> 'running' and due_at <= now() and ${afterDone}
      order by due_at, id limit ${most}
      for update skip locked),
    taken as (${takeNext})
    select ${rowColumns} from taken order by due_at, id`.execute(db);
  return rows;
}

export interface PutBack extends RunId {
  afterSeconds: number;
  /** Whether the run failed, so that the next one is another attempt. */
  failed: boolean;
}

/** Lets running jobs wait again: for RetryLater, for the next attempt, or for another worker. */
export async function putBack(db: Kdb, runs: readonly PutBack[]): Promise<void> {
  await sql`
    with put as (
      update jobs j
      set state = 'retrying', held_until = null, due_at = now() + i."afterSeconds" * interval '1 second',
          attempt = attempt + i.failed::int
      from json_to_recordset(${JSON.stringify(runs)}::text::json) as i (id bigint, run int, "afterSeconds" float8, failed boolean)
      where j.id = i.id and j.state = 'running' and j.runs = i.run
      returning j.name, i."afterSeconds")
    select pg_notify(${jobsChannel}, name) from (select distinct name from put where "afterSeconds" = 0) due`.execute(
    db,
  );
}

export interface Failed extends RunId {
  reason: string;
}

/** Turns jobs that failed for the last time into dead letters, and enqueues the call of `gaveUp`. */
export async function bury(db: Kdb, failed: readonly Failed[]): Promise<void> {
  await sql`
    with failed as (
      select * from json_to_recordset(${toJson(failed)}::text::json) as i (id bigint, run int, reason text)),
    buried as (
      delete from jobs j using failed
      where j.id = failed.id and j.state = 'running' and j.runs = failed.run
      returning j.name, j.payload, j.attempt, failed.reason),
    ${keepDeadLetters}
    select pg_notify(${jobsChannel}, name) from ordered limit 1`.execute(db);
}

/** The next parts of a statement that has selected the jobs `buried`. A failed call of `gaveUp` itself leaves nothing. */
const keepDeadLetters = sql`
  dead as (
    insert into dead_letters (name, payload, attempts, reason)
    select name, payload, attempt, reason from buried where name <> ${deadLetterJobName} returning id),
  ordered as (
    insert into jobs (name, payload)
    select ${deadLetterJobName}, jsonb_build_object('deadLetter', id) from dead returning name)`;

/** Extends the hold on running jobs. Returns the ids still held: the others were taken over. */
export async function extendHold(db: Kdb, runs: readonly RunId[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    update jobs j set held_until = now() + ${holdFor}
    from unnest(${idsOf(runs)}::bigint[], ${runsOf(runs)}::int[]) as r (id, run)
    where j.id = r.id and j.state = 'running' and j.runs = r.run
    returning j.id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Gives the jobs of dead workers to the others, as another attempt; those on their last attempt become dead letters. */
export async function takeOver(db: Kdb, jobs: readonly { name: string; attempts: number }[]): Promise<void> {
  await sql`
    with lapsed as (
      select j.id, j.attempt >= declared.attempts as was_last
      from jobs j join unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ attempts }) => attempts)}::int[])
        as declared (name, attempts) using (name)
      where j.state = 'running' and j.held_until < now()
      for update of j skip locked),
    again as (
      update jobs j set state = 'retrying', held_until = null, due_at = now(), attempt = attempt + 1
      from lapsed where j.id = lapsed.id and not was_last returning j.name),
    buried as (
      delete from jobs j using lapsed where j.id = lapsed.id and was_last
      returning j.name, j.payload, j.attempt, 'its worker stopped responding' as reason),
    ${keepDeadLetters}
    select pg_notify(${jobsChannel}, name) from (select name from again union select name from ordered) due`.execute(
    db,
  );
}

/** Which of the names have a job to run now. */
export async function listDue(db: Kdb, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${names}::text[]) as wanted (name) where exists (
      select from jobs j where j.name = wanted.name and j.state <> 'running' and j.due_at <= now())`.execute(db);
  return rows.map(({ name }) => name);
}

export interface DeadLetter {
  id: number;
  job: string;
  payload: object;
  reason: string;
  attempts: number;
  at: Date;
  /** Whether `gaveUp` has run. */
  handled: boolean;
}

const letterColumns = sql`id, name as job, payload, reason, attempts, died_at as at, handled_at is not null as handled`;

/** Newest first. */
export async function listDeadLetters(db: Kdb, limit: number): Promise<DeadLetter[]> {
  const { rows } = await sql<DeadLetter>`
    select ${letterColumns} from dead_letters order by died_at desc limit ${limit}`.execute(db);
  return rows;
}

export async function findDeadLetter(db: Kdb, id: number): Promise<DeadLetter | undefined> {
  const { rows } = await sql<DeadLetter>`select ${letterColumns} from dead_letters where id = ${id}`.execute(db);
  return rows[0];
}

export async function markHandled(db: Kdb, id: number): Promise<void> {
  await sql`update dead_letters set handled_at = now() where id = ${id}`.execute(db);
}

export async function deleteOldDeadLetters(db: Kdb): Promise<void> {
  await sql`delete from dead_letters where died_at < now() - interval '30 days'`.execute(db);
}

/** Deletes jobs, in whatever state, and dead letters with one of these values in their payload. */
export async function deleteNaming(db: Kdb, values: readonly (string | null)[]): Promise<void> {
  const isNamed = sql`exists (select from jsonb_each_text(payload) where value = any(${values}::text[]))`;
  await sql`delete from jobs where ${isNamed}`.execute(db);
  await sql`delete from dead_letters where ${isNamed}`.execute(db);
}

export interface JobCount {
  job: string;
  waiting: number;
  running: number;
  dead: number;
}

/**
 * How many jobs there are by name and state. Reads both tables once per scrape of /metrics: they are as small as the work left
 * and the failures of 30 days, and an index would cost every job more than it saves here.
 */
export async function countJobs(db: Kdb): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name as job, count(*) filter (where state in ('waiting', 'retrying'))::int as waiting,
      count(*) filter (where state = 'running')::int as running, count(*) filter (where state = 'dead')::int as dead
    from (
      select name, state from jobs where name <> ${deadLetterJobName}
      union all select name, 'dead' from dead_letters) all_jobs
    group by 1 order by 1`.execute(db);
  return rows;
}
