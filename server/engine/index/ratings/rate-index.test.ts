// Ratings of an index created by SQL: they follow every change of the links and rewrite only what changed.

import { pino } from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { RetryLater } from '../../../platform/queue/job.ts';
import { databaseForTests } from '../../../test/database.ts';
import { settleDomain } from '../crawl/pages.store.ts';
import { takeLease } from '../leases.store.ts';
import { rateIndexJob } from '../rate.job.ts';
import { addCrawledLinks, deleteCrawledLinks } from '../test/crawled-links.ts';
import { rateIndex } from './rate-index.ts';

const DOMAINS = 40;
const PAGES = 1_000;

const db = databaseForTests();
beforeAll(async () => {
  await db.sql`insert into index_domains (name) select 'site' || n || '.example' from generate_series(1, ${DOMAINS}::int) n`;
  await db.sql`
    insert into index_pages (domain_id, url, state)
    select 1 + n % ${DOMAINS}::int, 'https://site' || 1 + n % ${DOMAINS}::int || '.example/' || n, 'page'
    from generate_series(0, ${PAGES - 1}::int) n`;
  await db.sql`select setseed(0.5)`;
  await addLinks(5_000, PAGES);
  await settle();
  expect(await rateIndex(db.kysely)).toBe(true);
});

/** Links between random pages; low numbers are linked more often. */
async function addLinks(count: number, upTo: number): Promise<void> {
  await addCrawledLinks(
    db,
    `select 1 + floor(random() * ${upTo}), 1 + floor(power(random(), 3) * ${PAGES}), random() < 0.8
    from generate_series(1, ${count})`,
  );
}

async function settle(): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    for (let domain = 1; domain <= DOMAINS; domain++) await settleDomain(tx, domain);
  });
}

/** Pages whose stored counts differ from their links. */
const wrongPages = () => db.sql`
  with ways as (
    select id, url_key as via from index_pages
    union all select moved_to, url_key from index_pages where moved_to is not null),
  truth as (
    select ways.id, count(*) as total, count(*) filter (where dofollow) as dofollow,
      count(distinct from_domain_key) filter (where dofollow) as referring
    from ways join index_crawled_links link on link.to_key = ways.via group by ways.id)
  select page.id, total, total_backlinks, dofollow, dofollow_backlinks, referring, referring_domains
  from index_pages page left join truth on truth.id = page.id
  where (page.total_backlinks, page.dofollow_backlinks, page.referring_domains)
      is distinct from (coalesce(total, 0), coalesce(dofollow, 0), coalesce(referring, 0))
    or (page.url_rating >= 0) <> (page.referring_domains >= 3)`;

/** Pages whose strength is off by more than the allowed lag of the ranks. */
const wrongStrengths = () => db.sql`
  with ways as (
    select id, url_key as via from index_pages
    union all select moved_to, url_key from index_pages where moved_to is not null),
  linking as (
    select distinct ways.id, link.from_domain_key from ways
    join index_crawled_links link on link.to_key = ways.via where link.dofollow),
  votes as (
    select linking.id, max(rank / greatest(linked_pages, 1)) as vote
    from linking join index_domains domain on domain.domain_key = linking.from_domain_key
    group by linking.id, coalesce(domain.network_id, domain.id)),
  truth as (select id, sum(vote) as strength from votes group by id)
  select page.id, page.strength, truth.strength as truth from index_pages page left join truth on truth.id = page.id
  where abs(page.strength - coalesce(truth.strength, 0)) > 1e-9`;

const rewritten = async (work: () => Promise<unknown>) => {
  const versions = async () => {
    const rows = await db.sql<{ key: string; version: string }[]>`
      select 'page ' || id as key, xmin || ' ' || ctid as version from index_pages
      union all select 'domain ' || id, xmin || ' ' || ctid from index_domains
      union all select 'pair ' || to_domain_id || ' ' || from_domain_id, xmin || ' ' || ctid from index_domain_links`;
    return new Map(rows.map(({ key, version }) => [key, version]));
  };
  const before = await versions();
  await work();
  const after = await versions();
  return [...after].filter(([key, version]) => before.get(key) !== version).map(([key]) => key);
};

