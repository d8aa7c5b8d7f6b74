// Every vendor Zeus supports, by name, and the outbound client for the configured ones.
import type { Context } from '../../platform/context.ts';
import { createOutbound, type Outbound, type OutboundOptions } from '../../platform/outbound/outbound.ts';
import type { VendorName } from '../../platform/settings/live-sources.ts';
import { majestic } from '../backlinks/majestic.ts';
import { openPageRank } from '../metrics/openpagerank.ts';
import { brave } from '../search/brave.ts';
import { searxng } from '../search/searxng.ts';
import { serpapi } from '../search/serpapi.ts';
import { serper } from '../search/serper.ts';
import { ahrefs } from './ahrefs.ts';
import { dataForSeo } from './dataforseo.ts';
import { moz } from './moz.ts';
import { baseUrlOf, type Vendor } from './vendor.ts';

export const allVendors: Record<VendorName, Vendor> = {
  ahrefs,
  dataforseo: dataForSeo,
  moz,
  majestic,
  serper,
  serpapi,
  brave,
  searxng,
  openpagerank: openPageRank,
};

/** Deliberately high: concurrent calls to a vendor are limited in the database, across all workers. */
const perHost = 100;

/** Reaches only the addresses of the configured vendors. */
export function openVendorOutbound(
  config: Context['config'],
  options: Pick<OutboundOptions, 'onRequest'> = {},
): Outbound {
  const origins = config.liveSources.accounts.map((account) => {
    const vendor = allVendors[account.source];
    return new URL(baseUrlOf({ vendor, account })).origin;
  });
  return createOutbound({ ...options, origins, limits: { perHost } });
}
