// Who is asked for search results: Google's results first, then the independent indexes, then our own.
import { dataForSeo } from '../vendors/dataforseo.ts';
import { openSources, type SourceParts } from '../vendors/open-sources.ts';
import type { VendorDesk } from '../vendors/vendor.ts';
import { brave } from './brave.ts';
import { dataForSeoSearch } from './dataforseo.ts';
import type { OrganicSearch } from './organic-search.ts';
import { type SearchVendor, searchByPages } from './search-vendor.ts';
import { searxng } from './searxng.ts';
import { serpapi } from './serpapi.ts';
import { serper } from './serper.ts';
import { zeusOwnSearch } from './zeus-own.ts';

const byPages =
  (vendor: SearchVendor) =>
  (desk: Omit<VendorDesk, 'vendor'>, lifetime: { lifetimeSeconds: number }): OrganicSearch =>
    searchByPages({ ...desk, vendor }, lifetime);

export function searchSources(ctx: SourceParts): OrganicSearch[] {
  return openSources<'search', OrganicSearch>(ctx, 'search', {
    vendors: {
      dataforseo: (desk, lifetime) => dataForSeoSearch({ ...desk, vendor: dataForSeo }, lifetime),
      serper: byPages(serper),
      serpapi: byPages(serpapi),
      brave: byPages(brave),
      searxng: byPages(searxng),
    },
    others: { own: () => zeusOwnSearch(ctx.db.kysely) },
  });
}