test('rewrites nothing when nothing has changed', async () => {
  expect(await rewritten(settle)).toEqual([]);
  expect(await rewritten(() => rateIndex(db.kysely))).toEqual([]);
  expect(await db.sql`select from index_relinked`).toEqual([]);
});

test('the job waits while another process rates, and can run twice', async () => {
  const call = { log: pino({ level: 'silent' }), signal: new AbortController().signal, attempt: 1 };
  const { run } = rateIndexJob({ db });
  const lease = await takeLease(db.kysely, 'ratings', 60);
  await expect(run({}, call)).rejects.toThrow(RetryLater);
  await lease?.release();
  expect(await rewritten(() => run({}, call))).toEqual([]);
  expect(await rewritten(() => run({}, call))).toEqual([]);
});

test('one new link rewrites only a few pages', async () => {
  await addCrawledLinks(db, 'select 150, 999, true', 'update set dofollow = not known.dofollow');
  await settle();
  const changed = await rewritten(() => rateIndex(db.kysely));
  expect(changed).toContain('page 999');
  expect(changed.length).toBeLessThan(PAGES / 4);
  expect(await wrongPages()).toEqual([]);
});

/** Domains 1 to 10 link to each other, and to page 998, with new pages of their own. */
async function addNetwork(): Promise<void> {
  await db.sql`
    insert into index_pages (domain_id, url, state)
    select n, 'https://site' || n || '.example/network', 'page' from generate_series(1, 10) n`;
  await addCrawledLinks(
    db,
    `select source.id, target.id, true from index_pages source, index_pages target
    where source.url like '%/network' and (target.url like '%/network' or target.id = 998)`,
  );
}

test.each([
  ['new links', () => addLinks(300, PAGES)],
  ['links that are gone', () => deleteCrawledLinks(db, 'source.id % 7 = 0')],
  [
    'links that are no longer followed',
    () =>
      db.sql`update index_crawled_links set dofollow = false from index_pages where url_key = to_key and id % 5 = 0`,
  ],
  [
    'pages that moved',
    () => db.sql`update index_pages set moved_to = id + 200 where id % 10 = 1 and id + 200 <= ${PAGES}`,
  ],
  ['links to pages that moved', () => deleteCrawledLinks(db, 'target.id % 10 = 1 and source.id % 2 = 0')],
  ['what pages pass on to pages that moved', () => deleteCrawledLinks(db, 'target.id % 10 <> 1 and source.id < 50')],
  ['a page that moved elsewhere', () => db.sql`update index_pages set moved_to = 2 where moved_to is not null`],
  ['pages that are back', () => db.sql`update index_pages set moved_to = null where id % 3 = 0`],
  ['no links at all', () => deleteCrawledLinks(db, 'true')],
  ['a site network', addNetwork],
  ['a site network that is gone', () => deleteCrawledLinks(db, 'source.domain_id < 6')],
])('all counts and strengths follow %s', async (_name, change) => {
  await change();
  await settle();
  expect(await rateIndex(db.kysely)).toBe(true);
  expect(await wrongPages()).toEqual([]);
  expect(await wrongStrengths()).toEqual([]);
  expect(await db.sql`select from index_relinked`).toEqual([]);
});

test('a network stays stored, and rating again rewrites nothing', async () => {
  // Of the network above, domains 6 to 10 still link to each other; 6 is the oldest.
  const members = await db.sql`select id::int from index_domains where network_id = 6 order by id`;
  expect(members).toEqual([6, 7, 8, 9, 10].map((id) => ({ id })));
  expect(await rewritten(() => rateIndex(db.kysely))).toEqual([]);
});
