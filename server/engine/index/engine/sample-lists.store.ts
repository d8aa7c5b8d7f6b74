// Backlinks that are read at once: of popular targets from the lists that a release has since it was published (migration 0084), and
// of others all their links. As JSON, because PostgreSQL and its client take twice as long for as many rows.
import { type RawBuilder, sql } from 'kysely';
import { type PreparedStatement, type Queryable, runPrepared } from '../../../platform/database/run-prepared.ts';
import type { LinkRange, SampleLink } from './index-engine.ts';
import { lastCaptures } from './sample-captures.store.ts';
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

/** One per target and release, even without links. */
type Row = LinkedTarget & {
  /** Whether the target may have links from more domains in this release. */
  cut: boolean;
  /** As JSON: the best link of each domain, strongest domain first, in parts. */
  parts: string;
};

/** As `index_list_links` writes it. Links that are not from a list also say whether their page has been captured again in the release. */
type ListedLink = [
  domainRating: number,
  domainKey: string,
  capturedAt: number,
  words: number,
  isImage: boolean,
  domain: string,
  url: string,
  title: string,
  urlTo: string,
  anchor: string,
  rel: string,
  recaptured?: boolean,
];

const linksPerPart = 50;
/** Of how many parts a range may have only some links: where it begins, where it ends, and where unrated domains begin. */
const partlyInRange = 3;
/** The rating of domains without one, which pass every range. */
const unrated = -1;

export async function readLists(db: Queryable, target: Target, asked: string, range: LinkRange): Promise<Lists> {
  const { limit, minDomainRating = 0, maxDomainRating = 100 } = range;
  const isWhole = minDomainRating <= 0 && maxDomainRating >= 100;
  const parts = Math.ceil(limit / linksPerPart) + (isWhole ? 0 : partlyInRange);
  const values = [asked, parts, minDomainRating, maxDomainRating];
  const rows = await runPrepared<Row>(db, statementFor(target), values);
  const passes = ([rating]: ListedLink) =>
    rating === unrated || (rating >= minDomainRating && rating <= maxDomainRating);
  const found = rows.map((row) => ({ ...row, links: (JSON.parse(row.parts) as ListedLink[][]).flat().filter(passes) }));
  const isEnough = found.every(({ cut, links }) => !cut || links.length >= limit);
  const strongest = isEnough ? strongestOf(found, limit) : null;
  if (strongest && !(await anyRecaptured(db, rows, strongest))) return { linked: [], answer: strongest.map(resultOf) };
  const linked = found.filter(({ cut, links }) => cut || links.length > 0);
  return { linked: linked.map(({ key, id }) => ({ key, id })), answer: null };
}

type Found = LinkedTarget & { links: readonly ListedLink[] };

/** The best link of each domain, whichever target and release it is from. */
function strongestOf(found: readonly Found[], limit: number): ListedLink[] {
  const [only, ...others] = found.filter(({ links }) => links.length > 0);
  if (!only) return [];
  if (others.length === 0) return only.links.slice(0, limit);
  const all = [only, ...others].flatMap(({ key, id, links }) => links.map((link) => ({ key, id, link })));
  const sorted = all.toSorted((a, b) => compare(a.link, b.link) || a.id - b.id || compareKeys(a.key, b.key));
  const links = sorted.map(({ link }) => link);
  return links.filter((link, index) => !isSameDomain(link, links[index - 1])).slice(0, limit);
}

/** With the same rating, as the index of links is sorted: two releases may rate a domain differently. */
function isSameDomain(a: ListedLink, b: ListedLink | undefined): boolean {
  return a[0] === b?.[0] && a[1] === b[1];
}

function compare(a: ListedLink, b: ListedLink): number {
  return b[0] - a[0] || compareKeys(b[1], a[1]) || demerit(a) - demerit(b);
}

const compareKeys = (a: string, b: string) => (a === b ? 0 : BigInt(a) < BigInt(b) ? -1 : 1);

/** The same as `index_link_demerit` in the database. */
function demerit([, , capturedAt, , isImage, , , , , anchor]: ListedLink): number {
  return (Number(isImage) * 2 + Number(anchor === '')) * 1e11 - capturedAt / 1000;
}

/** Whether there is a newer capture of one of the pages. It may have another link, or none. */
async function anyRecaptured(db: Queryable, rows: readonly Row[], links: readonly ListedLink[]): Promise<boolean> {
  if (links.some((link) => link[11])) return true;
  if (new Set(rows.map(({ id }) => id)).size < 2) return false;
  const urls = links.map(([, , , , , , url]) => url);
  const captures = await lastCaptures(db.kysely, urls);
  return links.some(([, , capturedAt, , , , url]) => (captures.get(url)?.getTime() ?? 0) > capturedAt);
}

function resultOf(link: ListedLink): SampleLink {
  const [domainRating, , capturedAt, words, , domain, urlFrom, title, urlTo, anchor, rel] = link;
  return { urlFrom, title, urlTo, anchor, rel, domain, domainRating, words, capturedAt: new Date(capturedAt) };
}

const statementFor = (target: Target): PreparedStatement => ({
  name: `lists-of-${target.name}`,
  build(parameter) {
    const range = { parts: parameter(2), least: sql`${parameter(3)}::real`, most: sql`${parameter(4)}::real` };
    return sql`
      with ${releases}, ${target.targets(parameter(1))}
      select targets.key::text, releases.id, coalesce(list.cut, few.cut, false) as cut,
        coalesce(listed.parts, few.parts, '[]') as parts
      from targets cross join releases
      left join lateral (
        select cut from index_sample_lists where ${isListOf(target)} and part = 0 limit 1) list on true
      left join lateral (${listedLinks(target, range)}) listed on true
      left join lateral (${fewLinks(target, range)}) few on true`;
  },
});

interface Range {
  parts: RawBuilder<unknown>;
  least: RawBuilder<unknown>;
  most: RawBuilder<unknown>;
}

const isListOf = ({ isDomain }: Target) =>
  sql`target_key = targets.key and of_domain = ${sql.lit(isDomain)} and release_id = releases.id`;

/** Only as many parts as needed. */
const listedLinks = (target: Target, { parts, least, most }: Range) => sql`
  select '[' || string_agg(part.links::text, ',' order by part.part) || ']' as parts
  from (
    select part, links from index_sample_lists
    where ${isListOf(target)} and lowest <= ${most} and (highest >= ${least} or lowest = ${sql.lit(unrated)})
    order by part limit ${parts}::int) part`;

/** A release has lists of targets with so many links. One from a backup that is older than lists has none. */
const mostLinks = sql.lit(64);

/**
 * All links of a target without a list, in the order of the index. The range is applied afterwards: as a condition, it would make
 * PostgreSQL read and sort more links. Those outside the range get no page. Targets with a list are excluded in the innermost select:
 * as a join condition, PostgreSQL would check it only after reading the links.
 */
const fewLinks = (target: Target, { least, most }: Range) => sql`
  select bool_or(link.cut) as cut, '[' || json_agg(json_build_array(link.domain_rating, link.from_domain_key::text,
      extract(epoch from link.captured_at) * 1000, page.words, link.is_image, page.domain, page.url, page.title, link.to_url,
      link.anchor, link.rel, page.captured_at <> link.captured_at)
    order by link.domain_rating desc, link.from_domain_key desc, link.demerit) filter (where page.url is not null)::text || ']' as parts
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
    where link.domain_rating <= ${most} and (link.domain_rating >= ${least} or link.domain_rating = ${sql.lit(unrated)})
      and release_id = releases.id and url_key = link.page_key
    order by captured_at desc limit 1) page on true`;
