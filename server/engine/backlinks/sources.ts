// The sources of backlinks and Magic Search, in order: link databases, our own index, the domain graph, search engines.
import type { Context } from '../../platform/context.ts';
import { sampleFor } from '../index/engine/engine-for.ts';
import { pageFetcherOf } from '../pages/fetcher-of.ts';
import { dataForSeo } from '../vendors/dataforseo.ts';
import { openedBy, openSources, type SourceParts } from '../vendors/open-sources.ts';
import { ahrefsBacklinks } from './ahrefs.ts';
import { openBacklinksByGraph } from './by-graph/open-by-graph.ts';
import { magicReader, openBacklinksBySearch, openMagicBySearch } from './by-search/open-by-search.ts';
import { dataForSeoBacklinks } from './dataforseo.ts';
import { dataForSeoMagic } from './dataforseo-magic.ts';
import type { BacklinkFinder } from './find-backlinks.ts';
import { linksByVendor } from './link-vendor.ts';
import type { MagicSearch } from './magic-search.ts';
import { majestic } from './majestic.ts';
import { mozBacklinks } from './moz.ts';
import { type MagicSample, zeusOwnBacklinks, zeusOwnMagic } from './zeus-own.ts';

export interface BacklinkSources {
  finders: readonly BacklinkFinder[];
  magic: readonly MagicSearch[];
}

const by = openedBy(linksByVendor);

export function backlinkSources(ctx: SourceParts): BacklinkSources {
  return {
    finders: openSources<'backlinks', BacklinkFinder>(ctx, 'backlinks', {
      vendors: {
        ahrefs: by(ahrefsBacklinks),
        dataforseo: by(dataForSeoBacklinks),
        moz: by(mozBacklinks),
        majestic: by(majestic),
      },
      others: {
        own: () => ownFinder(ctx),
        'by-graph': () => openBacklinksByGraph(ctx),
        'by-search': () => openBacklinksBySearch(ctx),
      },
    }),
    magic: openSources<'magic', MagicSearch>(ctx, 'magic', {
      vendors: {
        dataforseo: (context, lifetime) =>
          dataForSeoMagic({ ...context, vendor: dataForSeo }, lifetime, ({ outbound }) =>
            pageFetcherOf({ ...ctx, outbound }),
          ),
      },
      others: { own: () => ownMagic(ctx), 'by-search': () => openMagicBySearch(ctx) },
    }),
  };
}

type OwnParts = Pick<Context, 'config' | 'db'> & { practice?: unknown };

export function ownBacklinkSources(ctx: OwnParts): BacklinkSources {
  return { finders: [ownFinder(ctx)], magic: [ownMagic(ctx)] };
}

const ownFinder = (ctx: OwnParts) => zeusOwnBacklinks(ctx.db.kysely, sampleFor(ctx));
// The practice web states the traffic of its pages; no other source does so far.
const ownMagic = (ctx: OwnParts) =>
  zeusOwnMagic(ctx.db.kysely, { statesTraffic: ctx.practice !== undefined, sample: magicSample(ctx) });

function magicSample(ctx: OwnParts): MagicSample | undefined {
  const index = sampleFor(ctx);
  return index && { index, reader: magicReader(ctx) };
}
