// Verification by a vendor. A vendor file states the request and turns the vendor's words into our verdict with a table. What the
// vendor could not find out is kept only until a retry makes sense.

import { z } from 'zod';
import { cutWhole } from '../../cut-whole.ts';
import { askWithDeadline } from '../../vendors/ask-with-deadline.ts';
import type { Lifetime } from '../../vendors/open-sources.ts';
import type { Vendor, VendorAnswer, VendorContext, VendorReply, VendorRequest } from '../../vendors/vendor.ts';
import { unknown } from '../own/judge-outcome.ts';
import type { MailAddress } from '../parse-address.ts';
import type { Evidence, Finding, RetryReason, VerificationReason, Verifier } from '../verification.ts';

/** What a vendor's word means. `later`: it could not tell yet. `silent`: it does not tell, and asking again will not help. */
export type Meaning =
  | { verdict: 'valid' }
  | { verdict: 'catch_all' }
  | { verdict: 'invalid'; reason: InvalidReason }
  | { later: RetryReason }
  | { silent: true };
type InvalidReason =
  | 'bad-syntax'
  | 'disposable'
  | 'no-such-domain'
  | 'no-mail-server'
  | 'takes-no-mail'
  | 'no-such-mailbox';

export const valid: Meaning = { verdict: 'valid' };
export const catchAll: Meaning = { verdict: 'catch_all' };
export const invalid = (reason: InvalidReason = 'no-such-mailbox'): Meaning => ({ verdict: 'invalid', reason });
export const later = (reason: RetryReason): Meaning => ({ later: reason });
export const silent: Meaning = { silent: true };
/** A word that is in no table: worth another try in a day, and no verdict. */
export const unlisted: Meaning = later('refused');

export interface Judged {
  meaning: Meaning;
  /** The vendor's words: "status: valid, sub_status: gold". */
  words: string;
  mxHost?: string;
}

export interface VerifierVendor extends Vendor {
  /** The most units a check can cost. */
  readonly maxUnits: number;
  verifyRequest(account: VendorContext['account'], address: string): VendorRequest;
  /** Throws ProviderError; also when the vendor's own IP address or our account is the problem. */
  readVerdict(reply: VendorReply): VendorAnswer<Judged>;
}

const evidence = z.object({
  ...{ at: z.string(), mxHost: z.string().optional(), text: z.string().optional(), step: z.string().optional() },
});
const finding = z.object({
  verdict: z.enum(['valid', 'invalid', 'catch_all', 'refuses_checks', 'unknown']),
  reason: z.string().transform((reason) => reason as VerificationReason),
  evidence,
  couldNotLook: z.boolean().optional(),
  retryAfterSeconds: z.number().optional(),
});

export function verifierByVendor(
  context: VendorContext & { vendor: VerifierVendor },
  { lifetimeSeconds }: Lifetime,
): Verifier {
  const { vendor, account } = context;
  return {
    source: vendor.source,
    async verify({ address }: MailAddress, call) {
      const answer = await askWithDeadline<Finding>(
        context,
        {
          ...{ capability: 'verification', identity: { address: address.toLowerCase(), order: call.order } },
          ...{ schema: finding, lifetimeSeconds, maxUnits: vendor.maxUnits },
          request: vendor.verifyRequest(account, address),
          read(reply) {
            const { answer: judged, ...spent } = vendor.readVerdict(reply);
            const found = judged && findingOf(judged);
            return { ...spent, answer: found, lifetimeSeconds: found?.retryAfterSeconds };
          },
        },
        call,
      );
      return answer ?? findingOf({ meaning: unlisted, words: '' });
    },
  };
}

function findingOf({ meaning, words, mxHost }: Judged): Finding {
  const said: Evidence = {
    ...{ at: new Date().toISOString(), step: 'partner', text: cutWhole(words.toWellFormed(), 200) },
    ...(mxHost ? { mxHost: cutWhole(mxHost.toWellFormed(), 253) } : {}),
  };
  if ('later' in meaning) return unknown(meaning.later, said);
  if ('silent' in meaning) return { verdict: 'unknown', reason: 'refused', evidence: said };
  if (meaning.verdict === 'valid') return { verdict: 'valid', reason: 'accepted', evidence: said };
  if (meaning.verdict === 'catch_all') return { verdict: 'catch_all', reason: 'accepts-everything', evidence: said };
  return { verdict: 'invalid', reason: meaning.reason, evidence: said };
}
