// NeverBounce: one call for one address, with the key in the body. Failures have the HTTP status 200 and a `status` of their own.
import { z } from 'zod';
import type { ProviderErrorKind } from '../../provider.ts';
import { anyNumber, anyText, cut, nonsense, parseReply, statusError } from '../../vendors/replies.ts';
import { usualBudget, type VendorReply, vendorError } from '../../vendors/vendor.ts';
import { catchAll, invalid, later, type Meaning, unlisted, type VerifierVendor, valid } from './verifier-vendor.ts';

const source = 'neverbounce';

/** `result`. */
export const neverBounceWords: Record<string, Meaning> = {
  valid,
  invalid: invalid(),
  disposable: invalid('disposable'),
  catchall: catchAll,
  unknown: later('no-answer'),
};

const credits = z.object({ paid_credits_used: anyNumber(0), free_credits_used: anyNumber(0) });
const answerSchema = z.object({
  ...{ result: z.string(), flags: z.array(z.string()).catch([]) },
  credits_info: credits.optional().catch(undefined),
});
const statusSchema = z.object({ status: z.string(), message: anyText });
const infoSchema = z.object({
  credits_info: z.object({ paid_credits_remaining: anyNumber(0), free_credits_remaining: anyNumber(0) }),
});
/** Seconds. */
const timeout = 20;

export const neverBounce: VerifierVendor = {
  source,
  baseUrl: 'https://api.neverbounce.com/v4.2',
  limits: { perSecond: 10, perMinute: 300, concurrent: 10, ...usualBudget, dollarsPerUnit: 0.008 },
  maxUnits: 1,
  verifyRequest: ({ key }, email) => ({
    path: '/single/check',
    body: { key, email, credits_info: true, timeout },
    timeoutMs: (timeout + 10) * 1000,
  }),
  readVerdict(reply) {
    const { result, flags, credits_info: used } = parseReply(answerSchema, readSuccess(reply), source);
    const units = used ? used.paid_credits_used : 1;
    const words = `result: ${result}, flags: ${flags.join(' ')}`;
    return { answer: { meaning: neverBounceMeaning(result, flags), words }, units };
  },
  check: ({ key }) => ({
    request: { path: '/account/info', body: { key } },
    read(reply) {
      const { credits_info: left } = parseReply(infoSchema, readSuccess(reply), source);
      const { paid_credits_remaining: paid, free_credits_remaining: free } = left;
      if (paid + free <= 0) throw vendorError(source, 'quota', 'No credits are left.');
      return `${paid + free} credits`;
    },
  }),
};

export function neverBounceMeaning(result: string, flags: readonly string[]): Meaning {
  if (result === 'valid' && flags.includes('accepts_all')) return catchAll;
  if (result === 'invalid') {
    if (flags.includes('bad_syntax')) return invalid('bad-syntax');
    if (flags.includes('bad_dns')) return invalid('no-such-domain');
    // It did not reach the mail server, so nothing was learned about the mailbox.
    if (flags.includes('connect_fails')) return later('unreachable');
  }
  return neverBounceWords[result] ?? unlisted;
}

const kinds: Record<string, ProviderErrorKind> = {
  general_failure: 'unavailable',
  auth_failure: 'auth',
  bad_referrer: 'auth',
  temp_unavail: 'unavailable',
  throttle_triggered: 'rate_limited',
};

function readSuccess(reply: VendorReply): unknown {
  const parsed = statusSchema.safeParse(reply.json);
  if (!parsed.success) throw reply.status === 200 ? nonsense(source) : statusError(source, reply);
  const { status, message } = parsed.data;
  if (status === 'success' && reply.status === 200) return reply.json;
  if (/credit|balance/i.test(message)) throw vendorError(source, 'quota', cut(message));
  const kind = kinds[status];
  if (kind) throw vendorError(source, kind, `${status}: ${cut(message)}`);
  throw reply.status === 200 ? nonsense(source) : statusError(source, reply, message);
}
