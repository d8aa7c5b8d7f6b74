// pg-boss as Zeus sets it up: its own few connections, so that heartbeats never wait behind the application's queries,
// and one queue for each declared job. Its worker loop is not used (lane.ts), only its table, statements and supervision.
import { PgBoss, type Queue, type QueueResult } from 'pg-boss';
import type { DatabaseAddress } from '../db.ts';
import type { JobSettings } from './job.ts';

/** Where jobs go that ended in failure. Working it off means calling `gaveUp`; its rows are the list of dead letters. */
export const deadLetterQueue = 'gave-up';

/** pg-boss's least. A worker that was silent for so long is dead, and its jobs go to others. */
const heartbeatSeconds = 10;
const daySeconds = 86_400;

/** Makes the connection settings; nothing is connected before `start`. */
export function openBoss(address: DatabaseAddress): PgBoss {
  const connection = {
    ...(typeof address === 'string' ? { connectionString: address } : address),
    application_name: 'zeus-queue',
    max: 4,
    connectionTimeoutMillis: 5_000,
    // A connection that died without a word must not stop the loop. pg takes these two, pg-boss hands them on.
    query_timeout: 30_000,
    keepAlive: true,
  };
  return new PgBoss({
    ...connection,
    // Workers supervise by themselves (queue.ts); there are no schedules.
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 2,
    maintenanceIntervalSeconds: 3_600,
  });
}

/** Makes or changes pg-boss's queues so that they are as declared. Safe when several processes do it at once. */
export async function declareQueues(boss: PgBoss, jobs: readonly JobSettings[]): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const wanted = [{ name: deadLetterQueue, ...deadLetterSettings }, ...jobs.map(queueOf)];
  for (const { name, ...settings } of wanted) {
    const found = known.get(name);
    if (!found) await boss.createQueue(name, { ...settings, policy: 'short' });
    else if (differs(found, settings)) await boss.updateQueue(name, settings);
  }
}

type Settings = Omit<Queue, 'name'>;

const common = {
  heartbeatSeconds,
  notify: true,
  // Back-off is counted in run-job.ts; a job whose worker died waits for nothing.
  retryDelay: 0,
  // A job that waits is work that somebody is owed: only a year's silence removes it.
  retentionSeconds: 365 * daySeconds,
} satisfies Settings;

const deadLetterSettings = {
  ...common,
  retryLimit: 9,
  expireInSeconds: 360,
  deleteAfterSeconds: 30 * daySeconds,
} satisfies Settings;

function queueOf(job: JobSettings): Settings & { name: string } {
  return {
    ...common,
    name: job.name,
    retryLimit: job.attempts - 1,
    // The worker's own time limit comes first; this is for a worker that is alive but has lost track.
    expireInSeconds: Math.ceil(job.timeLimitSeconds) + 60,
    deleteAfterSeconds: daySeconds,
    deadLetter: deadLetterQueue,
  };
}

function differs(found: QueueResult, settings: Settings): boolean {
  return Object.entries(settings).some(([name, value]) => found[name as keyof QueueResult] !== value);
}
