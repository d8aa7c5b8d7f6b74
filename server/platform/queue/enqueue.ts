// Adds jobs as part of the caller's transaction: many in one statement, merged by key with those that still wait.
import { randomUUID } from 'node:crypto';
import { fromKysely, type PgBoss } from 'pg-boss';
import type { Kdb } from '../db.ts';
import type { Job, JobOwner } from './job.ts';
import { holdWaiting, listUnderWay } from './statements.ts';
import { groupOf } from './take-fairly.ts';

export interface EnqueueOptions {
  /** Not before so many seconds from now. */
  afterSeconds?: number;
  /** Higher comes first; 0 without it. */
  priority?: number;
  /** Only where no job with the same key waits, for whatever it waits, or runs. */
  unlessUnderWay?: boolean;
}

export interface OwnedEnqueueOptions extends EnqueueOptions {
  owner: JobOwner;
}

/** Throws for a payload that is not as declared; rejects like any query. */
export async function enqueueJobs<P extends object>(
  boss: PgBoss,
  tx: Kdb,
  job: Job<P>,
  payloads: readonly P[],
  { afterSeconds = 0, priority = 0, unlessUnderWay = false, owner }: EnqueueOptions & Partial<OwnedEnqueueOptions> = {},
): Promise<void> {
  const db = fromKysely(tx);
  const group = owner && { group: { id: groupOf(owner) } };
  let rest = payloads.map((payload) => {
    const data = job.payload.parse(payload);
    const id = randomUUID();
    return { id, data, priority, startAfter: afterSeconds, singletonKey: job.key?.(data) ?? id, ...group };
  });
  // In the same order everywhere, or two transactions that add the same keys wait for each other.
  if (job.key) rest.sort((a, b) => (a.singletonKey < b.singletonKey ? -1 : 1));
  const holdIn = async (rows: typeof rest) => {
    if (rows.length === 0) return [];
    const keys = rows.map((row) => row.singletonKey);
    const held = await holdWaiting(db, job.name, keys, afterSeconds);
    return rows.filter((row) => !held.has(row.singletonKey));
  };
  if (unlessUnderWay && rest.length > 0) {
    const keys = rest.map((row) => row.singletonKey);
    const underWay = await listUnderWay(db, job.name, keys);
    rest = rest.filter((row) => !underWay.has(row.singletonKey));
  }
  // An order for later usually finds the last one waiting.
  if (afterSeconds > 0 && job.key) rest = await holdIn(rest);
  // A round adds a job or holds the waiting one with its key. Only where that one has just begun to run, another follows.
  while (rest.length > 0) {
    const added = new Set(await boss.insert(job.name, rest, { db, returnId: true }));
    rest = await holdIn(rest.filter((row) => !added.has(row.id)));
  }
}
