// The lists of a campaign with 10,000 rows: reading them, saving a whole selection, and the CSV file, each next to an
// alternative. The database also has 100 campaigns of 500 contacts that belong to others.
// node bench/data-lists.ts [rounds]

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { backlinkSelection } from '../server/backlinks/backlinks-data.store.ts';
import {
  contactSelection,
  contactsForFile,
  keepContact,
  listContacts,
} from '../server/contacts/contacts-data.store.ts';
import type { Database } from '../server/platform/db.ts';
import { searchResultSelection } from '../server/search-results/search-results-data.store.ts';
import { createCampaign, createUser } from '../server/test/build.ts';
import { withTemporaryDatabase } from '../server/test/database.ts';
import { contactsFile } from '../shared/csv.ts';
import { median } from './median.ts';

const rounds = Number(process.argv[2] ?? 7);
const many = 10_000;
const byId = { column: 'id', direction: 'asc' } as const;

interface Seeded {
  userId: string;
  campaignId: string;
}

async function seedContacts(
  db: Database,
  { userId, campaignId }: Seeded,
  backlinks: number,
  each: number,
): Promise<void> {
  await db.sql`insert into backlinks (user_id, requests_id, url_from, domain, title, anchor, source, domain_rating)
    select ${userId}, ${campaignId}, 'https://site-' || n || '.example/where-to-play', 'site-' || n || '.example',
      'Where to play this year, part ' || n, 'the best courses', 'zeus-own', n % 90 from generate_series(1, ${backlinks}::int) n`;
  // Without statistics the foreign key check reads every backlink of the campaign for each contact.
  await db.sql`analyze backlinks`;
  await db.sql`insert into contacts
      (user_id, request_id, backlink_id, first_name, last_name, position, email_state, email, type, verification, source)
    select user_id, requests_id, id, 'Mia', 'Berg', 'Editor', 'found', 'mia' || n || '@' || domain, 'personal', 'valid', 'zeus-own'
    from backlinks, generate_series(1, ${each}::int) n where requests_id = ${campaignId}`;
}

async function seed(db: Database): Promise<Seeded> {
  for (let user = 0; user < 25; user += 1) {
    const userId = await createUser(db);
    for (let one = 0; one < 4; one += 1) {
      await seedContacts(db, { userId, campaignId: await createCampaign(db, userId) }, 100, 5);
    }
  }
  const userId = await createUser(db);
  const campaign = { userId, campaignId: await createCampaign(db, userId) };
  await seedContacts(db, campaign, many, 1);
  await db.sql`insert into search_results (user_id, requests_id, position, url, title)
    select ${userId}, ${campaign.campaignId}, n, 'https://site-' || n || '.example/', 'Result ' || n from generate_series(1, ${many}::int) n`;
  await db.sql`analyze`;
  return campaign;
}

interface Figures {
  ms: number;
  /** How long this process was blocked. */
  blocked: number;
  /** CPU time of this process and of PostgreSQL: on a busy machine these say more than the clock. */
  node: number;
  postgres: number;
}

/** CPU milliseconds of the database's connections so far; 0 without /proc. */
async function postgresCpu(db: Database): Promise<number> {
  const rows = await db.sql<{ pid: number }[]>`select pid from pg_stat_activity where datname = current_database()`;
  return rows.reduce((sum, { pid }) => {
    const [, after = ''] = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ') : [];
    const fields = after.split(' ');
    return sum + (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
  }, 0);
}

/** The medians of some rounds. */
async function time(db: Database, work: (round: number) => Promise<unknown>): Promise<Figures> {
  const all: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) {
    let blocked = 0;
    let last = performance.now();
    const ticks = setInterval(() => {
      blocked = Math.max(blocked, performance.now() - last - 1);
      last = performance.now();
    }, 1);
    const before = await postgresCpu(db);
    const cpu = process.cpuUsage();
    const started = performance.now();
    await work(round);
    const ms = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    await sleep(2);
    clearInterval(ticks);
    all.push({ ms, blocked, node: (user + system) / 1000, postgres: (await postgresCpu(db)) - before });
  }
  const of = (key: keyof Figures) => median(all.map((one) => one[key]));
  return { ms: of('ms'), blocked: of('blocked'), node: of('node'), postgres: of('postgres') };
}

function print(name: string, { ms, blocked, node, postgres }: Figures): void {
  const columns = [ms, blocked, node, postgres].map((value) => value.toFixed(0).padStart(9));
  console.log(`${name.padEnd(66)} ${columns.join(' ')}`);
}

