// What the index has from Common Crawl, as users see it.
import type { Config } from '../../platform/config.ts';
import type { Kdb } from '../../platform/db.ts';
import { findGraph } from './common-crawl/graph/referring-domains.ts';
import { readPagesLoaded } from './common-crawl/pages/page-parts.store.ts';
import { findReady } from './common-crawl/releases/releases.store.ts';
import { engineNameOf } from './engine/release-engine.ts';

export interface IndexContents {
  /** The release whose ratings are used, and how many domains it rates. */
  ranks: { release: string; domains: number } | null;
  /** The links between domains that are read on this machine. */
  graph: { release: string; domains: number; links: number } | null;
  /** `share`: of the crawl's files, 0 to 1. */
  crawls: { name: string; pages: number; links: number; share: number }[];
}

/** `folder`: of the link index, on this machine. */
export async function readIndexContents(
  db: Kdb,
  { folder, clickhouse }: Pick<Config['linkIndex'], 'folder' | 'clickhouse'>,
): Promise<IndexContents> {
  const [ranks, crawls, graph] = await Promise.all([
    findReady(db, 'ranks'),
    readPagesLoaded(db, engineNameOf({ clickhouse })),
    findGraph(db, folder),
  ]);
  return {
    ranks: ranks ? { release: ranks.name, domains: ranks.loaded - ranks.skipped } : null,
    graph: graph && { release: graph.release, domains: graph.domains, links: graph.links },
    crawls: crawls.map(({ name, pages, links, files, crawlFiles }) => ({
      name,
      pages,
      links,
      share: files / crawlFiles,
    })),
  };
}
