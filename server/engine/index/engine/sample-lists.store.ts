// Backlinks that are read at once: of popular targets from the lists that a release has since it was published (migration 0084), and
// of others all their links.
import { type RawBuilder, sql } from 'kysely';
import { type PreparedStatement, type Queryable, runPrepared } from '../../../platform/database/run-prepared.ts';
import type { LinkRange, SampleLink } from './index-engine.ts';
import { releases, type Target } from './sample-targets.ts';

/** A target that has links in a release. */
export interface LinkedTarget {
  /** Text, because JavaScript's numbers can't hold it. */
  key: string;
  id: number;
}

export interface Lists {
  /** Where links have to be looked for. */
  linked: LinkedTarget[];
  /** The best link of each of the strongest linking domains; null if that takes more than was read. */
  answer: SampleLink[] | null;
}

type Row = LinkedTarget & {
  /** Whether the target may have links from more domains in this release. */
  cut: boolean | null;
} & (LinkOfDomain | { urlFrom: null });
interface LinkOfDomain extends SampleLink {
  /** Whether there is a newer capture of the page. It may have another link, or none. */
  recaptured: boolean;
}

export async function readLists(db: Queryable, target: Target, asked: string, range: LinkRange): Promise<Lists> {
  const { limit, minDomainRating = 0, maxDomainRating = 100 } = range;
  const values = [asked, limit, minDomainRating, maxDomainRating];
  const rows = await runPrepared<Row>(db, statementFor(target), values);
  const answer = answerFrom(rows, limit);
  return { answer, linked: answer ? [] : targetsOf(rows) };
}

function answerFrom(rows: readonly Row[], limit: number): SampleLink[] | null {
  if (mayLackDomains(rows, limit)) return null;
  const strongest = rows.filter(hasLink).filter(isFirstOfDomain).slice(0, limit);
  if (strongest.some(({ recaptured }) => recaptured)) return null;
  return strongest.map(({ urlFrom, title, urlTo, anchor, rel, domain, domainRating, words, capturedAt }) => ({
    ...{ urlFrom, title, urlTo, anchor, rel, domain, domainRating, words, capturedAt },
  }));
}

const hasLink = (row: Row): row is Extract<Row, LinkOfDomain> => row.urlFrom !== null;

/** Whether what was read of a target ends before there were enough. */
function mayLackDomains(rows: readonly Row[], limit: number): boolean {
  const cut = Map.groupBy(
    rows.filter((row) => row.cut),
    placeOf,
  );
  return [...cut.values()].some((links) => links.filter(hasLink).length < limit);
}

/** Rows are sorted: those of one domain follow one another, best link first. */
function isFirstOfDomain({ domain, domainRating }: SampleLink, index: number, rows: readonly SampleLink[]): boolean {
  const before = rows[index - 1];
  return before?.domain !== domain || before.domainRating !== domainRating;
}

function targetsOf(rows: readonly Row[]): LinkedTarget[] {
  const linked = rows.filter((row) => row.cut || hasLink(row));
  return [...new Map(linked.map((row) => [placeOf(row), { key: row.key, id: row.id }])).values()];
}

const placeOf = ({ key, id }: LinkedTarget) => `${key} ${id}`;

const statementFor = (target: Target): PreparedStatement => ({
  name: `lists-of-${target.name}`,
  build(parameter) {
    const range = { limit: parameter(2), least: sql`${parameter(3)}::real`, most: sql`${parameter(4)}::real` };
    return sql`
      with ${releases}, ${target.targets(parameter(1))}
      select targets.key::text, releases.id, coalesce(list.cut, link.cut) as cut, link.url as "urlFrom", link.title,
        link.to_url as "urlTo", link.anchor, link.rel, link.domain, link.domain_rating as "domainRating", link.words,
        link.captured_at as "capturedAt", link.recaptured or ${isRecaptured} as recaptured
      from targets cross join releases
      left join lateral (
        select cut from index_sample_lists where ${isListOf(target)} and part = 0 limit 1) list on true
      left join lateral ((${listedLinks(target, range)}) union all (${fewLinks(target, range)})) link on true
      order by link.domain_rating desc, link.from_domain_key desc,
        index_link_demerit(link.is_image, link.anchor, link.captured_at), releases.id, targets.key`;
  },
});

interface Range {
  limit: RawBuilder<unknown>;
  least: RawBuilder<unknown>;
  most: RawBuilder<unknown>;
}

const isListOf = ({ isDomain }: Target) =>
  sql`target_key = targets.key and of_domain = ${sql.lit(isDomain)} and release_id = releases.id`;

/** The rating of domains without one. */
const unrated = sql.lit(-1);

/** Unrated domains pass every range. */
const inRange = ({ least, most }: Range) =>
  sql`link.domain_rating <= ${most} and (link.domain_rating >= ${least} or link.domain_rating = ${unrated})`;

/** Part by part, and only as many as needed. */
const listedLinks = (target: Target, range: Range) => sql`
  select link.domain_rating, link.from_domain_key, link.captured_at, link.words, link.is_image, link.domain, link.url, link.title,
    link.to_url, link.anchor, link.rel, null::boolean as cut, false as recaptured
  from (
    select part, links from index_sample_lists
    where list.cut is not null and ${isListOf(target)}
      and lowest <= ${range.most} and (highest >= ${range.least} or lowest = ${unrated})
    order by part) part
  cross join lateral unnest(part.links) link
  where ${inRange(range)}
  order by part.part
  limit ${range.limit}::int`;

/** A release has lists of targets with so many links. One from a backup that is older than lists has none. */
const mostLinks = sql.lit(64);

/**
 * All links, if there is no list. They are read in the order of the index, and filtered afterwards, so that PostgreSQL never reads and
 * sorts more. Those outside the range have no page, but tell whether there are more.
 */
const fewLinks = (target: Target, range: Range) => sql`
  select link.domain_rating, link.from_domain_key, link.captured_at, page.words, link.is_image, page.domain, page.url, page.title,
    link.to_url, link.anchor, link.rel, link.cut, page.captured_at <> link.captured_at as recaptured
  from (
    select distinct on (link.domain_rating, link.from_domain_key) link.*
    from (
      select link.*, count(*) over () = ${mostLinks} as cut from (
        select link.domain_rating, link.from_domain_key, link.captured_at, link.is_image, link.page_key, link.to_url, link.anchor,
          link.rel, index_link_demerit(link.is_image, link.anchor, link.captured_at) as demerit
        from index_sample_links link
        where list.cut is null and link.release_id = releases.id and link.${target.column} = targets.key and link.dofollow
        order by link.domain_rating desc, link.from_domain_key desc,
          index_link_demerit(link.is_image, link.anchor, link.captured_at)
        limit ${mostLinks}) link) link
    order by link.domain_rating desc, link.from_domain_key desc, link.demerit) link
  left join lateral (
    select words, domain, url, title, captured_at from index_sample_pages
    where ${inRange(range)} and release_id = releases.id and url_key = link.page_key order by captured_at desc limit 1) page on true`;

const isRecaptured = sql`(select count(*) from releases) > 1 and exists (
  select from releases other cross join lateral (
    select from index_sample_pages page
    where page.release_id = other.id and page.url_key = index_key(link.url) and page.captured_at > link.captured_at offset 0) page
  where other.id <> releases.id)`;
