// Every vendor Zeus supports, by name, and the outbound client for the configured ones.
import { join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import type { DatabaseAddress } from '../../platform/db.ts';
import { createOutbound, type OutboundOptions } from '../../platform/outbound/outbound.ts';
import type { VendorOutbound } from '../../platform/outbound/vendor-outbound.ts';
import type { VendorName } from '../../platform/settings/live-sources.ts';
import { deriveKey } from '../../platform/settings/secrets.ts';
import { majestic } from '../backlinks/majestic.ts';
import { dropcontact } from '../email-finders/dropcontact.ts';
import { findymail } from '../email-finders/findymail.ts';
import { hunter } from '../email-finders/hunter.ts';
import { prospeo } from '../email-finders/prospeo.ts';
import { voilaNorbert } from '../email-finders/voila-norbert.ts';
import { openPageRank } from '../metrics/openpagerank.ts';
import { screenshotOne } from '../screenshots/services/screenshotone.ts';
import { urlbox } from '../screenshots/services/urlbox.ts';
import { brave } from '../search/brave.ts';
import { searxng } from '../search/searxng.ts';
import { serpapi } from '../search/serpapi.ts';
import { serper } from '../search/serper.ts';
import { neverBounce } from '../verification/partners/neverbounce.ts';
import { reacher } from '../verification/partners/reacher.ts';
import { zeroBounce } from '../verification/partners/zerobounce.ts';
import { ahrefs } from './ahrefs.ts';
import { openCaller } from './caller/open-caller.ts';
import { clearout } from './clearout.ts';
import { dataForSeo } from './dataforseo.ts';
import { moz } from './moz.ts';
import { snovio } from './snovio.ts';
import { allAccounts } from './usable-accounts.ts';
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
  screenshotone: screenshotOne,
  urlbox,
};

/** Deliberately high: concurrent calls to a vendor are limited in the database, across all workers. */
const perHost = 100;

/** `database`: sends paid calls through a process of their own, which stores there what a killed worker could not record. */
export interface VendorOutboundOptions extends Pick<OutboundOptions, 'onRequest'> {
  database?: DatabaseAddress;
}

/** Reaches only the addresses of the configured vendors. */
export function openVendorOutbound(
  config: Context['config'],
  { database, ...options }: VendorOutboundOptions = {},
): VendorOutbound {
  const origins = allAccounts(config).map((account) => {
    const vendor = allVendors[account.source];
    return new URL(baseUrlOf({ vendor, account })).origin;
  });
  const outbound = createOutbound({ ...options, origins, limits: { perHost } });
  if (database === undefined) return outbound;
  const key = deriveKey(config.secret, 'vendor replies');
  const caller = openCaller({ origins, database, key, folder: repliesFolder(config) }, options.onRequest);
  return {
    ...outbound,
    caller,
    async close() {
      caller.close();
      await outbound.close();
    },
  };
}

/** Where replies wait for the next start while the database is down. */
export const repliesFolder = ({ home }: Context['config']) => join(home, 'vendor-replies');
