// Fills an empty index by SQL with a made-up web: domains and their pages by Zipf's law, links mostly to large domains, and
// texts in 25 languages. The same size always gives the same index.
import type pg from 'pg';
import { searchConfig } from '../../server/engine/index/crawl/language.ts';

export interface Scale {
  links: number;
  pages: number;
  domains: number;
  texts: number;
}

export const scaleOf = (links: number): Scale => ({
  links,
  pages: Math.round(links / 5),
  domains: Math.round(links / 50),
  texts: Math.round(links * 0.03),
});

/** Most pages first: English has 70 %, the last one about 0.3 %. */
const LANGUAGES = 'en de fr es it nl pt ru sv da no fi pl hu ro tr el ca id lt ar hi ga eu sr ta hy ne yi'.split(' ');
export const CONFIGS = [...new Set(LANGUAGES.map(searchConfig))].slice(0, 25);

const TOPIC = 'golf course courses best america managed wordpress hosting garden travel recipe guide review'.split(' ');
const TABLES = [
  'index_domains',
  'index_pages',
  'index_crawled_pages',
  'index_languages',
  'index_crawled_links',
  'index_domain_links',
  'index_relinked',
];

/** In one transaction that truncates the tables first: with wal_level=minimal their rows need no WAL. */
export async function generate(client: pg.ClientBase, scale: Scale): Promise<void> {
  const step = async (name: string, text: string) => {
    const started = performance.now();
    await client.query(text);
    console.log(`  ${name.padEnd(14)} ${((performance.now() - started) / 1000).toFixed(0)} s`);
  };
  await client.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'; set work_mem = '256MB';
    set max_parallel_workers_per_gather = 0; set session_replication_role = replica`);
  await client.query('begin');
  await client.query(`truncate ${TABLES.join(', ')} cascade; select setseed(0.5)`);
  const indexes = await dropIndexes(client);
  await step('domains', domains(scale));
  await step('pages', pages());
  await step('links', links(scale));
  await step('sums', SUMS);
  await step('texts', texts(scale));
  await step('to be counted', TO_COUNT);
  await step('indexes', indexes.join(';'));
  await client.query('commit');
  await step('statistics', `vacuum analyze ${TABLES.join(', ')}`);
  await client.query('set session_replication_role = origin');
}

/** Returns the statements that recreate them. Loading with indexes takes several times as long. */
async function dropIndexes(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; def: string; constraint: string | null; table: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as def, i.indrelid::regclass::text as table,
      (select pg_get_constraintdef(c.oid) from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u')) as constraint
    from pg_index i
    where i.indrelid::regclass::text in ('index_crawled_links', 'index_domain_links', 'index_crawled_pages')
      and not exists (select from pg_constraint c where c.contype = 'f' and c.conindid = i.indexrelid)`);
  for (const { name, table, constraint } of rows) {
    await client.query(constraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`);
  }
  return rows.map(({ name, table, def, constraint }) =>
    constraint ? `alter table ${table} add constraint ${name} ${constraint}` : def,
  );
}

/** Domain d has about 1/d of the pages of the first one, and at least one. */
const domains = ({ domains: count, pages: all }: Scale) => `
  insert into index_domains (id, name, crawled_at) overriding system value
    select d, 'site' || d || '.example', now() from generate_series(1, ${count}) d;
  create temporary table made_domains as
    select d, size, sum(size) over (order by d) - size as before
    from (select d, 1 + floor((${all} - ${count}) / (d * ln(${count}::float8)))::bigint as size
      from generate_series(1, ${count}) d) sizes;
  alter table made_domains add primary key (d);
  analyze made_domains;
  select setval(pg_get_serial_sequence('index_domains', 'id'), ${count})`;

const pages = () => `
  insert into index_pages (id, domain_id, url, state) overriding system value
    select before + n, d, 'https://site' || d || '.example/articles/' || n || '-what-to-know-before-you-go', 'page'
    from made_domains cross join lateral generate_series(1, size) n;
  select setval(pg_get_serial_sequence('index_pages', 'id'), max(id)) from index_pages`;

/** From any page; to domains by Zipf's law (the first gets one link in eighteen), and there mostly to the first pages. */
const links = ({ links: count, domains: all }: Scale) => `
  insert into index_crawled_links
      (page_key, to_key, from_domain_key, to_domain_key, to_url, anchor, rel, dofollow, in_content)
    select distinct on (source.id, target.to_page) source.url_key, linked.url_key, linking.domain_key,
      index_key('site' || target.d || '.example'), linked.url, 'a link to number ' || target.d, case when target.follow then '' else 'nofollow' end, target.follow, target.content
    from (
      select drawn.from_page, drawn.follow, drawn.content, made.d, made.before + 1 + floor(made.size * drawn.place)::bigint as to_page
      from (select 1 + floor(random() * (select max(id) from index_pages))::bigint as from_page,
          least(${all}, floor(exp(random() * ln(${all}::float8))))::bigint as d,
          power(random(), 3) as place, random() < 0.8 as follow, random() < 0.6 as content
        from generate_series(1, ${Math.round(count * 1.1)})) drawn
      join made_domains made on made.d = drawn.d) target
    join index_pages source on source.id = target.from_page
    join index_pages linked on linked.id = target.to_page
    join index_domains linking on linking.id = source.domain_id
    where source.domain_id <> target.d
    limit ${count}`;

const SUMS = `
  insert into index_domain_links (from_domain_id, to_domain_id, links, dofollow, pages)
    select linking.id, linked.id, links, dofollow, pages from (
      select from_domain_key, to_domain_key, count(*) as links, count(*) filter (where dofollow) as dofollow,
        count(distinct to_key) filter (where dofollow) as pages
      from index_crawled_links group by 1, 2) pair
    join index_domains linking on linking.domain_key = from_domain_key
    join index_domains linked on linked.domain_key = to_domain_key`;

const TO_COUNT = `
  insert into index_relinked
    select id from index_pages where url_key in (select to_key from index_crawled_links)`;

/** 200 words: eight of a language's sentences. Words are Zipf-drawn; one sentence in ten is about a topic. */
const texts = ({ texts: count }: Scale) => `
  create temporary table made_languages as
    select place, code, config from unnest(
      array[${LANGUAGES.map((code) => `'${code}'`)}], array[${LANGUAGES.map((code) => `'${searchConfig(code)}'`)}])
      with ordinality as t(code, config, place) where config in (${CONFIGS.map((config) => `'${config}'`)});
  create temporary table made_sentences as
    select l.code, n, string_agg(case
        when n % 10 = 0 and w <= 3 then (array[${TOPIC.map((word) => `'${word}'`)}])[1 + floor(random() * ${TOPIC.length})::int]
        else l.code || 'word' || floor(exp(random() * ln(20000)))::int end, ' ' order by w) as words
    from made_languages l cross join generate_series(0, 1999) n cross join generate_series(1, 25) w group by 1, 2;
  alter table made_sentences add primary key (code, n);
  analyze made_sentences;
  insert into index_languages (config) select distinct config from made_languages;
  insert into index_crawled_pages (url_key, url, domain, title, description, language, words, listed, search)
    select page.url_key, page.url, 'site' || page.domain_id || '.example', title.words, '', chosen.code, 200 + page.id % 2000, true,
      setweight(to_tsvector(chosen.config::regconfig, title.words), 'A') || setweight(to_tsvector(chosen.config::regconfig, body.words), 'D')
    from index_pages page
    cross join lateral (select case when (page.id * 7919) % 10 < 7 then 1
      else 1 + floor(exp((((page.id * 104729) % 1000) / 1000.0) * ln((select count(*) from made_languages))))::int end as place) drawn
    join made_languages chosen on chosen.place = drawn.place
    join made_sentences title on title.code = chosen.code and title.n = (page.id * 31) % 2000
    cross join lateral (select string_agg(s.words, '. ') as words from generate_series(1, 8) k
      join made_sentences s on s.code = chosen.code and s.n = (page.id * (17 + k * 6) + k * 131) % 2000) body
    where page.id % greatest(1, (select count(*) from index_pages) / ${count}) = 0`;
