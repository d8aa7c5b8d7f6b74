// The sources of search results, in order: Google results, independent indexes, our own index. Other capabilities use the
// same search engines in the same order.
import type { Capability } from '../../platform/settings/live-sources.ts';
import { sampleFor } from '../index/engine/engine-for.ts';
import { dataForSeo } from '../vendors/dataforseo.ts';
import {
  type Lifetime,
  lifetimeOf,
  openSources,
  type SourceContext,
  type SourceParts,
} from '../vendors/open-sources.ts';
import { limitsOf, type Vendor } from '../vendors/vendor.ts';
import { brave } from './brave.ts';
import { dataForSeoSearch } from './dataforseo.ts';
import type { OrganicSearch } from './organic-search.ts';
import { type SearchUse, type SearchVendor, searchByPages } from './search-vendor.ts';
import { searxng } from './searxng.ts';
import { serpapi } from './serpapi.ts';
import { serper } from './serper.ts';
import { zeusOwnSearch } from './zeus-own.ts';

export function searchSources(ctx: SourceParts): OrganicSearch[] {
  return openAll(ctx, {
    contextAt: (_vendor, context) => context,
    useOf: (lifetime) => ({ ...lifetime, capability: 'search' }),
    own: () => zeusOwnSearch(ctx.db.kysely, sampleFor(ctx)),
  });
}

/**
 * The search engines alone, for a capability that asks many questions. They get half of each vendor's rate, so organic
 * searches of other campaigns never have to wait for them.
 */
export function searchEnginesFor(ctx: SourceParts, capability: Capability): OrganicSearch[] {
  const lifetimeSeconds = lifetimeOf(ctx.config, capability);
  return openAll(ctx, {
    contextAt: withHalfTheRate,
    useOf: () => ({ capability, lifetimeSeconds }),
    own: () => null,
  });
}

interface Opening {
  contextAt(vendor: Vendor, context: SourceContext): SourceContext;
  useOf(lifetime: Lifetime): SearchUse;
  own(): OrganicSearch | null;
}

function openAll(ctx: SourceParts, { contextAt, useOf, own }: Opening): OrganicSearch[] {
  const byPages = (vendor: SearchVendor) => (context: SourceContext, lifetime: Lifetime) =>
    searchByPages({ ...contextAt(vendor, context), vendor }, useOf(lifetime));
  return openSources<'search', OrganicSearch>(ctx, 'search', {
    vendors: {
      dataforseo: (context, lifetime) =>
        dataForSeoSearch({ ...contextAt(dataForSeo, context), vendor: dataForSeo }, useOf(lifetime)),
      serper: byPages(serper),
      serpapi: byPages(serpapi),
      brave: byPages(brave),
      searxng: byPages(searxng),
    },
    others: { own },
  });
}

function withHalfTheRate(vendor: Vendor, context: SourceContext): SourceContext {
  const { account } = context;
  const { perSecond, perMinute, concurrent } = limitsOf({ vendor, account });
  const half = (limit: number) => Math.max(1, Math.floor(limit / 2));
  const rates = { perSecond: half(perSecond), perMinute: half(perMinute), concurrent: half(concurrent) };
  return { ...context, account: { ...account, limits: { ...account.limits, ...rates } } };
}
