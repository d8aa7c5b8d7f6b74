// Adds jobs as part of the caller's transaction: many in one statement, merged by key with those that still wait.
import type { Kdb } from '../db.ts';
import type { Job, JobOwner } from './job.ts';
import { insertJobs, listKeysUnderWay, lockWaiting, type NewJob } from './jobs.store.ts';
import { ownerText } from './take-fairly.ts';

export interface EnqueueOptions {
  /** Delay in seconds. */
  afterSeconds?: number;
  /** Only if no job with the same key is waiting, for whatever reason, or running. */
  unlessUnderWay?: boolean;
}

export interface OwnedEnqueueOptions extends EnqueueOptions {
  owner: JobOwner;
}

/** Throws for an invalid payload; rejects like any query. */
export async function enqueueJobs<P extends object>(
  tx: Kdb,
  job: Job<P>,
  payloads: readonly P[],
  { afterSeconds = 0, unlessUnderWay = false, owner }: EnqueueOptions & Partial<OwnedEnqueueOptions> = {},
): Promise<void> {
  const terms = { owner: owner ? ownerText(owner) : '', afterSeconds };
  const { keyed, unkeyed } = toJobs(job, payloads);
  if (unkeyed.length > 0) await insertJobs(tx, job.name, unkeyed, terms);

  const without = (keys: ReadonlySet<string>) => {
    for (const key of keys) keyed.delete(key);
  };
  // In the same order everywhere, or two transactions that add the same keys wait for each other.
  const keys = () => [...keyed.keys()].sort();
  if (unlessUnderWay && keyed.size > 0) without(await listKeysUnderWay(tx, job.name, keys()));
  // A delayed job usually finds the previous one still waiting.
  if (afterSeconds > 0 && keyed.size > 0) without(await lockWaiting(tx, job.name, keys(), afterSeconds));
  // Each round adds a job or locks the waiting one with its key. Another one follows only if that job has just started to run.
  while (keyed.size > 0) {
    const rest = keys().map((key) => ({ key, payload: keyed.get(key) ?? {} }));
    without(await insertJobs(tx, job.name, rest, terms));
    if (keyed.size > 0) without(await lockWaiting(tx, job.name, keys(), afterSeconds));
  }
}

function toJobs<P extends object>(job: Job<P>, payloads: readonly P[]) {
  const keyed = new Map<string, object>();
  const unkeyed: NewJob[] = [];
  for (const payload of payloads) {
    const parsed = job.payload.parse(payload);
    const key = job.key?.(parsed);
    if (key === undefined) unkeyed.push({ payload: parsed, key: null });
    else if (!keyed.has(key)) keyed.set(key, parsed);
  }
  return { keyed, unkeyed };
}
