// Who is asked for search results, in order: the operator's, or the vendors with a key (Google's results first, then the
// independent indexes) and at last our own index.
import type { Context } from '../../platform/context.ts';
import type { VendorAccount, VendorName } from '../../platform/settings/live-sources.ts';
import { dataForSeo } from '../vendors/dataforseo.ts';
import { usableAccounts } from '../vendors/usable-accounts.ts';
import type { VendorDesk } from '../vendors/vendor.ts';
import { brave } from './brave.ts';
import { dataForSeoSearch } from './dataforseo.ts';
import type { OrganicSearch } from './organic-search.ts';
import { type SearchVendor, searchByPages } from './search-vendor.ts';
import { searxng } from './searxng.ts';
import { serpapi } from './serpapi.ts';
import { serper } from './serper.ts';
import { zeusOwnSearch } from './zeus-own.ts';

type Lifetime = { lifetimeSeconds: number };
type Open = (desk: Omit<VendorDesk, 'vendor'>, lifetime: Lifetime) => OrganicSearch;

const byPages =
  (vendor: SearchVendor): Open =>
  (desk, lifetime) =>
    searchByPages({ ...desk, vendor }, lifetime);

const open: Record<VendorName, Open> = {
  dataforseo: (desk, lifetime) => dataForSeoSearch({ ...desk, vendor: dataForSeo }, lifetime),
  serper: byPages(serper),
  serpapi: byPages(serpapi),
  brave: byPages(brave),
  searxng: byPages(searxng),
};

type Parts = Pick<Context, 'config' | 'db' | 'log' | 'vendorOutbound'> & { practice?: { port: number } | undefined };

export function searchSources(ctx: Parts): OrganicSearch[] {
  const accounts = usableAccounts(ctx);
  const order = ctx.config.liveSources.searchOrder ?? [...accounts.map(({ source }) => source), 'own'];
  return order.flatMap((name) => {
    if (name === 'own') return [zeusOwnSearch(ctx.db.kysely)];
    const account = accounts.find(({ source }) => source === name);
    return account ? [openSource(ctx, account)] : [];
  });
}

function openSource({ config, db, log, vendorOutbound }: Parts, account: VendorAccount): OrganicSearch {
  const desk = { account, db: db.kysely, outbound: vendorOutbound, log };
  return open[account.source](desk, { lifetimeSeconds: config.liveSources.cacheHours.search * 3600 });
}
