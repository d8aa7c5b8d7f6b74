// Sweeps and lists that once read whole tables, on small ones: PostgreSQL is told to read a table from end to end only where no
// index helps. bench/plans.ts measures the same on millions of rows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteRevokedTokens } from '../server/auth/sessions/refresh-tokens.store.ts';
import { backlinksForFile } from '../server/backlinks/backlinks-data.store.ts';
import { listOwnRecords } from '../server/billing/stores/records.store.ts';
import { listEntries } from '../server/credits/credits-data.store.ts';
import { jobs } from '../server/jobs.ts';
import { removeOldFavicons } from '../server/pictures/old-pictures.store.ts';
import { reviveFailed } from '../server/pictures/screenshots/claims.store.ts';
import type { Database } from '../server/platform/db.ts';
import { declareQueues, openBoss } from '../server/platform/queue/boss.ts';
import { hasLapsed, holdWaiting, listUnderWay } from '../server/platform/queue/statements.ts';
import { addIndexes } from '../server/platform/queue/take-fairly.ts';
import { createBacklinks, createCampaign, createUser } from '../server/test/build.ts';
import { type Capture, openCapture } from '../server/test/capture-plans.ts';
import { createTestDatabase, type TestDatabase } from '../server/test/database.ts';

let db: TestDatabase;
let capture: Capture;
let userId: string;
let campaignId: string;

beforeAll(async () => {
  db = await createTestDatabase();
  const boss = openBoss(db.address);
  await boss.start();
  await declareQueues(boss, jobs);
  await addIndexes(boss.getDb());
  await boss.stop({ graceful: false });
  userId = await createUser(db, { email: 3 });
  campaignId = await createCampaign(db, userId);
  await createBacklinks(
    db,
    { userId, campaignId },
    Array.from({ length: 3_500 }, (_, n) => ({ domain_rating: n % 7 })),
  );
  await db.sql`analyze`;
  capture = openCapture(db.address, { seqScans: false });
});
afterAll(async () => {
  await capture?.db.close();
  await db?.drop();
});

const boss = (of: Database) => ({ executeSql: (text: string, values?: unknown[]) => of.pool.query(text, values) });

async function readAll(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

test.each<[string, string, (db: Database) => Promise<unknown>]>([
  ['revoked tokens', 'refresh_tokens_revoked', ({ kysely }) => deleteRevokedTokens(kysely, new Date())],
  ['old icons', 'favicons_oldest', ({ kysely }) => removeOldFavicons(kysely, 60, 500)],
  ['failed screenshots', 'screenshots_failed', ({ kysely }) => reviveFailed(kysely, 'no-browser')],
  ['the ledger', 'credit_entries_pkey', (of) => listEntries(of, userId, { limit: 50 })],
  ['payments', 'billing_records_of_user', (of) => listOwnRecords(of, userId, 'live', 100)],
  ['lapsed jobs', 'job_common_started_on_idx', (of) => hasLapsed(boss(of))],
  ['waiting jobs by key', 'job_common_name_singleton_key_idx', (of) => holdWaiting(boss(of), 'a', ['1'], 1)],
  ['jobs by key', 'job_common_name_singleton_key_idx', (of) => listUnderWay(boss(of), 'a', ['1'])],
])('%s: read through %s', async (_what, index, run) => {
  const { paths } = await capture.during(() => run(capture.db));
  expect(paths.join('\n')).toContain(index);
  expect(paths.filter((path) => path.startsWith('Seq Scan'))).toEqual([]);
});

test('a file of backlinks reads each row about once, however many batches it takes', async () => {
  const { read } = await capture.during(() =>
    readAll(backlinksForFile(capture.db, userId, { campaignId, kept: false })),
  );
  expect(read).toBeGreaterThanOrEqual(3_500);
  // Rows with the rating at which a batch ended are read again.
  expect(read).toBeLessThan(3 * 3_500);
});
