// The prospect memory of a user with 100,000 sites, 10,000 rules and 20,000 backlinks in ten campaigns, next to 100,000 sites of
// others: the time of each call of the list, of the check before a delivery, and how long an import keeps the event loop from other
// work. The first line is a fixed query, to tell how busy the machine is.
// node bench/prospects.ts [rounds]
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import type { Database } from '../server/platform/db.ts';
import { importPastOutreach } from '../server/prospects/import-prospects.ts';
import { leaveOutKnown } from '../server/prospects/leave-out-known.ts';
import { listProspects } from '../server/prospects/list-prospects.ts';
import { changeProspects } from '../server/prospects/prospects.store.ts';
import { createCampaign, createUser } from '../server/test/build.ts';
import { withTemporaryDatabase } from '../server/test/database.ts';
import { type ProspectListQuery, prospectOrders } from '../shared/api/prospects.ts';
import { median } from './median.ts';

const rounds = Number(process.argv[2] ?? 7);
const sites = 100_000;
const pieces = 1_000;

async function seedSites(db: Database, userId: string): Promise<void> {
  await db.sql`insert into prospects (user_id, domain, state, note, contacts, contacted_at, first_seen_at, last_seen_at)
    select ${userId}, 'site-' || n || '.example',
      (array['seen', 'kept', 'removed', 'contact_found', 'contacted', 'replied'])[1 + n % 6],
      case when n % 10 = 0 then 'spoke to them about golf ' || n else '' end, n % 7,
      case when n % 3 = 0 then now() - make_interval(hours => n % 9000) end,
      now() - make_interval(hours => n % 20000), now() - make_interval(mins => n % 90000)
    from generate_series(1, ${sites}::int) n`;
}

async function seed(db: Database) {
  await seedSites(db, await createUser(db));
  const userId = await createUser(db);
  await seedSites(db, userId);
  await db.sql`insert into site_rules (user_id, kind, pattern)
    select ${userId}, (array['blocked', 'mine', 'competitor'])[1 + n % 3], 'rule-' || n || '.example'
    from generate_series(1, 10000) n`;
  const campaigns = await Promise.all(Array.from({ length: 10 }, () => createCampaign(db, userId)));
  for (const [index, campaignId] of campaigns.entries()) {
    await db.sql`insert into backlinks (user_id, requests_id, url_from, domain, source)
      select ${userId}, ${campaignId}, 'https://site-' || n || '.example/page', 'site-' || n || '.example', 'zeus-own'
      from generate_series(${index * 2000 + 1}::int, ${index * 2000 + 2000}::int) n`;
  }
  await db.sql`insert into site_aliases (domain, target)
    select 'site-' || n || '.example', 'seller-' || n % 10 || '.example' from generate_series(50000, 60000) n`;
  await db.sql`vacuum analyze`;
  return { userId, campaignId: campaigns[0] ?? '' };
}

async function measure(name: string, run: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  await run();
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    await run();
    times.push(performance.now() - started);
  }
  const [middle, worst] = [median(times), Math.max(...times)];
  console.log(`${name.padEnd(52)} ${middle.toFixed(1).padStart(8)} ms   worst ${worst.toFixed(1).padStart(8)} ms`);
}

const byNewest = { column: 'last_seen_at', direction: 'desc' } as const;
const page = { limit: 25, offset: 0, order: byNewest };

await withTemporaryDatabase(async (db) => {
  const { userId, campaignId } = await seed(db);
  const list = (query: Partial<ProspectListQuery>) => () => listProspects({ db }, userId, { ...page, ...query });
  await measure('a fixed query', () => db.sql`select count(*) from generate_series(1, 1000000)`);
  for (const column of prospectOrders) {
    await measure(`first page by ${column}`, list({ order: { column, direction: 'desc' } }));
  }
  for (const column of prospectOrders) {
    await measure(`page in the middle by ${column}`, list({ offset: sites / 2, order: { column, direction: 'desc' } }));
  }
  await measure('last page', list({ offset: sites - 25 }));
  await measure('search: one site', list({ search: 'site-77777' }));
  await measure('search: nothing', list({ search: 'zzz' }));
  await measure('search: all', list({ search: 'example' }));
  await measure('state', list({ state: 'replied' }));
  await measure('campaign', list({ campaignId }));
  await measure('with contacts, contacted before a day', list({ contacts: 'some', contactedBefore: '2026-01-01' }));

  const skip = { blocked: true, inCampaign: true, linkingToMe: true, contactedDays: 100 };
  const check = (count: number, from: number) => () =>
    db.kysely.transaction().execute((tx) =>
      leaveOutKnown(
        tx,
        { userId, campaignId, skip },
        Array.from({ length: count }, (_, index) => ({ domain: `site-${from + index}.example` })),
      ),
    );
  await measure('check 100 found sites before delivery', check(100, 3_000));
  await measure('check 1,000 found sites, all known', check(1_000, 3_000));
  await measure('check 1,000 found sites under another name', check(1_000, 50_000));
  await measure('check 1,000 found sites, all new', check(1_000, 1_000_000));

  await measure('change 25 sites', () =>
    changeProspects(db.kysely, userId, {
      domains: Array.from({ length: 25 }, (_, index) => `site-${index + 1}.example`),
      state: 'replied',
    }),
  );

  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  for (let from = 0; from < sites; from += pieces) {
    const rows = Array.from({ length: pieces }, (_, index) => ({
      site: `https://www.import-${from + index}.example/x`,
    }));
    await importPastOutreach({ db }, { userId, rows });
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  delay.disable();
  console.log(
    `import of ${sites.toLocaleString('en')} lines in calls of ${pieces.toLocaleString('en')}: ${seconds} s, the event loop was kept at most ${(delay.max / 1e6).toFixed(0)} ms (99 %: ${(delay.percentile(99) / 1e6).toFixed(0)} ms)`,
  );
});
