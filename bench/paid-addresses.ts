// How long the end of a contact search locks its user's balance, on a long ledger: 25 backlinks that end together, each with
// ten addresses, half of them already paid for. Next to it, the rows that the same end writes, without any ledger. The goal:
// under 200 ms with 100,000 entries.   node bench/paid-addresses.ts [entries]
import { sql } from 'kysely';
import { lockBacklinks } from '../server/backlinks/contact-searches.store.ts';
import { draftAddress } from '../server/contacts/finding/contact-draft.ts';
import { saveContacts } from '../server/contacts/rows/save-contacts.ts';
import { readWorks, type Work } from '../server/contacts/rows/work.store.ts';
import type { CheckedAddress } from '../server/engine/finding/check-address.ts';
import { createBacklinks, createCampaign, createUser } from '../server/test/build.ts';
import { type TestDatabase, withTemporaryDatabase } from '../server/test/database.ts';

const entries = Number(process.argv[2] ?? 100_000);
const together = 25;
const perBacklink = 10;
const rounds = 9;
const chunk = 5_000;

/** Half of the entries are for one address, half for a domain search with ten. */
async function fillLedger(db: TestDatabase, userId: string): Promise<void> {
  const credits = { user_id: userId, kind: 'email', delta: entries + 100_000, reason: 'bench' };
  await db.kysely.insertInto('credit_entries').values(credits).execute();
  for (let from = 0; from < entries; from += chunk) {
    await db.sql`insert into credit_entries (user_id, kind, delta, reason, details)
      select ${userId}::uuid, 'email', -1,
        case n % 2 when 0 then 'email:mia@site-' || n || '.example' else 'domain:' || gen_random_uuid() end,
        jsonb_build_object('addresses', case n % 2
          when 0 then jsonb_build_array('mia@site-' || n || '.example')
          else (select jsonb_agg('p' || p || '@site-' || n || '.example') from generate_series(1, 10) p) end)
      from generate_series(${from}::int, ${Math.min(from + chunk, entries) - 1}::int) n`;
  }
}

async function newWorks(db: TestDatabase, userId: string): Promise<Work[]> {
  const campaignId = await createCampaign(db, userId, { mode: 'author', status: 'Waiting for Emails' });
  const waiting = Array.from({ length: together }, () => ({ contact_search: 'waiting', keep: true }));
  const works = await readWorks(db.kysely, await createBacklinks(db, { userId, campaignId }, waiting));
  return works.filter((work) => work !== undefined);
}

function found(address: string): CheckedAddress {
  const from = { address, kind: 'personal' as const, page: 'https://tea.example/', rule: 'text', snippet: '' };
  const evidence = { at: '2026-01-01T00:00:00.000Z' };
  const verification = {
    verdict: 'valid' as const,
    reason: 'accepted' as const,
    source: 'zeus-own',
    role: false,
    evidence,
  };
  return { address, kind: 'personal', from, verification };
}

/** Milliseconds for which the balance stays locked. */
async function endTogether(db: TestDatabase, works: Work[], round: number): Promise<number> {
  const { userId = '' } = works[0] ?? {};
  const backlinkIds = works.map(({ backlinkId }) => backlinkId);
  const results = works.map((work, i) => ({
    work,
    price: 'per-email' as const,
    searches: () => ({ contact_search: 'done' }),
    drafts: Array.from({ length: perBacklink }, (_, n) =>
      draftAddress(
        found(
          n % 2 === 0 ? `p${n + 1}@site-${(round * together + i) * 2 + 1}.example` : `new${n}@${round}-${i}.example`,
        ),
      ),
    ),
  }));
  let started = 0;
  await db.kysely.transaction().execute(async (tx) => {
    const held = await lockBacklinks(tx, { userId, backlinkIds }, { withBalance: true });
    started = performance.now();
    await saveContacts(tx, results, held[0]?.balance ?? 0);
  });
  return performance.now() - started;
}

async function measure(db: TestDatabase, userId: string): Promise<string> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) times.push(await endTogether(db, await newWorks(db, userId), round));
  const sorted = times.toSorted((a, b) => a - b);
  return `median ${sorted[rounds >> 1]?.toFixed(0)} ms, longest ${sorted.at(-1)?.toFixed(0)} ms`;
}

await withTemporaryDatabase(async (db) => {
  const fresh = await createUser(db, { email: 1_000_000 });
  const full = await createUser(db);
  console.log(`Balance locked, empty ledger: ${await measure(db, fresh)}`);
  await fillLedger(db, full);
  console.log(`Balance locked, ${entries} entries, never analyzed: ${await measure(db, full)}`);
  await sql`analyze`.execute(db.kysely);
  console.log(`Balance locked, ${entries} entries: ${await measure(db, full)}`);
});
