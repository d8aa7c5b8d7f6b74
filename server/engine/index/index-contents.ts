// What the index has from Common Crawl, as people are told.
import type { Kdb } from '../../platform/db.ts';
import { readPagesLoaded } from './common-crawl/pages/page-parts.store.ts';
import { readReleases } from './common-crawl/releases/releases.store.ts';

export interface IndexContents {
  /** The release whose ratings are used, and how many domains it rates. */
  ranks: { release: string; domains: number } | null;
  /** `share`: of the crawl's files, 0 to 1. */
  crawls: { name: string; pages: number; links: number; share: number }[];
}

export async function readIndexContents(db: Kdb): Promise<IndexContents> {
  const [releases, crawls] = await Promise.all([readReleases(db), readPagesLoaded(db)]);
  const ranks = releases.find(({ kind, state }) => kind === 'ranks' && state === 'ready');
  return {
    ranks: ranks ? { release: ranks.name, domains: ranks.loaded - ranks.skipped } : null,
    crawls: crawls.map(({ name, pages, links, files, crawlFiles }) => ({
      name,
      pages,
      links,
      share: files / crawlFiles,
    })),
  };
}
