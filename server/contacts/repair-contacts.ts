// Orders again what should be under way and has not moved for long: a job that was lost with its database rows restored
// from a backup, for instance. A job that is still there is left to its time. Whoever finds the work done already changes
// nothing, so this is safe at any time.
import { fetchEmail, searchDomain } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import { listStuckFetches } from './rows/contacts.store.ts';
import { listStuckDomainSearches } from './rows/work.store.ts';

/** Longer than any search waits for a server (patience.ts) and works on it. */
const STUCK_SECONDS = 30 * 60;

/** How many searches have not moved. Rejects like any query. */
export async function repairContacts(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  { stuckSeconds = STUCK_SECONDS }: { stuckSeconds?: number } = {},
): Promise<number> {
  const contactIds = await listStuckFetches(db.kysely, stuckSeconds);
  const backlinkIds = await listStuckDomainSearches(db.kysely, stuckSeconds);
  await queue.enqueueMany(
    db.kysely,
    fetchEmail,
    contactIds.map((contactId) => ({ contactId })),
    { unlessUnderWay: true },
  );
  await queue.enqueueMany(
    db.kysely,
    searchDomain,
    backlinkIds.map((backlinkId) => ({ backlinkId })),
    { unlessUnderWay: true },
  );
  return contactIds.length + backlinkIds.length;
}
