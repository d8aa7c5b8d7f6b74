// The page sample in PostgreSQL: time to load and index it, bytes per page and link, and how long its answers take.
import { sql } from 'kysely';
import { chunksOf } from '../../server/engine/index/common-crawl/test/warc-writer.ts';
import { noWatCounts, readWat } from '../../server/engine/index/common-crawl/wat/read-wat.ts';
import type { IndexEngine } from '../../server/engine/index/engine/index-engine.ts';
import { postgresEngine } from '../../server/engine/index/engine/postgres-engine.ts';
import type { Database } from '../../server/platform/db.ts';
import { withTemporaryDatabase } from '../../server/test/database.ts';
import { randomNumbers } from '../../server/test/long-run.ts';
import { generateWat } from './generate-wat.ts';

const pagesPerFile = 10_000;
const questions = 200;

export async function measureStored(pages: number): Promise<void> {
  await withTemporaryDatabase(async (db) => {
    await rateHosts(db);
    const engine = postgresEngine(db);
    await load(db, engine, pages);
    await printSizes(db);
    await measureAnswers(db, engine);
  });
}

/** A rating for each of the generated hosts. */
async function rateHosts(db: Database): Promise<void> {
  await db.sql`
    insert into index_releases (kind, name, state, domains, wanted, finished_at)
    values ('ranks', 'bench', 'ready', 120000000, 200000, now())`;
  await db.sql`
    insert into index_domain_ranks
    select (select id from index_releases where kind = 'ranks'), 'site-' || n || '.example', n * 100
    from generate_series(1, 200000) n`;
}

async function load(db: Database, engine: IndexEngine, pages: number): Promise<void> {
  const files = Math.ceil(pages / pagesPerFile);
  const [release] = await db.sql<{ id: number }[]>`
    insert into index_releases (kind, name, wanted, crawl_files) values ('pages', 'bench', ${files}, ${files}) returning id`;
  const id = release?.id ?? 0;
  await engine.beginRelease(id);
  let writing = 0;
  for (let number = 0; number < files; number++) {
    const wat = generateWat(Math.min(pagesPerFile, pages), number);
    const started = performance.now();
    await engine.write(id, { number, pages: readWat(chunksOf(wat), noWatCounts()), skipped: () => 0 });
    writing += performance.now() - started;
  }
  const started = performance.now();
  await engine.publish(id);
  const publishing = performance.now() - started;
  const rate = Math.round((1000 * pages) / (writing + publishing));
  console.log(
    `stored   ${pages} pages: written in ${seconds(writing)}, indexed in ${seconds(publishing)}, ${rate} pages/s`,
  );
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function printSizes(db: Database): Promise<void> {
  for (const table of ['index_sample_pages', 'index_sample_links']) {
    const { rows } = await sql<{ bytes: number; indexes: number; rows: number }>`
      select sum(pg_total_relation_size(relid))::bigint as bytes, sum(pg_indexes_size(relid))::bigint as indexes,
        (select count(*) from ${sql.table(table)}) as rows
      from pg_partition_tree(${table}) where isleaf`.execute(db.kysely);
    const { bytes = 0, indexes = 0, rows: count = 0 } = rows[0] ?? {};
    const per = (part: number) => Math.round(part / count);
    console.log(`stored   ${table}: ${count} rows, ${per(bytes)} bytes each, of which indexes ${per(indexes)}`);
  }
}

async function measureAnswers(db: Database, engine: IndexEngine): Promise<void> {
  const random = randomNumbers(7);
  const words = 'golf course review guide best winter travel season ticket coffee market energy wind solar home'.split(
    ' ',
  );
  const word = () => words[Math.floor(random() * words.length)] ?? '';
  const site = () => `site-${Math.floor(200_000 ** random())}.example`;
  const targets = await db.sql<{ url: string }[]>`
    select to_url as url from index_sample_links where dofollow order by md5(to_url) limit ${questions}`;
  const filter = {
    configs: ['english'],
    limit: 100,
    except: [],
    minDomainRating: 20,
    maxDomainRating: 70,
    minWords: 300,
  };
  await measure('two words, DR 20-70, 300 words', () =>
    engine.searchPages({ ...filter, perDomain: 1, variants: [[word(), word()]] }),
  );
  await measure('one very common word', () => engine.searchPages({ ...filter, perDomain: 1, variants: [[word()]] }));
  await measure('backlinks of a URL', (number) =>
    engine.backlinksOf({ urls: [targets[number]?.url ?? ''] }, { limit: 100 }),
  );
  await measure('backlinks of a domain', () => engine.backlinksOf({ domain: site() }, { limit: 100 }));
  await measure('the most linked domain', () => engine.backlinksOf({ domain: 'site-1.example' }, { limit: 100 }));
}

async function measure(name: string, ask: (number: number) => Promise<readonly unknown[]>): Promise<void> {
  const times: number[] = [];
  let found = 0;
  for (let number = 0; number < questions; number++) {
    const started = performance.now();
    found += (await ask(number)).length;
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1);
  const average = (found / questions).toFixed(1);
  console.log(`stored   ${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms, ${average} found`);
}
