// Queries of repeating jobs and of the queue itself, over all users' rows.
import { deleteOldAuditEntries } from '../../server/auth/audit/audit.store.ts';
import { deleteExpiredChallenges } from '../../server/auth/factors/challenges.store.ts';
import { deleteExpiredFlows } from '../../server/auth/flows/flow-states.store.ts';
import { deleteFreeLimits } from '../../server/auth/limits/rate-limits.store.ts';
import { deleteExpiredTokens } from '../../server/auth/one-time-tokens/one-time-tokens.store.ts';
import { deleteRevokedTokens } from '../../server/auth/sessions/refresh-tokens.store.ts';
import { deleteIdleSessions } from '../../server/auth/sessions/sessions.store.ts';
import { listDepartures, listStaleCustomers } from '../../server/billing/stores/customers.store.ts';
import { deleteOldEvents } from '../../server/billing/stores/events.store.ts';
import { pagesOfIdle } from '../../server/campaigns/campaigns.store.ts';
import { listStuckFetches } from '../../server/contacts/rows/contacts.store.ts';
import { listStuckDomainSearches } from '../../server/contacts/rows/work.store.ts';
import {
  findUnusedFiles,
  listLeftovers,
  removeOldFavicons,
  removeOldScreenshots,
} from '../../server/pictures/old-pictures.store.ts';
import { claimNext, hasUnclaimed, reviveFailed } from '../../server/pictures/screenshots/claims.store.ts';
import {
  countJobs,
  exchangeJobs,
  listDeadLetters,
  listDue,
  listKeysUnderWay,
  listOwnersAtWork,
  lockWaiting,
  takeOver,
} from '../../server/platform/queue/jobs.store.ts';
import { exchangeFairly } from '../../server/platform/queue/take-fairly.ts';
import { abandonOldFiles, listRemovable } from '../../server/storage/files/files.store.ts';
import type { Query } from './run.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const contactsFind = 'contacts.find';
const nothing = { done: [], most: 20 };

const queue: Query[] = [
  {
    name: 'take jobs fairly',
    run: (at) => exchangeFairly(at.db.kysely, contactsFind, { ...nothing, perUser: 28, held: {} }),
  },
  { name: 'take jobs', run: (at) => exchangeJobs(at.db.kysely, contactsFind, nothing) },
  { name: 'queues with due jobs', run: (at) => listDue(at.db.kysely, [contactsFind, 'auth.send-mail']) },
  { name: 'lapsed jobs', run: (at) => takeOver(at.db.kysely, [{ name: contactsFind, attempts: 5 }]) },
  { name: 'waiting jobs held', run: (at) => lockWaiting(at.db.kysely, contactsFind, ['1', '2', 'none'], 1) },
  { name: 'jobs under way by key', run: (at) => listKeysUnderWay(at.db.kysely, contactsFind, ['1', '2', 'none']) },
  { name: 'campaigns with jobs', run: (at) => listOwnersAtWork(at.db.kysely, [`${at.userId}/${at.campaignId}`]) },
  { name: 'dead letters', run: (at) => listDeadLetters(at.db.kysely, 100) },
  { name: 'job counts for /metrics', run: (at) => countJobs(at.db.kysely) },
];

const pictures: Query[] = [
  { name: 'claim a screenshot', run: ({ db }) => claimNext(db.kysely) },
  { name: 'unclaimed screenshots', run: ({ db }) => hasUnclaimed(db.kysely) },
  { name: 'revive failed screenshots', run: ({ db }) => reviveFailed(db.kysely) },
  { name: 'remove old screenshots', run: ({ db }) => removeOldScreenshots(db.kysely, 30, 500) },
  { name: 'remove old screenshots, none', run: ({ db }) => removeOldScreenshots(db.kysely, 60, 500) },
  { name: 'remove old icons', run: ({ db }) => removeOldFavicons(db.kysely, 60, 500) },
  { name: 'remove old icons, none', run: ({ db }) => removeOldFavicons(db.kysely, 90, 500) },
  { name: 'picture leftovers', run: ({ db }) => listLeftovers(db.kysely, 3_600, 500) },
  { name: 'unused picture files', run: ({ db }) => findUnusedFiles(db.kysely, ['a1', 'old1', 'old2']) },
];

export const sweeps: Query[] = [
  { name: 'expired links', run: ({ db }) => deleteExpiredTokens(db.kysely, new Date()) },
  { name: 'expired flows', run: ({ db }) => deleteExpiredFlows(db.kysely, new Date()) },
  { name: 'expired challenges', run: ({ db }) => deleteExpiredChallenges(db.kysely, new Date()) },
  { name: 'free limits', run: ({ db }) => deleteFreeLimits(db.kysely, new Date()) },
  { name: 'idle sessions', run: ({ db }) => deleteIdleSessions(db.kysely, daysAgo(90)) },
  { name: 'revoked refresh tokens', run: ({ db }) => deleteRevokedTokens(db.kysely, daysAgo(30)) },
  { name: 'old audit entries', run: ({ db }) => deleteOldAuditEntries(db.kysely, daysAgo(365)) },
  { name: 'customers to sync', run: ({ db }) => listStaleCustomers(db.kysely, 'live', daysAgo(1), 1_000) },
  { name: 'departed customers', run: ({ db }) => listDepartures(db.kysely, 'live') },
  { name: 'old payment events', run: ({ db }) => deleteOldEvents(db.kysely, daysAgo(30)) },
  { name: 'campaigns without progress', run: ({ db }) => readAll(pagesOfIdle(db.kysely, 600)) },
  { name: 'stuck address lookups', run: ({ db }) => listStuckFetches(db.kysely, 1_800) },
  { name: 'stuck domain searches', run: ({ db }) => listStuckDomainSearches(db.kysely, 1_800) },
  { name: 'abandoned uploads', run: ({ db }) => abandonOldFiles(db.kysely, 3_600) },
  { name: 'files to remove', run: ({ db }) => listRemovable(db.kysely, 500) },
  ...pictures,
  ...queue,
];

async function readAll(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}
