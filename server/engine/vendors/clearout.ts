// Clearout, for both capabilities it serves: the account, the limits and what its failures mean. Many of them have the status
// 200, so the code in the body is read first.
import { z } from 'zod';
import type { ProviderError, ProviderErrorKind } from '../provider.ts';
import { anyNumber, anyText, cut, parseReply, retryAfterOf, statusError } from './replies.ts';
import { bearer, usualBudget, type Vendor, type VendorReply, vendorError } from './vendor.ts';

const source = 'clearout';
const failed = z.object({ error: z.object({ code: anyNumber(0), message: anyText }) });
const credits = z.object({ data: z.object({ available_credits: z.coerce.number() }) });

export const clearout: Vendor = {
  source,
  // Depends on the region: VENDOR_URLS changes it.
  baseUrl: 'https://api.clearout.io/v2',
  limits: { perSecond: 5, perMinute: 120, concurrent: 10, ...usualBudget, dollarsPerUnit: 0.007 },
  check: (account) => ({
    request: { path: '/email_verify/getcredits', headers: bearer(account) },
    read(reply) {
      const { available_credits: left } = parseReply(credits, readClearout(reply), source).data;
      if (left <= 0) throw vendorError(source, 'quota', 'No credits are left.');
      return `${left} credits`;
    },
  }),
};

const kinds: Record<number, ProviderErrorKind> = {
  1000: 'auth',
  1002: 'quota',
  1017: 'quota',
  1027: 'not_found',
  1032: 'quota',
  1088: 'bad_request',
  1099: 'quota',
};

/** The body of a successful answer. Throws ProviderError. */
export function readClearout(reply: VendorReply): unknown {
  const { code, message } = clearoutError(reply);
  const kind = kinds[code];
  if (kind) throw vendorError(source, kind, `${code} ${cut(message)}`);
  if (reply.status !== 200) throw failure(reply, message);
  if (message !== '') throw vendorError(source, 'unavailable', cut(message));
  return reply.json;
}

export const clearoutError = (reply: VendorReply): { code: number; message: string } =>
  failed.safeParse(reply.json).data?.error ?? { code: 0, message: '' };

/** Of a full minute Clearout says in a header of its own how many seconds are left. */
function failure(reply: VendorReply, message: string): ProviderError {
  if (reply.status !== 429) return statusError(source, reply, message);
  const reset = anyNumber(0).parse(reply.headers['x-ratelimit-reset']);
  return vendorError(source, 'rate_limited', cut(message), retryAfterOf(reply) ?? (reset > 0 ? reset : undefined));
}
