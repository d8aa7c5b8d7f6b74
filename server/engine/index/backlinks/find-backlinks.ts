// Who links to a page or domain: dofollow links only, one per linking domain (its strongest page), strongest domains first. Crawled
// pages and the page sample answer together; of a page that is in both, what was seen last counts.

import type { Kdb } from '../../../platform/db.ts';
import { domainOf, toPageUrl } from '../../pages/page-url.ts';
import { lastVisits } from '../crawl/visits.store.ts';
import type { IndexReader, SampleLink } from '../engine/index-engine.ts';
import { type Backlink, type BacklinkRequest, linksToDomain, linksToPages, targetPages } from './backlinks.store.ts';
import { spellings } from './spellings.ts';

/** Empty when nothing links there, or when the index does not know it. Without a sample, crawled pages only. */
export async function findBacklinks(
  db: Kdb,
  target: { url: string } | { domain: string },
  request: BacklinkRequest,
  sample?: IndexReader,
): Promise<Backlink[]> {
  if ('domain' in target) {
    const domain = domainOf(withScheme(target.domain));
    return merged(db, request, sample, [linksToDomain(db, domain, request), sample?.backlinksOf({ domain }, request)]);
  }
  const url = toPageUrl(target.url);
  if (url === null) return [];
  const pages = await targetPages(db, spellings(url));
  const urls = [...new Set([...spellings(url), ...pages.map((page) => page.url)])];
  return merged(db, request, sample, [linksToPages(db, pages, request), sample?.backlinksOf({ urls }, request)]);
}

async function merged(
  db: Kdb,
  { limit }: BacklinkRequest,
  sample: IndexReader | undefined,
  answers: [Promise<Backlink[]>, Promise<SampleLink[]> | undefined],
): Promise<Backlink[]> {
  const [crawled, sampled = []] = await Promise.all(answers);
  if (sample === undefined) return crawled;
  const [visits, captures] = await Promise.all([
    lastVisits(
      db,
      sampled.map(({ urlFrom }) => urlFrom),
    ),
    sample.capturesOf(crawled.map(({ urlFrom }) => urlFrom)),
  ]);
  const links = [
    ...crawled.filter(({ urlFrom, seenAt }) => !isLater(captures.get(urlFrom), seenAt)),
    ...sampled.filter(({ urlFrom, capturedAt }) => !isLater(visits.get(urlFrom), capturedAt)).map(toBacklink),
  ];
  const byDomain = new Map<string, Backlink>();
  for (const link of links) if (!byDomain.has(link.domain)) byDomain.set(link.domain, link);
  return [...byDomain.values()].sort((a, b) => b.domainRating - a.domainRating).slice(0, limit);
}

const isLater = (one: Date | undefined, than: Date | null) => one !== undefined && (than === null || one > than);

/** WAT files do not say whether a link is in the content. */
const toBacklink = ({ capturedAt, ...link }: SampleLink): Backlink => ({
  ...link,
  ...{ inContent: false, seenAt: capturedAt, urlRating: -1, searchTraffic: -1, trafficValue: -1 },
});

function withScheme(domain: string): string {
  return domain.includes('://') ? domain : `http://${domain}`;
}
