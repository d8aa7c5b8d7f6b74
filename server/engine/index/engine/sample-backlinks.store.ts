// Backlinks in the page sample. Those of popular targets are ready to read in lists. Others are read from an index sorted by the rating of
// the linking domain, and only as many as needed.
import { type RawBuilder, sql } from 'kysely';
import { type PreparedStatement, type Queryable, runPrepared } from '../../../platform/database/run-prepared.ts';
import type { LinkRange, SampleLink } from './index-engine.ts';
import { readLists } from './sample-lists.store.ts';
import { releases, type Target, toDomain, toUrls } from './sample-targets.ts';
import { keyOf } from './text-key.ts';

export async function linksToUrls(db: Queryable, urls: readonly string[], range: LinkRange): Promise<SampleLink[]> {
  if (urls.length === 0) return [];
  // As JSON, because PostgreSQL would plan anew for each number of elements of an array.
  return strongestLinks(db, toUrls, JSON.stringify(urls.map(keyOf)), range);
}

export async function linksToDomain(db: Queryable, domain: string, range: LinkRange): Promise<SampleLink[]> {
  return strongestLinks(db, toDomain, keyOf(domain), range);
}

/** So many domains are tried for each result: all links of a domain may have gone from newer captures. */
const domainsPerResult = sql.lit(4);
/** So many links of a domain are tried for the same reason: a large site may link from every page. */
const linksTried = sql.lit(8);

/** The best link of each of the strongest linking domains. */
async function strongestLinks(db: Queryable, target: Target, asked: string, range: LinkRange): Promise<SampleLink[]> {
  const { linked, answer } = await readLists(db, target, asked, range);
  if (answer) return answer;
  const ranges = rangesOf(range);
  const values = [JSON.stringify(linked), range.limit, ...ranges.flat()];
  return runPrepared(db, statementFor(target, ranges.length), values);
}

const statementFor = (target: Target, ranges: number): PreparedStatement => ({
  name: `${target.name}-${ranges}`,
  build(parameter) {
    const [linked, limit] = [parameter(1), parameter(2)];
    const places = Array.from({ length: ranges }, (_, place) => place);
    // Parameters, so that the plan doesn't depend on them.
    const boundsOf = (place: number) => ({ least: parameter(3 + 2 * place), most: parameter(4 + 2 * place) });
    const stepsIn = (place: number) =>
      sql`${domainsIn(place)} as (${steps(target, domainsIn(place), boundsOf(place))})`;
    const domains = places.map((place) => sql`(select * from ${domainsIn(place)} offset 1)`);
    return sql`
      with recursive ${releases},
      linked as materialized (select key, id from json_to_recordset(${linked}::json) as linked (key bigint, id integer)),
      ${sql.join(places.map(stepsIn))},
      strongest as (${sql.join(domains, sql` union all `)} limit ${limit}::int * ${domainsPerResult}),
      found as (
        select strongest.domain_rating, strongest.from_domain_key, best.* from strongest cross join lateral (
          (select strongest.to_url, strongest.anchor, strongest.rel, page.* from ${newestPage('strongest')})
          union all
          (${anyLink(target)})
          limit 1) best
        limit ${limit}::int)
      select url as "urlFrom", title, to_url as "urlTo", anchor, rel, domain, domain_rating as "domainRating", words,
        captured_at as "capturedAt"
      from found order by domain_rating desc, from_domain_key desc`;
  },
});

/** The rating of domains without one. */
const unrated = -1;

/** The least and the highest rating of each. Unrated domains pass every range, so they are a second one, unless all below are wanted. */
function rangesOf({ minDomainRating = 0, maxDomainRating = 100 }: LinkRange): [number, number][] {
  if (minDomainRating <= 0) return [[unrated, maxDomainRating]];
  return [
    [minDomainRating, maxDomainRating],
    [unrated, unrated],
  ];
}

const domainsIn = (range: number) => sql.table(`domains_${range}`);

const linksTo = ({ column }: Target) => sql`index_sample_links link
  where link.release_id = linked.id and link.${column} = linked.key and link.dofollow`;

/** Links with a text are better than others, and newer ones than older. The indexes of links are sorted by it (migration 0074). */
const demerit = sql`index_link_demerit(link.is_image, link.anchor, link.captured_at)`;

const columns = sql`link.domain_rating, link.from_domain_key, link.page_key, link.to_key, link.to_url, link.anchor, link.rel,
  link.captured_at, ${demerit} as demerit`;

/** Above the key of any domain. */
const aboveKeys = sql.lit('9223372036854775807');

/**
 * The domains that link to a target, strongest first, each with its best link, found by stepping through the index from one domain to
 * the next: a site that links from every page costs no more than others, and only as many are found as the query reads. The first row
 * is not a domain, but where the steps start.
 */
const steps = (
  target: Target,
  before: RawBuilder<unknown>,
  { least, most }: Record<'least' | 'most', RawBuilder<unknown>>,
) => sql`
  select ${most}::real as domain_rating, ${aboveKeys}::bigint as from_domain_key, null::bigint as page_key, null::bigint as to_key,
    null as to_url, null as anchor, null as rel, null::timestamptz as captured_at, null::float8 as demerit
  union all
  select step.* from ${before} before cross join lateral (
    select link.* from linked cross join lateral (
      select ${columns} from ${linksTo(target)} and link.domain_rating >= ${least}::real
        and (link.domain_rating, link.from_domain_key) < (before.domain_rating, before.from_domain_key)
      order by link.domain_rating desc, link.from_domain_key desc, ${demerit} limit 1) link
    order by link.domain_rating desc, link.from_domain_key desc, link.demerit, link.page_key, link.to_key limit 1) step`;

/** The best link of a domain in `strongest` whose page has not been captured since without it. */
const anyLink = (target: Target) => sql`
  select link.to_url, link.anchor, link.rel, page.* from (
    select link.* from linked cross join lateral (
      select ${columns} from ${linksTo(target)} and link.domain_rating = strongest.domain_rating
        and link.from_domain_key = strongest.from_domain_key
      order by ${demerit} limit ${linksTried}) link
    order by link.demerit, link.page_key, link.to_key offset 0) link
  cross join lateral (select page.* from ${newestPage('link')}) page
  limit 1`;

/** The page of a link, unless it has been captured since. */
const newestPage = (link: 'link' | 'strongest') => sql`(
    select page.* from releases cross join lateral (
      select url, title, domain, words, captured_at from index_sample_pages
      where release_id = releases.id and url_key = ${sql.ref(`${link}.page_key`)} offset 0) page
    order by page.captured_at desc limit 1) page
  where page.captured_at = ${sql.ref(`${link}.captured_at`)}`;
