// Lists and batches that read a few rows of many, with the plans PostgreSQL chooses by itself: how many rows does each really read?
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { backlinksForFile } from '../server/backlinks/backlinks-data.store.ts';
import { listOwnRecords } from '../server/billing/stores/records.store.ts';
import { readOwnUse } from '../server/billing/stores/use.store.ts';
import { listCampaigns } from '../server/campaigns/campaigns-data.store.ts';
import { contactSelection, contactsForFile } from '../server/contacts/contacts-data.store.ts';
import { listCampaignSpending, listEntries, listRefunds } from '../server/credits/credits-data.store.ts';
import { claimCall } from '../server/engine/vendors/calls.store.ts';
import { removeOldFavicons, removeOldScreenshots } from '../server/pictures/old-pictures.store.ts';
import { claimNext } from '../server/pictures/screenshots/claims.store.ts';
import type { Database } from '../server/platform/db.ts';
import { createBacklinks, createCampaign, createUser } from '../server/test/build.ts';
import { type Capture, openCapture } from '../server/test/capture-plans.ts';
import { databaseForTests } from '../server/test/database.ts';

const many = 3_500;
const waitingUsers = 300;

const db = databaseForTests();
let capture: Capture;
let userId: string;
let campaignId: string;

beforeAll(async () => {
  userId = await createUser(db);
  campaignId = await createCampaign(db, userId);
  const backlinks = Array.from({ length: many }, (_, n) => ({ domain_rating: n % 7 }));
  await createBacklinks(db, { userId, campaignId }, backlinks);
  await fillLists();
  await addOthers();
  await fillPictures();
  await fillCalls();
  await db.pool.query('vacuum analyze');
  capture = openCapture(db.address);
});
afterAll(() => capture?.db.close());

/** A contact for each backlink, and a credit spent and a payment made every hour. */
async function fillLists(): Promise<void> {
  await db.sql`insert into contacts (user_id, request_id, backlink_id, email_state, email, type, verification, source)
    select user_id, requests_id, id, 'found', 'p@' || id || '.example', 'personal', 'valid', 'zeus-own' from backlinks`;
  await db.sql`insert into credit_entries (user_id, kind, delta, reason)
    values (${userId}, 'email', ${many}, 'granted')`;
  await db.sql`insert into credit_entries (user_id, kind, delta, reason, created_at, details)
    select ${userId}, 'email', -1, 'spent:' || n, now() - n * interval '1 hour', jsonb_build_object('keyword', 'golf',
      'campaignId', case when n % 2 = 0 then ${campaignId}::uuid else md5((n % 300)::text)::uuid end)
    from generate_series(1, ${many}::int) n`;
  await db.sql`insert into billing_customers (user_id, account, id) values (${userId}, 'live', 'cus_1')`;
  await db.sql`insert into billing_records (user_id, customer_id, kind, object_id, at)
    select ${userId}, 'cus_1', 'payment', 'in_' || n, now() - n * interval '1 hour' from generate_series(1, ${many}::int) n`;
}

/** Other users with a payment each, and with newer credit entries: PostgreSQL plans for the average user. */
async function addOthers(): Promise<void> {
  await db.sql`insert into auth.users (email) select 'other' || n || '@zeus.example' from generate_series(1, 300) n`;
  await db.sql`insert into profiles (id) select id from auth.users where email like 'other%'`;
  await db.sql`insert into billing_customers (user_id, account, id)
    select id, 'live', 'cus_' || id from profiles where id <> ${userId}`;
  await db.sql`insert into billing_records (user_id, customer_id, kind, object_id, at)
    select user_id, id, 'payment', 'in_' || id, now() from billing_customers where user_id <> ${userId}`;
  await db.sql`insert into credit_entries (user_id, kind, delta, reason)
    select id, 'email', 1, 'granted:' || n from profiles, generate_series(1, 30) n where id <> ${userId}`;
}

