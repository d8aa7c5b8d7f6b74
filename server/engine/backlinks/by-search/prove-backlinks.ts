// Proves backlinks: of pages that may link to a target, those that do.
import type { Kdb } from '../../../platform/db.ts';
import { ratePages } from '../../index/backlinks/rate-pages.ts';
import { domainOf } from '../../pages/page-url.ts';
import type { Call } from '../../provider.ts';
import type { BacklinkRequest } from '../find-backlinks.ts';
import type { StatedBacklink } from '../found-backlink.ts';
import { isTarget, type LinkTarget, linksToSite, linkTo, targetOf } from './link-target.ts';
import { type FollowedLink, isContent, type PageContent, type PageRead } from './page-content.ts';
import type { PageReader } from './page-reader.ts';

/** Links to other addresses of the target's site are requested to see whether they redirect to the target. */
const maxResolved = 5;

/** The page whose backlinks are wanted; `title` is empty if unknown. */
export async function readTarget(
  reader: PageReader,
  { url, title }: Pick<BacklinkRequest, 'url' | 'title'>,
  call: Call,
): Promise<{ target: LinkTarget; title: string; targetRead: PageRead | undefined }> {
  const [targetRead] = await reader.read([url], { call });
  const own = isContent(targetRead) ? targetRead : null;
  return { target: targetOf(url, own), title: (own?.isItself && own.title) || title || '', targetRead };
}

/** Those of the pages that have a followed link to the target: one per domain, strongest first. */
export async function proveBacklinks(
  { db, reader }: { db: Kdb; reader: PageReader },
  target: LinkTarget,
  pages: readonly PageContent[],
  call: Call,
): Promise<StatedBacklink[]> {
  return onePerDomain(await withRatings(db, await proven(reader, target, pages, call)));
}

/** The pages that link to the target, directly or through an address that permanently redirects to it. */
async function proven(
  reader: PageReader,
  target: LinkTarget,
  pages: readonly PageContent[],
  call: Call,
): Promise<StatedBacklink[]> {
  const direct = pages.map((page) => ({ page, link: linkTo(target, page.links) }));
  const open = direct.flatMap(({ page, link }) => (link ? [] : linksToSite(target, page.links)));
  const others = [...new Set(open.map(({ to }) => to))].slice(0, maxResolved);
  const moved = await movedToTarget(reader, target, others, call);
  const byUrl = new Map<string, StatedBacklink>();
  for (const { page, link = page.links.find(({ to }) => moved.has(to)) } of direct) {
    if (link) byUrl.set(page.url, stated(page, link));
  }
  return [...byUrl.values()];
}

async function movedToTarget(
  reader: PageReader,
  target: LinkTarget,
  urls: readonly string[],
  call: Call,
): Promise<Set<string>> {
  const reads = await reader.read(urls, { call });
  return new Set(
    urls.filter((_, index) => {
      const read = reads[index];
      return isContent(read) && isTarget(target, read);
    }),
  );
}

function stated(page: PageContent, link: FollowedLink): StatedBacklink {
  return {
    ...{ urlFrom: page.url, urlTo: link.to, title: page.title, anchor: link.anchor, rel: '' },
    ...{ domainRating: -1, urlRating: -1, searchTraffic: -1, trafficValue: -1 },
  };
}

/** Adds what our own index knows about these pages; the rest stays unknown. */
async function withRatings(db: Kdb, found: readonly StatedBacklink[]): Promise<StatedBacklink[]> {
  const ratings = await ratePages(
    db,
    found.map(({ urlFrom }) => urlFrom),
  );
  return found.map((one) => ({ ...one, ...ratings.get(one.urlFrom) }));
}

/** Strongest domains first, with the page of each that was given first. */
function onePerDomain(found: readonly StatedBacklink[]): StatedBacklink[] {
  const byDomain = new Map<string, StatedBacklink>();
  for (const one of found) {
    const domain = domainOf(one.urlFrom);
    if (!byDomain.has(domain)) byDomain.set(domain, one);
  }
  return [...byDomain.values()].sort((a, b) => b.domainRating - a.domainRating);
}
