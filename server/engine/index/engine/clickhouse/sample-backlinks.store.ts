// Backlinks in ClickHouse: the links of the strongest linking domains, then the pages that have them. Ordinary targets take one
// statement for each. For targets with very many links, the strongest domains are found first, by two columns only.
import { domainOf } from '../../../pages/page-url.ts';
import { type LinkRange, mostCopies, type SampleLink } from '../index-engine.ts';
import { domainKeyOf, keyOf } from '../text-key.ts';
import { isTooManyRows } from './clickhouse-error.ts';
import type { ClickHouse, Settings } from './connect.ts';
import { keysOf, type Raw, statement } from './literals.ts';
import { type LinkingPage, readLinkingPages } from './sample-pages.store.ts';
import { localIn } from './tables.ts';

interface Source {
  clickhouse: ClickHouse;
  releases: readonly number[];
}

/** As ClickHouse has it. */
interface Link extends Pick<SampleLink, 'urlTo' | 'anchor' | 'rel' | 'domainRating'> {
  /** Keys are decimal digits. */
  fromDomain: string;
  pageKey: string;
  toKey: string;
  capturedMs: string;
  isImage: number;
}

export async function linksToUrls(source: Source, urls: readonly string[], range: LinkRange): Promise<SampleLink[]> {
  if (urls.length === 0) return [];
  const keys = [...new Set(urls.map(keyOf))];
  // A page and its copies are on the same domain, and links are sorted by that first.
  const domains = [...new Set(urls.map(domainKeyOf))];
  const linksTo = (targets: readonly string[]) =>
    strongestLinks(source, statement`to_domain_key in ${keysOf(domains)} and to_key in ${keysOf(targets)}`, range);
  // Most pages have no copies, so both are read at once.
  const [links, targets] = await Promise.all([linksTo(keys), sameTargets(source, keys)]);
  return targets.length === keys.length ? links : linksTo(targets);
}

export const linksToDomain = (source: Source, domain: string, range: LinkRange): Promise<SampleLink[]> =>
  strongestLinks(source, statement`to_domain_key = ${BigInt(keyOf(domain))}`, range);

/** These pages, their canonicals, and pages that have one of them as their canonical. */
async function sameTargets({ clickhouse, releases }: Source, keys: readonly string[]): Promise<string[]> {
  const copies = localIn(clickhouse, 'sample_copies');
  const { rows } = await clickhouse.queryShards<{ canonical: string; url: string }>(
    statement`select canonical_key as canonical, url_key as url from ${copies}
      where release in ${releases} and key = canonical_key and key in (
        select canonical_key from ${copies} where release in ${releases} and key in ${keysOf(keys)})
      group by canonical, url order by url limit ${mostCopies} by canonical`,
    oneThread,
  );
  return [...new Set([...keys, ...rows.flatMap(({ canonical, url }) => [canonical, url])])];
}

/** If captures that are no longer the newest leave too few domains, more are read. */
async function strongestLinks(source: Source, target: Raw, range: LinkRange): Promise<SampleLink[]> {
  const { limit } = range;
  for (let most = limit; ; most *= 4) {
    const links = await readLinks(source, { target, wanted: wantedIn(source, range), most });
    const byDomain = [...Map.groupBy(links, ({ fromDomain }) => fromDomain).values()];
    const found = await currentLinks(source, byDomain.slice(0, most));
    if (found.length >= limit || byDomain.length < most) return found.slice(0, limit);
  }
}

/** A domain without a rating passes every range. */
function wantedIn({ releases }: Source, { minDomainRating = 0, maxDomainRating = 100 }: LinkRange): Raw {
  const wanted = statement`release in ${releases} and dofollow`;
  if (minDomainRating <= 0 && maxDomainRating >= 100) return wanted;
  return statement`${wanted}
    and ((domain_rating >= ${minDomainRating} and domain_rating <= ${maxDomainRating}) or domain_rating = -1)`;
}

interface LinkQuery {
  target: Raw;
  wanted: Raw;
  /** Domains. */
  most: number;
}