/** Pages of many users that wait, and pictures and icons of which a hundred are old. */
async function fillPictures(): Promise<void> {
  await db.sql`insert into screenshots (url, state, wanted_by, rank)
    select 'https://waiting-' || n || '.example/', 'waiting', md5((n % ${waitingUsers}::int)::text)::uuid, n
    from generate_series(1, ${12 * waitingUsers}::int) n`;
  await db.sql`insert into screenshots (url, state, file, small_file, settled_at, wanted_at)
    select 'https://old-' || n || '.example/', 'ready', 'a' || n, 'b' || n, now(), now() - interval '90 days'
    from generate_series(1, 100) n`;
  await db.sql`update backlinks b set screenshot_id = s.id from (
      select id, row_number() over (order by id desc) as n from screenshots) s,
      (select id, row_number() over (order by id) as n from backlinks) shown
    where shown.n = s.n and b.id = shown.id`;
  await db.sql`insert into favicons (hostname, checked_at)
    select n || '.example', now() - case when n % 35 = 0 then 90 else 1 end * interval '1 day'
    from generate_series(1, ${many}::int) n`;
}

/** Calls of one vendor, an hour apart. */
async function fillCalls(): Promise<void> {
  await db.sql`insert into provider_calls (source, capability, request_hash, outcome, dollars, at, answer_by)
    select 'serper', 'search', sha256(n::text::bytea), 'ok', 0, now() - n * interval '1 hour', now()
    from generate_series(1, ${many}::int) n`;
}

const question = {
  ...{ hash: Buffer.alloc(32), source: 'serper', capability: 'search', maxDollars: 0, timeoutMs: 1_000 },
  limits: { perSecond: 1, perMinute: 9, concurrent: 1, dollarsPerUnit: 0, dollarsPerDay: 1, dollarsPerMonth: 1 },
};

async function readAll(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

const reasons = (count: number) => Array.from({ length: count }, (_, n) => `spent:${n}`);
const weekAgo = () => new Date(Date.now() - 7 * 86_400_000);
const nothing = () => ({ userId, campaignId, filter: { words: 'nothing' }, keep: true, changeId: randomUUID() });
const file = () => ({ campaignId, kept: false, selected: false });

// Rows at which a batch of a file ended, and rows looked up by what another scan found, are read twice or three times.
test.each<[string, number, (db: Database) => Promise<unknown>]>([
  ['the newest 100 payments', 110, (of) => listOwnRecords(of, { userId, customerId: 'cus_1' }, 100)],
  ['the newest 50 credit entries', 60, (of) => listEntries(of, userId, { limit: 50 })],
  ['50 entries of a campaign', 60, (of) => listEntries(of, userId, { limit: 50, campaignId })],
  ['entries of no campaign', 10, (of) => listEntries(of, userId, { limit: 50, campaignId: 'none' })],
  ['refunds of 50 entries', 60, (of) => listRefunds(of, userId, reasons(50))],
  ['what 20 campaigns have cost', 25, (of) => listCampaignSpending(of, userId, { limit: 20 })],
  ['the dashboard with the counts of 1 campaign', 5, (of) => listCampaigns(of, userId, { limit: 1_000 })],
  ['selecting the contacts that match', 5 * many, (of) => contactSelection(of).selectMatching(nothing())],
  ['a week of use', 7 * 24 + 10, (of) => readOwnUse(of, userId, weekAgo())],
  ['a file of backlinks', 3 * many, (of) => readAll(backlinksForFile(of, userId, file()))],
  ['a file of contacts', 3 * many, (of) => readAll(contactsForFile(of, userId, file()))],
  ['a screenshot to take', 5 * waitingUsers, ({ kysely }) => claimNext(kysely)],
  ['whether a vendor may be asked', 10, ({ kysely }) => claimCall(kysely, question)],
  ['100 old icons', 3 * 100, ({ kysely }) => removeOldFavicons(kysely, 60, 100)],
  ['100 old screenshots', 10 * 100, ({ kysely }) => removeOldScreenshots(kysely, 60, 100)],
])('%s: at most %d rows read', async (_what, most, run) => {
  const { read, statements, worst } = await capture.during(() => run(capture.db));
  expect(statements).toBeGreaterThan(0);
  expect(read, worst).toBeLessThanOrEqual(most);
});
