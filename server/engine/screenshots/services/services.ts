// The screenshot services that have a key, in the order they were set.

import type { SourceParts } from '../../vendors/open-sources.ts';
import { usableAccounts } from '../../vendors/usable-accounts.ts';
import type { ScreenshotProvider } from '../screenshot-provider.ts';
import { type ScreenshotVendor, screenshotsByVendor } from './screenshot-vendor.ts';
import { screenshotOne } from './screenshotone.ts';
import { urlbox } from './urlbox.ts';

const services = new Map<string, ScreenshotVendor>([screenshotOne, urlbox].map((vendor) => [vendor.source, vendor]));

export function screenshotServices(ctx: SourceParts): ScreenshotProvider[] {
  const { db, log, vendorOutbound: outbound } = ctx;
  return usableAccounts(ctx).flatMap((account) => {
    const vendor = services.get(account.source);
    return vendor ? [screenshotsByVendor({ vendor, account, db: db.kysely, outbound, log })] : [];
  });
}
