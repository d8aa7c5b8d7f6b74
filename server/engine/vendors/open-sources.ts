// Opens the sources of a capability in the order of the settings. Skips vendors without a usable account.
import type { Context } from '../../platform/context.ts';
import {
  type Capability,
  type SourceName,
  sharedAccounts,
  type VendorSource,
} from '../../platform/settings/live-sources.ts';
import { usableAccounts } from './usable-accounts.ts';
import type { Vendor, VendorContext } from './vendor.ts';

export type SourceParts = Pick<Context, 'config' | 'db' | 'log' | 'vendorOutbound'> & {
  practice?: { port: number; metricsUrl?: string } | undefined;
};

export type SourceContext = Omit<VendorContext, 'vendor'>;

/** How long an answer is reused. */
export interface Lifetime {
  lifetimeSeconds: number;
}

type OpenVendor<Source> = (context: SourceContext, lifetime: Lifetime) => Source;

/** Opens vendors of one kind: `by(serper)`. */
export const openedBy =
  <Of extends Vendor, Source>(open: (context: VendorContext & { vendor: Of }, lifetime: Lifetime) => Source) =>
  (vendor: Of): OpenVendor<Source> =>
  (context, lifetime) =>
    open({ ...context, vendor }, lifetime);

/** How to open each source of a capability. */
export interface Openers<Of extends Capability, Source> {
  vendors: Record<Extract<SourceName<Of>, VendorSource>, OpenVendor<Source>>;
  /** Those that need no account of their own; null where one cannot be used. */
  others: Record<Exclude<SourceName<Of>, VendorSource>, () => Source | null>;
}

/** A minimum, however short CACHE_HOURS is: a job that waits and runs again must not pay again. */
const leastSeconds = 3600;

/** How long answers for this capability are reused. */
export const lifetimeOf = ({ liveSources }: Context['config'], capability: Capability): number =>
  Math.max(leastSeconds, liveSources.cacheHours[capability] * 3600);

export function openSources<Of extends Capability, Source>(
  ctx: SourceParts,
  capability: Of,
  { vendors, others }: Openers<Of, Source>,
): Source[] {
  const { config, db, log, vendorOutbound } = ctx;
  const accounts = usableAccounts(ctx);
  const lifetimeSeconds = lifetimeOf(config, capability);
  const accountNames = new Map<string, string>(Object.entries(sharedAccounts));
  const openOthers = new Map<string, () => Source | null>(Object.entries(others));
  const openVendors = new Map<string, OpenVendor<Source>>(Object.entries(vendors));
  return config.liveSources.order[capability].flatMap((name) => {
    const other = openOthers.get(name);
    if (other) return other() ?? [];
    const account = accounts.find(({ source }) => source === (accountNames.get(name) ?? name));
    const open = openVendors.get(name);
    return account && open
      ? [open({ account, db: db.kysely, outbound: vendorOutbound, log }, { lifetimeSeconds })]
      : [];
  });
}
