// Statements that once read whole tables, on empty ones: PostgreSQL is told to read a table from end to end only where no index
// helps. bounded-reads.test.ts counts the rows of the lists; bench/plans.ts measures all of them on millions of rows.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteRevokedTokens } from '../server/auth/sessions/refresh-tokens.store.ts';
import { claimCall } from '../server/engine/vendors/calls.store.ts';
import { removeOldFavicons } from '../server/pictures/old-pictures.store.ts';
import { reviveFailed } from '../server/pictures/screenshots/claims.store.ts';
import type { Database } from '../server/platform/db.ts';
import {
  listDeadLetters,
  listKeysUnderWay,
  listOwnersAtWork,
  lockWaiting,
  takeOver,
} from '../server/platform/queue/jobs.store.ts';
import { type Capture, openCapture } from '../server/test/capture-plans.ts';
import { databaseForTests } from '../server/test/database.ts';

const db = databaseForTests();
let capture: Capture;

beforeAll(async () => {
  await db.sql`analyze`;
  capture = openCapture(db.address, { seqScans: false });
});
afterAll(() => capture?.db.close());

const question = {
  ...{ hash: Buffer.alloc(32), source: 'serper', capability: 'search', maxDollars: 0, timeoutMs: 1_000 },
  limits: { perSecond: 1, perMinute: 1, concurrent: 1, dollarsPerUnit: 0, dollarsPerDay: 1, dollarsPerMonth: 1 },
};

test.each<[string, string, (db: Database) => Promise<unknown>]>([
  ['revoked tokens', 'refresh_tokens_revoked', ({ kysely }) => deleteRevokedTokens(kysely, new Date())],
  ['old icons', 'favicons_oldest', ({ kysely }) => removeOldFavicons(kysely, 60, 500)],
  ['failed screenshots', 'screenshots_failed', ({ kysely }) => reviveFailed(kysely)],
  ['lapsed jobs', 'jobs_running', (of) => takeOver(of.kysely, [{ name: 'a', attempts: 5 }])],
  ['waiting jobs by key', 'jobs_', (of) => lockWaiting(of.kysely, 'a', ['1'], 1)],
  ['jobs by key', 'jobs_by_key', (of) => listKeysUnderWay(of.kysely, 'a', ['1'])],
  ['jobs of campaigns', 'jobs_by_owner', (of) => listOwnersAtWork(of.kysely, ['a', 'b'])],
  ['dead letters', 'dead_letters_newest', (of) => listDeadLetters(of.kysely, 100)],
  ['calls with the same question', 'provider_calls_question', ({ kysely }) => claimCall(kysely, question)],
])('%s: read through %s', async (_what, index, run) => {
  const { paths } = await capture.during(() => run(capture.db));
  expect(paths.join('\n')).toContain(index);
  expect(paths.filter((path) => path.startsWith('Seq Scan'))).toEqual([]);
});
