// The measurements of bench/index-scale.ts. Each gets a database on a freshly started server.
import { sql } from 'kysely';
import { findBacklinks } from '../../server/engine/index/backlinks/find-backlinks.ts';
import { settleDomain } from '../../server/engine/index/crawl/pages.store.ts';
import { rateIndex } from '../../server/engine/index/ratings/rate-index.ts';
import { countLanguages } from '../../server/engine/index/ratings/ratings.store.ts';
import { searchIndex } from '../../server/engine/index/search/search-index.ts';
import type { Database } from '../../server/platform/db.ts';
import { cpuSince, cpuTimes, totalMs } from '../index/cpu-times.ts';
import { CONFIGS } from './generate.ts';

const KEYWORDS = ['Best Golf Courses In America', 'Managed WordPress Hosting', 'garden', 'enword4000 recipe'];
const GIANT = 'site1.example';

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; cpuMs: number; result: T }> {
  const before = cpuTimes();
  const started = performance.now();
  const result = await work();
  const ms = performance.now() - started;
  return { ms, cpuMs: totalMs(cpuSince(before)), result };
}

const cell = (ms: number) => `${ms.toFixed(0)} ms`.padStart(9);

/** Cold, then the fastest of five. */
async function coldAndWarm(work: () => Promise<unknown[]>): Promise<string> {
  const cold = await timed(work);
  const warm = [];
  for (let i = 0; i < 5; i++) warm.push(await timed(work));
  const ms = Math.min(...warm.map((one) => one.ms));
  const cpu = warm.reduce((sum, one) => sum + one.cpuMs, 0) / warm.length;
  return `cold ${cell(cold.ms)}  warm ${cell(ms)}  CPU ${cell(cpu)}  ${cold.result.length} found`;
}

export async function measureSearch(db: Database): Promise<void> {
  await db.sql`delete from index_languages`;
  let known = 0;
  for (const count of [1, 5, 10, 25]) {
    const added = CONFIGS.slice(known, count).map((config) => ({ config }));
    await db.kysely.insertInto('index_languages').values(added).execute();
    await countLanguages(db.kysely);
    known = count;
    for (const keyword of KEYWORDS) {
      const line = await coldAndWarm(() => searchIndex(db.kysely, { keyword, limit: 100, perDomain: 2 }));
      console.log(`${String(count).padStart(2)} languages  ${keyword.padEnd(30)} ${line}`);
    }
  }
}

/** 2,500 pages of the strongest site match; so do a few of each of 200 weaker ones. */
export async function measureYield(db: Database): Promise<void> {
  const [known] = await db.sql`select from index_domains where name = 'yield0.example'`;
  if (!known) await addYieldingSites(db);
  for (const perDomain of [1, 2]) {
    const found = await searchIndex(db.kysely, { keyword: 'yielding orchards', limit: 100, perDomain });
    console.log(`beside one site with 2,500 pages, ${perDomain} of a site: ${found.length} of 100 wanted`);
  }
}

async function addYieldingSites(db: Database): Promise<void> {
  await db.sql`
    with sites as (
      insert into index_domains (name, rating)
      select 'yield' || n || '.example', case when n = 0 then 100 else 20 end from generate_series(0, 200) n
      returning id, name),
    added as (
      insert into index_pages (domain_id, url, state)
      select id, 'https://' || name || '/' || n, 'page' from sites
      cross join lateral generate_series(1, case when name = 'yield0.example' then 2500 else 3 end) n
      returning url_key, url, domain_id)
    insert into index_crawled_pages (url_key, url, domain, title, description, language, words, listed, search)
    select url_key, url, name, 'Yielding orchards', '', 'en', 500, true,
      setweight(to_tsvector('english', 'Yielding orchards'), 'A')
    from added join sites on sites.id = added.domain_id`;
}

export async function measureBacklinks(db: Database): Promise<void> {
  const [giant] = await db.sql<{ url: string; domains: number; links: number }[]>`
    select page.url, domain.referring_domains as domains, domain.total_backlinks as links
    from index_domains domain join index_pages page on page.domain_id = domain.id
    where domain.name = ${GIANT} order by page.id limit 1`;
  console.log(`${GIANT}: ${giant?.links} links of ${giant?.domains} domains`);
  const targets = { 'the domain': { domain: GIANT }, 'its first page': { url: giant?.url ?? '' } };
  for (const [name, target] of Object.entries(targets)) {
    for (const range of [{}, { minDomainRating: 20, maxDomainRating: 60 }]) {
      const line = await coldAndWarm(() => findBacklinks(db.kysely, target, { limit: 100, ...range }));
      console.log(`${name.padEnd(15)} ${JSON.stringify(range).padEnd(46)} ${line}`);
    }
  }
}

async function rated(db: Database, name: string): Promise<void> {
  await db.sql`checkpoint`;
  const wal = async () => {
    const [row] = await db.sql<{ bytes: string }[]>`select (pg_current_wal_insert_lsn() - '0/0')::text as bytes`;
    return Number(row?.bytes);
  };
  const before = await wal();
  const { ms, cpuMs } = await timed(() => rateIndex(db.kysely));
  const megabytes = (await wal()) - before;
  const memory = Math.round(process.memoryUsage.rss() / 1048576);
  console.log(
    `${name.padEnd(22)} ${(ms / 1000).toFixed(1).padStart(7)} s  CPU ${(cpuMs / 1000).toFixed(1).padStart(6)} s  ${(megabytes / 1048576).toFixed(0).padStart(6)} MB of WAL  ${memory} MB in Node`,
  );
}

/** One page of a medium-sized site loses three links and gets three others, as a crawl would write it. */
async function changeOnePage(db: Database): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    const domain = 1_000;
    const { rows } = await sql<{ page: number }>`
      select page.id as page from index_pages page join index_crawled_links link on link.page_key = page.url_key
      where page.domain_id = ${domain} group by 1 having count(*) >= 3 order by 1 limit 1`.execute(tx);
    const page = rows[0]?.page ?? 0;
    const key = sql`(select url_key from index_pages where id = ${page})`;
    await sql`delete from index_crawled_links where page_key = ${key} and to_key in
      (select to_key from index_crawled_links where page_key = ${key} order by 1 limit 3)`.execute(tx);
    await sql`
      insert into index_crawled_links
        (page_key, from_domain_key, to_key, to_domain_key, to_url, anchor, rel, dofollow, in_content)
      select ${key}, linking.domain_key, target.url_key, linked.domain_key, target.url, 'new', '', true, true
      from index_pages target join index_domains linked on linked.id = target.domain_id, index_domains linking
      where linking.id = ${domain} and target.domain_id <> ${domain} and target.id % 97 = ${page} % 97
        and target.id > ${page}
      order by target.id limit 3
      on conflict do nothing`.execute(tx);
    await settleDomain(tx, domain);
  });
}

export async function measureRatings(db: Database): Promise<void> {
  await rated(db, 'what is there to rate');
  await rated(db, 'nothing changed');
  await changeOnePage(db);
  await rated(db, 'one page changed');
}
