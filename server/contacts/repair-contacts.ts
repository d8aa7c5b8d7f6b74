// Enqueues stuck searches again, such as those whose jobs were lost when a backup was restored. Jobs that still exist are
// left alone. A job whose work is already done changes nothing, so this is safe at any time.
import { checkEmail, fetchEmail, searchDomain } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import { listStuckChecks } from './checking/checks.store.ts';
import { listStuckFetches } from './rows/contacts.store.ts';
import { listStuckDomainSearches } from './rows/work.store.ts';

/** Longer than any search waits for a server (retry-limits.ts) and works on it. */
const STUCK_SECONDS = 30 * 60;

/** Returns how many searches were stuck. Rejects like any query. */
export async function repairContacts(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  { stuckSeconds = STUCK_SECONDS }: { stuckSeconds?: number } = {},
): Promise<number> {
  const fetches = await listStuckFetches(db.kysely, stuckSeconds);
  const searches = await listStuckDomainSearches(db.kysely, stuckSeconds);
  const checks = await listStuckChecks(db.kysely, stuckSeconds);
  for (const { id: contactId, ...owner } of fetches) {
    await queue.enqueue(db.kysely, fetchEmail, { contactId }, { owner, unlessUnderWay: true });
  }
  for (const { id: backlinkId, ...owner } of searches) {
    await queue.enqueue(db.kysely, searchDomain, { backlinkId }, { owner, unlessUnderWay: true });
  }
  for (const { id: contactId, ...owner } of checks) {
    await queue.enqueue(db.kysely, checkEmail, { contactId }, { owner, unlessUnderWay: true });
  }
  return fetches.length + searches.length + checks.length;
}
