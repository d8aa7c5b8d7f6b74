// What a vendor is, and what it can be asked. A vendor file states its address and limits, and builds questions; sending,
// caching, limits, the ledger and the circuit are in ask-vendor.ts, once for all vendors.
import type { z } from 'zod';
import type { Kdb } from '../../platform/db.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { VendorAccount, VendorLimits, VendorName } from '../../platform/settings/live-sources.ts';
import { ProviderError, type ProviderErrorKind } from '../provider.ts';

export interface Vendor {
  readonly source: VendorName;
  readonly baseUrl: string;
  /** The operator changes them with VENDOR_LIMITS. `dollarsPerUnit` counts only where an answer does not state its price. */
  readonly limits: VendorLimits;
  /** A free request that shows whether the key works. Vendors without one are judged by their last answer. */
  readonly check?: (account: VendorAccount) => Check;
}

export interface Check {
  request: VendorRequest;
  /** What is left, in words: "$12.34", "82 searches". Throws ProviderError when the account does not work. */
  read(reply: VendorReply): string | null;
}

export interface VendorRequest {
  /** Appended to the base URL. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON by POST. */
  body?: unknown;
  /** Sent by POST as an HTML form would be. */
  form?: Record<string, string>;
  /** Until the whole answer is there. */
  timeoutMs?: number;
}

export interface VendorReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body parsed as JSON; null when it is not JSON. */
  json: unknown;
  text: string;
}

/** What was read from an answer, and what it cost. */
export interface VendorAnswer<Answer> {
  /** Null: nothing found. */
  answer: Answer | null;
  /** In the vendor's own units. */
  units: number;
  /** Where the answer states its price. */
  dollars?: number;
}

export interface Question<Answer> {
  capability: string;
  /** What makes it the same question, as JSON. Never contains a key. */
  identity: unknown;
  request: VendorRequest;
  /** Throws ProviderError, by its kind. A bad row costs this row only. */
  read(reply: VendorReply): VendorAnswer<Answer>;
  /** Of the stored answer: an older version of Zeus may have written it. */
  schema: z.ZodType<Answer>;
  /** How long the answer is reused. */
  lifetimeSeconds: number;
  /** The most units it can cost; reserved from the budget while it is under way. */
  maxUnits: number;
  /** The same in dollars, where the price is not one per unit. */
  maxDollars?: number;
  /** Fetches the answer to a call that was sent but whose answer was lost, without paying again. Null: there is none. */
  recover?(): Promise<Answer | null>;
}

/** Everything needed to ask one vendor. */
export interface VendorDesk {
  vendor: Vendor;
  account: VendorAccount;
  db: Kdb;
  /** Reaches the addresses the operator set, and nothing else. */
  outbound: Outbound;
  log: { error(entry: object, message: string): void };
}

export const baseUrlOf = ({ vendor, account }: Pick<VendorDesk, 'vendor' | 'account'>) =>
  (account.baseUrl ?? vendor.baseUrl).replace(/\/+$/, '');

export const limitsOf = ({ vendor, account }: Pick<VendorDesk, 'vendor' | 'account'>): VendorLimits => ({
  ...vendor.limits,
  ...account.limits,
});

/** A failure in the vendor's words, of the given kind. */
export function vendorError(
  source: string,
  kind: ProviderErrorKind,
  message: string,
  retryAfterSeconds?: number,
): ProviderError {
  return new ProviderError(source, message, {
    kind,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}
