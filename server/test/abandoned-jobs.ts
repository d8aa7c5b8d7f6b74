import type { Database } from '../platform/db.ts';

/** What the other workers' supervision does after ten seconds of silence (queue-faults.test.ts): a dead worker's jobs wait again. */
export async function retryAbandonedJobs({ sql }: Pick<Database, 'sql'>): Promise<void> {
  await sql`update jobs set state = 'retrying', held_until = null, due_at = now() where state = 'running'`;
}

/** What three minutes do: a dead worker's connections to mail servers count as ended. */
export async function freeAbandonedSlots({ sql }: Pick<Database, 'sql'>): Promise<void> {
  await sql`update mail_host_slots set busy_until = now()`;
}
