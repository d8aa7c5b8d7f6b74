// Backlinks in ClickHouse: the strongest linking domains first, then some links of each, then the pages that have them.
import { domainOf } from '../../../pages/page-url.ts';
import type { LinkRange, SampleLink } from '../index-engine.ts';
import { keyOf } from '../text-key.ts';
import type { ClickHouse } from './connect.ts';
import { keysOf, type Raw, raw, statement } from './literals.ts';
import { type PageRow, readPages } from './sample-pages.store.ts';
import { tableIn } from './tables.ts';

interface Source {
  clickhouse: ClickHouse;
  releases: readonly number[];
}

export async function linksToUrls(source: Source, urls: readonly string[], range: LinkRange): Promise<SampleLink[]> {
  if (urls.length === 0) return [];
  const targets = await sameTargets(source, urls.map(keyOf));
  // A page and its copies are on the same domain, and links are sorted by that first.
  const domains = [...new Set(urls.map(domainOf))].map(keyOf);
  return strongestLinks(source, statement`to_domain_key in ${keysOf(domains)} and to_key in ${keysOf(targets)}`, range);
}

export const linksToDomain = (source: Source, domain: string, range: LinkRange): Promise<SampleLink[]> =>
  strongestLinks(source, statement`to_domain_key = ${BigInt(keyOf(domain))}`, range);

/** These pages, their canonicals, and the pages that have one of them as their canonical. */
async function sameTargets({ clickhouse, releases }: Source, keys: readonly string[]): Promise<string[]> {
  const copies = tableIn(clickhouse, 'sample_copies');
  const { rows } = await clickhouse.query<{ canonical: string; url: string }>(
    statement`select canonical_key as canonical, url_key as url from ${copies}
      where release in ${releases} and key = canonical_key and key global in (
        select canonical_key from ${copies} where release in ${releases} and key in ${keysOf(keys)})
      group by canonical, url`,
  );
  return [...new Set([...keys, ...rows.flatMap(({ canonical, url }) => [canonical, url])])];
}

/** If captures that are no longer the newest leave too few domains, more are read. */
async function strongestLinks(source: Source, target: Raw, range: LinkRange): Promise<SampleLink[]> {
  const { limit, minDomainRating = 0, maxDomainRating = 100 } = range;
  // A domain without a rating passes every range.
  const wanted = statement`release in ${source.releases} and ${target} and dofollow
    and ((domain_rating >= ${minDomainRating} and domain_rating <= ${maxDomainRating}) or domain_rating = -1)`;
  for (let most = limit; ; most *= 4) {
    const domains = await linkingDomains(source, wanted, most);
    const links = await currentLinks(source, wanted, domains);
    if (links.length >= limit || domains.length < most) return links.slice(0, limit);
  }
}

/** Their keys, strongest first. */
async function linkingDomains({ clickhouse }: Source, wanted: Raw, most: number): Promise<string[]> {
  const { rows } = await clickhouse.query<{ domain: string }>(
    statement`select from_domain_key as domain, max(domain_rating) as rating from ${tableIn(clickhouse, 'sample_links')}
      where ${wanted} group by domain order by rating desc, domain desc limit ${most}`,
  );
  return rows.map(({ domain }) => domain);
}

/** A large site may link from every page. */
const linksCompared = 8;

/** Arrays of the same length: one entry per link. */
interface DomainLinks {
  domain: string;
  pageKeys: string[];
  toKeys: string[];
  captures: string[];
  ratings: number[];
  images: number[];
  targets: string[];
  anchors: string[];
  rels: string[];
}

/** The best current link of each of these domains, in their order. */
async function currentLinks(source: Source, wanted: Raw, domains: readonly string[]): Promise<SampleLink[]> {
  if (domains.length === 0) return [];
  const { clickhouse, releases } = source;
  const list = (column: string, name: string) => `groupArray(${linksCompared})(${column}) as ${name}`;
  const columns = [
    ...[list('page_key', 'pageKeys'), list('to_key', 'toKeys'), list('captured_ms', 'captures')],
    ...[list('domain_rating', 'ratings'), list('is_image', 'images'), list('to_url', 'targets')],
    ...[list('anchor', 'anchors'), list('rel', 'rels')],
  ];
  const { rows } = await clickhouse.query<DomainLinks>(
    statement`select from_domain_key as domain, ${raw(columns.join(', '))} from ${tableIn(clickhouse, 'sample_links')}
      where ${wanted} and from_domain_key in ${keysOf(domains)} group by domain`,
  );
  const byDomain = new Map(rows.map((row) => [row.domain, linksOf(row)]));
  const keys = rows.flatMap(({ pageKeys }) => pageKeys);
  const pages = await readPages(clickhouse, releases, keys);
  return domains.flatMap((domain) => bestOf(byDomain.get(domain) ?? [], pages) ?? []);
}

interface Link extends Pick<SampleLink, 'urlTo' | 'anchor' | 'rel' | 'domainRating'> {
  pageKey: string;
  toKey: string;
  capturedMs: number;
  isImage: boolean;
}

/** Best first: with a text, from the newest capture. */
function linksOf({ pageKeys, toKeys, captures, ratings, images, targets, anchors, rels }: DomainLinks): Link[] {
  const links = pageKeys.map((pageKey, index) => ({
    ...{ pageKey, toKey: toKeys[index] ?? '', capturedMs: Number(captures[index]) },
    ...{ domainRating: ratings[index] ?? -1, isImage: images[index] === 1, urlTo: targets[index] ?? '' },
    ...{ anchor: anchors[index] ?? '', rel: rels[index] ?? '' },
  }));
  return links.sort(
    (a, b) =>
      Number(a.isImage) - Number(b.isImage) ||
      Number(a.anchor === '') - Number(b.anchor === '') ||
      b.capturedMs - a.capturedMs ||
      compare(a.pageKey, b.pageKey) ||
      compare(a.toKey, b.toKey),
  );
}

const compare = (a: string, b: string): number => (BigInt(a) < BigInt(b) ? -1 : a === b ? 0 : 1);

function bestOf(links: readonly Link[], pages: ReadonlyMap<string, readonly PageRow[]>): SampleLink | undefined {
  for (const { pageKey, toKey: _, capturedMs, isImage: __, ...link } of links) {
    const [page] = pages.get(pageKey) ?? [];
    if (page === undefined || Number(page.capturedMs) > capturedMs) continue;
    const { url, title, words } = page;
    return { urlFrom: url, title, ...link, domain: domainOf(url), words, capturedAt: new Date(capturedMs) };
  }
  return undefined;
}