/** The joined list as rows, serialized as JSON by this process. */
async function rowsThroughHere(db: Database, { userId, campaignId }: Seeded): Promise<string> {
  const query = sql`select c.*, b.url_from, b.title from contacts c join backlinks b on b.id = c.backlink_id
    where c.user_id = ${userId} and c.request_id = ${campaignId} order by c.id`;
  return JSON.stringify((await db.asUser(userId, { compile: () => query.compile(db.kysely) })).rows);
}

/** Joined first and limited afterwards, as the query would naively be written. */
async function joinedThenCut(db: Database, { userId, campaignId }: Seeded): Promise<unknown> {
  const query = sql`select c.*, b.url_from, b.title from contacts c join backlinks b on b.id = c.backlink_id and b.user_id = c.user_id
    where c.user_id = ${userId} and c.request_id = ${campaignId} order by c.id limit 10`;
  return db.asUser(userId, { compile: () => query.compile(db.kysely) });
}

const idsOf = async (db: Database, table: 'search_results' | 'backlinks' | 'contacts', userId: string) =>
  (await db.kysely.selectFrom(table).select('id').where('user_id', '=', userId).execute()).map(({ id }) => id);

async function measureReading(db: Database, campaign: Seeded): Promise<void> {
  const list = (limit: number) => listContacts(db, campaign.userId, { ...campaign, limit, offset: 0, order: byId });
  print('10 of 10,000 contacts: page first, then join (the data route)', await time(db, () => list(10)));
  print('10 of 10,000 contacts: joined first, no count', await time(db, () => joinedThenCut(db, campaign)));
  print('all 10,000 contacts: JSON from the database (the data route)', await time(db, () => list(many)));
  print('all 10,000 contacts: rows and JSON made in this process', await time(db, () => rowsThroughHere(db, campaign)));
}

async function measureSaving(db: Database, { userId, campaignId }: Seeded): Promise<void> {
  const lists = [
    ['search results', 'search_results', searchResultSelection(db)],
    ['backlinks', 'backlinks', backlinkSelection(db)],
    ['contacts', 'contacts', contactSelection(db)],
  ] as const;
  for (const [name, table, selection] of lists) {
    const ids = await idsOf(db, table, userId);
    const rows = (keep: boolean) => ids.map((id) => ({ id, keep }));
    print(
      `10,000 ${name} saved, all of them changed`,
      await time(db, (round) => selection.saveRows({ userId, campaignId, rows: rows(round % 2 === 0) })),
    );
    const same = rows((rounds - 1) % 2 === 0);
    print(
      `10,000 ${name} saved, none of them changed`,
      await time(db, () => selection.saveRows({ userId, campaignId, rows: same })),
    );
    print(
      `10,000 ${name} selected by a filter, all of them changed`,
      await time(db, (round) =>
        selection.selectMatching({
          ...{ userId, campaignId, filter: { words: 'e' }, keep: round % 2 === 0, changeId: randomUUID() },
        }),
      ),
    );
  }
  const bare = (round: number) =>
    db.sql`update contacts set keep = ${round % 2 === 0} where request_id = ${campaignId}`;
  print('10,000 contacts in a bare update, nothing checked (the floor)', await time(db, bare));
  const [...ids] = (await idsOf(db, 'contacts', userId)).slice(0, 500);
  const oneByOne = async (round: number) => {
    for (const id of ids) await keepContact(db, userId, { id, keep: round % 2 === 0 });
  };
  print('500 contacts one call after the other', await time(db, oneByOne));
}

async function measureFile(db: Database, { userId, campaignId }: Seeded): Promise<void> {
  let bytes = 0;
  const write = async () => {
    bytes = 0;
    for await (const rows of contactsForFile(db, userId, { campaignId, selected: false })) {
      bytes += Buffer.byteLength(rows.map(contactsFile.line).join(''));
    }
  };
  print('contacts.csv of 10,000 rows', await time(db, write));
  console.log(`${(bytes / 1024 / 1024).toFixed(1)} MB in batches of 1,000 rows`);
}

await withTemporaryDatabase(async (db) => {
  const campaign = await seed(db);
  console.log(`medians of ${rounds} rounds, milliseconds`.padEnd(66), '     time   blocked  node CPU  postgres CPU');
  await measureReading(db, campaign);
  await measureSaving(db, campaign);
  await measureFile(db, campaign);
});
