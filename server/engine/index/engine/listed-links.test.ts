// Lists of popular targets answer as the index of links does, which is read without them.
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseForTests } from '../../../test/database.ts';
import type { LinkRange } from './index-engine.ts';
import { postgresEngine } from './postgres-engine.ts';
import { beginRelease, fileOf } from './test/engine-contract.ts';

const target = 'https://popular.example/';
const copy = 'https://popular.example/?print=1';
const other = 'https://popular.example/other';
/** More than a list has. */
const domains = 1_100;
/** As many as a target with a list has at least. */
const fewest = 64;
const fewestLinked = Array.from({ length: 12 }, (_, number) => `https://linked-${number}.example/`);
const day = (number: number) => new Date(Date.UTC(2026, 5, number));
const db = databaseForTests();
const engine = postgresEngine(db);
let first: number;

beforeAll(async () => {
  await db.sql`
    with ranks as (
      insert into index_releases (kind, name, state, domains, wanted, finished_at)
      values ('ranks', 'ranks', 'ready', 100000, 1, now()) returning id)
    insert into index_domain_ranks select ranks.id, 'site-' || n || '.example', n * 7 from ranks, generate_series(1, 900) n`;
  const numbers = Array.from({ length: domains }, (_, index) => index + 1);
  const pages = numbers.flatMap((number) => {
    const page = { url: `https://site-${number}.example/`, title: `Site ${number}`, capturedAt: day(1 + (number % 9)) };
    const worse = [
      { to: copy, anchor: '' },
      { to: other, anchor: '', isImage: true },
    ];
    const links = [target, ...(number % 5 === 0 ? worse : [])];
    const image = { to: target, anchor: '', isImage: true };
    return [
      { ...page, links: number <= fewest ? [...links, ...fewestLinked] : links },
      { ...page, url: `${page.url}more`, links: number % 3 === 0 ? [image] : links },
      // A second capture of the same page, which has lost its links. Of every 105th domain, no link to the others is left.
      ...(number % 7 === 0 ? [{ ...page, capturedAt: day(20) }] : []),
    ];
  });
  first = await beginRelease({ db, engine }, 'CC-MAIN-1');
  await engine.write(first, fileOf(0, [{ url: copy, canonical: target }, ...pages]));
  await engine.publish(first);
});

const targets = [{ urls: [target] }, { urls: [copy, other] }, { domain: 'popular.example' }];
const ranges: LinkRange[] = [
  { limit: 3 },
  { limit: 100 },
  { limit: 1_000 },
  { limit: 2_000 },
  { limit: 100, minDomainRating: 20 },
  { limit: 100, maxDomainRating: 40 },
  { limit: 100, minDomainRating: 99.9 },
  { limit: 1_000, minDomainRating: 10, maxDomainRating: 60 },
];

/** With the lists, and without them. */
async function bothAnswers(ask: () => Promise<unknown>): Promise<[unknown, unknown]> {
  const listed = await ask();
  await db.sql`alter table index_sample_lists rename column target_key to hidden_key`;
  await db.sql`alter table index_sample_lists add column target_key bigint`;
  try {
    return [listed, await ask()];
  } finally {
    await db.sql`alter table index_sample_lists drop column target_key`;
    await db.sql`alter table index_sample_lists rename column hidden_key to target_key`;
  }
}

const cases = targets.flatMap((to) => ranges.map((range) => ({ to, range })));

describe('one release', () => {
  test.each(cases)('$to, $range', async ({ to, range }) => {
    const [listed, stepped] = await bothAnswers(() => engine.backlinksOf(to, range));
    expect(listed).toEqual(stepped);
  });

  test('popular targets have lists of at most 1,000 domains', async () => {
    const lists = await db.sql<{ of_domain: boolean; cut: boolean; links: number }[]>`
      select of_domain, bool_or(cut) as cut, sum(json_array_length(links))::int as links from index_sample_lists
      where release_id = ${first} group by of_domain, target_key order by links desc, of_domain limit 4`;
    expect(lists).toMatchObject([
      { of_domain: false, cut: true, links: 1_000 },
      { of_domain: true, cut: true, links: 1_000 },
      { cut: false, links: 210 },
      { cut: false, links: 210 },
    ]);
  });
});

test('all targets with 64 links or more have lists, a quarter of which are made at a time', async () => {
  const listed = await db.sql`select distinct of_domain, target_key::text as key from index_sample_lists order by 1, 2`;
  const popular = await db.sql<{ quarter: number }[]>`
    select of_domain, key::text, min(key & 3)::int as quarter
    from index_sample_links, lateral (values (false, to_key), (true, to_domain_key)) target (of_domain, key)
    where dofollow group by 1, key having count(*) >= ${fewest} order by 1, 2`;
  expect(listed).toEqual(popular.map(({ quarter: _, ...target }) => target));
  expect(new Set(popular.map(({ quarter }) => quarter)).size).toBe(4);
});

describe('with a newer release, which has some of the pages', () => {
  let second: number;
  beforeAll(async () => {
    const pages = Array.from({ length: 200 }, (_, number) => ({
      url: number % 4 ? `https://new-${number}.example/` : `https://site-${number * 3}.example/`,
      capturedAt: day(25),
      links: number % 8 ? [target] : [],
    }));
    second = await beginRelease({ db, engine }, 'CC-MAIN-2');
    await engine.write(second, fileOf(0, pages));
    await engine.publish(second);
  });

  test.each(cases)('$to, $range', async ({ to, range }) => {
    const [listed, stepped] = await bothAnswers(() => engine.backlinksOf(to, range));
    expect(listed).toEqual(stepped);
  });

  test('lists are dropped with their release, and their disk is free at once', async () => {
    await engine.drop(second);
    await db.sql`delete from index_releases where id = ${second}`;
    const left = await db.sql`
      select distinct release_id, tableoid::regclass::text as partition from index_sample_lists`;
    expect(left).toEqual([{ release_id: first, partition: `index_sample_lists_${first}` }]);
    expect(await db.sql`select to_regclass(${`index_sample_lists_${second}`}) as partition`).toEqual([
      { partition: null },
    ]);
  });
});

describe('in a restored backup', () => {
  beforeAll(async () => {
    await db.pool.query(`
      create table backup as select * from index_sample_lists;
      drop table index_sample_lists_${first};
      insert into index_sample_lists select * from backup;
      drop table backup`);
    expect(await db.sql`select distinct release_id from index_sample_lists_restored`).toEqual([{ release_id: first }]);
  });

  test.each(cases)('$to, $range', async ({ to, range }) => {
    const [listed, stepped] = await bothAnswers(() => engine.backlinksOf(to, range));
    expect(listed).toEqual(stepped);
  });

  test('lists are dropped with their release', async () => {
    await engine.drop(first);
    expect(await db.sql`select from index_sample_lists`).toEqual([]);
  });
});
