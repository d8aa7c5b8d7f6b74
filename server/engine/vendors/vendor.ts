// The types of a vendor and its questions. A vendor's own file states its address and limits and builds questions; sending,
// caching, limits, the ledger and the circuit breaker are in ask-vendor.ts, shared by all vendors.
import type { z } from 'zod';
import type { Kdb } from '../../platform/db.ts';
import type { VendorOutbound } from '../../platform/outbound/vendor-outbound.ts';
import type { VendorAccount, VendorLimits, VendorName } from '../../platform/settings/live-sources.ts';
import { ProviderError, type ProviderErrorKind } from '../provider.ts';

export interface Vendor {
  readonly source: VendorName;
  readonly baseUrl: string;
  /** Operators override them with VENDOR_LIMITS. `dollarsPerUnit` is used only if an answer does not state its price. */
  readonly limits: VendorLimits;
  /** A free request that shows whether the key works. Vendors without one are judged by their last answer. */
  readonly check?: (account: VendorAccount) => Check;
  /** Headers that take a request of their own, such as a token; `fresh` when the last ones were refused. Throws ProviderError. */
  readonly authorize?: (
    context: Pick<VendorContext, 'vendor' | 'account' | 'outbound'>,
    options: { fresh: boolean; signal?: AbortSignal | undefined },
  ) => Promise<Record<string, string>>;
}

export interface Check {
  request: VendorRequest;
  /** What is left, as text: "$12.34", "82 searches". Throws ProviderError if the account does not work. */
  read(reply: VendorReply): string | null;
}

export interface VendorRequest {
  /** Appended to the base URL. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON by POST. */
  body?: unknown;
  /** Sent by POST as an HTML form. */
  form?: Record<string, string>;
  /** Time limit for the whole answer. */
  timeoutMs?: number;
}

export interface VendorReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** The body parsed as JSON; null if it is not JSON. */
  json: unknown;
  text: string;
}

/** The parsed answer and its price. */
export interface VendorAnswer<Answer> {
  /** Null: nothing found. */
  answer: Answer | null;
  /** In the vendor's units. */
  units: number;
  /** Set if the answer states its price. */
  dollars?: number;
  /** An answer that is true for a while only: kept this long at most. */
  lifetimeSeconds?: number;
}

export interface Batch<Answer> {
  names: readonly string[];
  /** The hashes of its items, as hex. */
  items: readonly string[];
  answersOf(answer: Answer | null): { hash: string; answer: unknown }[];
}

export interface Question<Answer> {
  capability: string;
  /** Two questions with the same identity are the same question. JSON; never contains a key. */
  identity: unknown;
  request: VendorRequest;
  /** Throws ProviderError. Drops malformed rows instead of failing. */
  read(reply: VendorReply): VendorAnswer<Answer>;
  /** Schema of the stored answer, which an older version of Zeus may have written. */
  schema: z.ZodType<Answer>;
  /** How long the answer is reused. */
  lifetimeSeconds: number;
  /** The most units it can cost; reserved from the budget while the call is under way. */
  maxUnits: number;
  /** The same in dollars, if the price is not simply units times dollarsPerUnit. */
  maxDollars?: number;
  /** Set if it asks about several items, whose answers are stored one by one. */
  batch?: Batch<Answer>;
  /** Fetches a lost answer again without paying. Null: there is none. */
  recover?(): Promise<Answer | null>;
}

/** Everything needed to ask one vendor. */
export interface VendorContext {
  vendor: Vendor;
  account: VendorAccount;
  db: Kdb;
  /** Reaches only the addresses the operator set. */
  outbound: VendorOutbound;
  log: { error(entry: object, message: string): void };
}

export const baseUrlOf = ({ vendor, account }: Pick<VendorContext, 'vendor' | 'account'>) =>
  (account.baseUrl ?? vendor.baseUrl).replace(/\/+$/, '');

/** What may be spent at most vendors unless the operator says otherwise. */
export const usualBudget = { dollarsPerDay: 10, dollarsPerMonth: 100 };

export const limitsOf = ({ vendor, account }: Pick<VendorContext, 'vendor' | 'account'>): VendorLimits => ({
  ...vendor.limits,
  ...account.limits,
});

export const bearer = ({ key }: { key: string }) => ({ authorization: `Bearer ${key}` });

/** Builds an error of the given kind with the vendor's own message. */
export function vendorError(
  source: string,
  kind: ProviderErrorKind,
  message: string,
  retryAfterSeconds?: number,
): ProviderError {
  return new ProviderError(source, message, { kind, retryAfterSeconds });
}

/** If asking for more is pointless, deliver what was already found and paid for. */
export const unlessUseful = (hasSome: boolean) => (error: unknown) => {
  if (hasSome && error instanceof ProviderError && !error.retryable) return null;
  throw error;
};