/** Threads cost more than they save where a few granules are read. */
const oneThread: Settings = { max_threads: 1 };
/** Read with all their columns. A server knows from its index that there are more, and refuses at once. */
const fewLinks: Settings = { ...oneThread, max_rows_to_read: 50_000, read_overflow_mode: 'throw' };
/** Of a target with more, the strongest of so many links count. */
const mostLinks: Settings = { max_rows_to_read: 2_000_000, read_overflow_mode: 'break' };

/** Strongest domains first. */
async function readLinks(source: Source, query: LinkQuery): Promise<Link[]> {
  const links = await selectLinks(source, query, fewLinks).catch((error: unknown) => {
    if (!isTooManyRows(error)) throw error;
    return selectInTwoSteps(source, query);
  });
  return sortLinks(links);
}

async function selectInTwoSteps(source: Source, query: LinkQuery): Promise<Link[]> {
  const domains = await linkingDomains(source, query);
  // 18.16 refuses an empty list as a syntax error.
  if (domains.length === 0) return [];
  const target = statement`${query.target} and from_domain_key in ${keysOf(domains)}`;
  return selectLinks(source, { ...query, target }, mostLinks);
}

/** Strongest domains first; of a domain, links with a text first, then those of the newest capture. */
const sortLinks = (links: readonly Link[]): Link[] =>
  links.toSorted(
    (a, b) =>
      b.domainRating - a.domainRating ||
      compare(b.fromDomain, a.fromDomain) ||
      a.isImage - b.isImage ||
      Number(a.anchor === '') - Number(b.anchor === '') ||
      Number(b.capturedMs) - Number(a.capturedMs) ||
      compare(a.pageKey, b.pageKey) ||
      compare(a.toKey, b.toKey),
  );

const compare = (a: string, b: string): number => (a === b ? 0 : BigInt(a) < BigInt(b) ? -1 : 1);

/** A large site may link from every page: of each domain, the best links. */
const linksPerDomain = 4;

async function selectLinks(
  { clickhouse }: Source,
  { target, wanted, most }: LinkQuery,
  settings: Settings,
): Promise<Link[]> {
  const { rows } = await clickhouse.queryShards<Link>(
    statement`select from_domain_key as fromDomain, page_key as pageKey, to_key as toKey, captured_ms as capturedMs,
        domain_rating as domainRating, is_image as isImage, to_url as urlTo, anchor, rel
      from ${localIn(clickhouse, 'sample_links')} prewhere ${target} where ${wanted}
      order by domain_rating desc, from_domain_key desc, is_image, anchor = '', captured_ms desc
      limit ${linksPerDomain} by from_domain_key limit ${linksPerDomain * most}`,
    settings,
  );
  return rows;
}

/** The keys of the strongest ones. */
async function linkingDomains({ clickhouse }: Source, { target, wanted, most }: LinkQuery): Promise<string[]> {
  const { rows } = await clickhouse.queryShards<{ domain: string }>(
    statement`select from_domain_key as domain from ${localIn(clickhouse, 'sample_links')} prewhere ${target}
      where ${wanted} group by domain order by max(domain_rating) desc, domain desc limit ${most}`,
    mostLinks,
  );
  return rows.map(({ domain }) => domain);
}

/** The best current link of each domain, in the order of the domains. Nearly always, that is the first. */
async function currentLinks(
  { clickhouse, releases }: Source,
  byDomain: readonly (readonly Link[])[],
): Promise<SampleLink[]> {
  const found = new Map<readonly Link[], SampleLink>();
  for (let place = 0; ; place++) {
    const rest = byDomain.filter((links) => !found.has(links) && links.length > place);
    if (rest.length === 0) return byDomain.flatMap((links) => found.get(links) ?? []);
    const pages = await readLinkingPages(
      clickhouse,
      releases,
      rest.map((links) => links[place]?.pageKey ?? ''),
    );
    for (const links of rest) {
      const link = links[place] as Link;
      const [page] = pages.get(link.pageKey) ?? [];
      if (page?.capturedMs === link.capturedMs) found.set(links, toSampleLink(link, page));
    }
  }
}

function toSampleLink({ urlTo, anchor, rel, domainRating, capturedMs }: Link, page: LinkingPage): SampleLink {
  const { url, title, words } = page;
  return {
    ...{ urlFrom: url, title, urlTo, anchor, rel, domain: domainOf(url), domainRating, words },
    capturedAt: new Date(Number(capturedMs)),
  };
}
