// Backlinks in the page sample. Links are read from an index sorted by the rating of the linking domain, and only as many as needed.
import { type RawBuilder, sql } from 'kysely';
import { type Queryable, runPrepared } from '../../../platform/database/run-prepared.ts';
import type { Kdb } from '../../../platform/db.ts';
import type { LinkRange, SampleLink } from './index-engine.ts';
import { keyOf } from './text-key.ts';

/** Looked up in the statement that reads them, so that nobody reads a part of a release. Other partitions are not touched. */
export const readable = sql`array(
  select id from index_releases where kind = 'pages' and state = 'ready' and engine = 'postgres')`;

export async function linksToUrls(db: Queryable, urls: readonly string[], range: LinkRange): Promise<SampleLink[]> {
  if (urls.length === 0) return [];
  // The URLs, their canonicals, and the URLs that have one of these as their canonical. As JSON, because PostgreSQL would plan anew
  // for each number of elements of an array.
  const targets = sql`
    urls as materialized (select key::bigint from json_array_elements_text(${JSON.stringify(urls.map(keyOf))}::json) key),
    given as materialized (
      select key from urls
      union select page.canonical_key from urls join index_sample_pages page on page.url_key = urls.key
      where page.release_id = any(${readable}) and page.canonical_key is not null),
    targets as materialized (
      select key from given
      union select page.url_key from given join index_sample_pages page on page.canonical_key = given.key
      where page.release_id = any(${readable}) and page.canonical_key is not null)`;
  return strongestLinks(db, 'links-to-urls', { targets, column: sql.ref('to_key') }, range);
}

export async function linksToDomain(db: Queryable, domain: string, range: LinkRange): Promise<SampleLink[]> {
  const targets = sql`targets as materialized (select ${keyOf(domain)}::bigint as key)`;
  return strongestLinks(db, 'links-to-domain', { targets, column: sql.ref('to_domain_key') }, range);
}

interface Target {
  targets: RawBuilder<unknown>;
  /** The column of links that has their keys. */
  column: RawBuilder<unknown>;
}

/** So many domains are tried for each result: all links of a domain may have gone from newer captures. */
const domainsPerResult = sql.lit(4);
/** A large site may link from every page. */
const linksCompared = sql.lit(8);

/** The best link of each of the strongest linking domains. */
async function strongestLinks(db: Queryable, name: string, target: Target, range: LinkRange): Promise<SampleLink[]> {
  const statement = sql<SampleLink>`
    with recursive ${target.targets}, ${linkingDomains(target, range)},
    strongest as (
      (select * from rated offset 1) union all (select * from unrated offset 1) limit ${range.limit}::int * ${domainsPerResult}),
    found as (
      select strongest.from_domain_key, best.* from strongest cross join lateral (${bestLink(target)}) best
      limit ${range.limit})
    select url as "urlFrom", title, to_url as "urlTo", anchor, rel, domain, domain_rating as "domainRating", words,
      captured_at as "capturedAt"
    from found order by domain_rating desc, from_domain_key desc`;
  return runPrepared(db, name, statement);
}

const linksTo = ({ column }: Target) => sql`index_sample_links link
  where link.release_id = any(${readable}) and link.${column} = targets.key and link.dofollow`;

/**
 * The domains that link to a target, strongest first, found by stepping through the index from one to the next: a site that links
 * from every page costs no more than others, and only as many are found as the query reads. Unrated domains pass every range.
 */
function linkingDomains(target: Target, { minDomainRating = 0, maxDomainRating = 100 }: LinkRange) {
  return sql`
    rated as (${steps(target, 'rated', { least: Math.max(minDomainRating, 0), most: maxDomainRating })}),
    unrated as (${steps(target, 'unrated', { least: unrated, most: unrated })})`;
}

/** The rating of domains without one. */
const unrated = -1;
/** Above the key of any domain. */
const aboveKeys = sql.lit('9223372036854775807');

/** The first row is not a domain, but where the steps start. Both bounds are parameters, so that the plan doesn't depend on them. */
function steps(target: Target, name: string, { least, most }: { least: number; most: number }) {
  const before = sql.table(name);
  return sql`
    select ${most}::real as domain_rating, ${aboveKeys}::bigint as from_domain_key
    union all
    select step.* from ${before} before cross join lateral (
      select found.* from targets cross join lateral (
        select link.domain_rating, link.from_domain_key from ${linksTo(target)} and link.domain_rating >= ${least}::real
          and (link.domain_rating, link.from_domain_key) < (before.domain_rating, before.from_domain_key)
        order by link.domain_rating desc, link.from_domain_key desc limit 1) found
      order by found.domain_rating desc, found.from_domain_key desc limit 1) step`;
}

/** The best of some links of a domain in `strongest`, with its page, unless a newer capture of the page has no such link. */
const bestLink = (target: Target) => sql`
  select link.to_url, link.anchor, link.rel, link.domain_rating, link.captured_at, page.url, page.title, page.domain, page.words from (
    select link.* from targets cross join lateral (
      select link.* from ${linksTo(target)} and link.domain_rating = strongest.domain_rating
        and link.from_domain_key = strongest.from_domain_key
      limit ${linksCompared}) link
    order by link.is_image, link.anchor = '', link.captured_at desc, link.page_key, link.to_key offset 0) link
  cross join lateral (
    select page.* from index_sample_pages page
    where page.release_id = any(${readable}) and page.url_key = link.page_key
    order by page.captured_at desc limit 1) page
  where page.captured_at = link.captured_at
  limit 1`;

/** When each of these pages was last captured. */
export async function lastCaptures(db: Kdb, urls: readonly string[]): Promise<Map<string, Date>> {
  if (urls.length === 0) return new Map();
  const { rows } = await sql<{ url: string; capturedAt: Date }>`
    select url, max(captured_at) as "capturedAt" from index_sample_pages
    where release_id = any(${readable}) and url_key = any(${urls.map(keyOf)}::text[]::bigint[])
    group by url`.execute(db);
  return new Map(rows.map(({ url, capturedAt }) => [url, capturedAt]));
}
