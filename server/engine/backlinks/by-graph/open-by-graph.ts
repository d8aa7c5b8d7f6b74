// Opens backlinks through the domain graph; null on the practice web, whose campaigns must not find pages of the real one. Without
// a graph on this machine it finds nothing.
import { graphReader } from '../../index/common-crawl/graph/referring-domains.ts';
import { pageFetcherOf } from '../../pages/fetcher-of.ts';
import { searchEnginesFor } from '../../search/sources.ts';
import type { SourceParts } from '../../vendors/open-sources.ts';
import { createPageReader } from '../by-search/page-reader.ts';
import type { BacklinkFinder } from '../find-backlinks.ts';
import { backlinksByGraph } from './backlinks.ts';

export function openBacklinksByGraph(ctx: SourceParts): BacklinkFinder | null {
  if (ctx.practice !== undefined) return null;
  const { config } = ctx;
  const db = ctx.db.kysely;
  return backlinksByGraph({
    db,
    graph: graphReader({ db, folder: config.linkIndex.folder }),
    reader: createPageReader({
      ...{ db, limits: { atOnce: 8, pageMs: 15_000, totalMs: 60_000 } },
      fetcherOf: (outbound) => pageFetcherOf({ config, db: ctx.db, outbound }),
    }),
    searches: searchEnginesFor(ctx, 'backlinks'),
    // Whatever answers only to http or only with www answers here.
    homesOf: (domain) => [`https://${domain}/`, `http://www.${domain}/`],
    limits: { domains: 20, queries: Math.min(2, config.liveSources.bySearch.backlinks.queries), totalMs: 60_000 },
  });
}
