// Every vendor Zeus supports, by name, and the outbound client for the configured ones.
import type { Context } from '../../platform/context.ts';
import { createOutbound, type Outbound, type OutboundOptions } from '../../platform/outbound/outbound.ts';
import type { VendorName } from '../../platform/settings/live-sources.ts';
import { majestic } from '../backlinks/majestic.ts';
import { dropcontact } from '../email-finders/dropcontact.ts';
import { findymail } from '../email-finders/findymail.ts';
import { hunter } from '../email-finders/hunter.ts';
import { prospeo } from '../email-finders/prospeo.ts';
import { voilaNorbert } from '../email-finders/voila-norbert.ts';
import { openPageRank } from '../metrics/openpagerank.ts';
import { brave } from '../search/brave.ts';
import { searxng } from '../search/searxng.ts';
import { serpapi } from '../search/serpapi.ts';
import { serper } from '../search/serper.ts';
import { neverBounce } from '../verification/partners/neverbounce.ts';
import { reacher } from '../verification/partners/reacher.ts';
import { zeroBounce } from '../verification/partners/zerobounce.ts';
import { ahrefs } from './ahrefs.ts';
import { clearout } from './clearout.ts';
import { dataForSeo } from './dataforseo.ts';
import { moz } from './moz.ts';
import { snovio } from './snovio.ts';
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
  hunter,
  snovio,
  'voila-norbert': voilaNorbert,
  clearout,
  prospeo,
  findymail,
  dropcontact,
  reacher,
  zerobounce: zeroBounce,
  neverbounce: neverBounce,
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
