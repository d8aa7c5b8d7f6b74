// Clearout's check of an address. What it cannot find out is free.

import { z } from 'zod';
import { clearout, clearoutError, readClearout } from '../../vendors/clearout.ts';
import { anyText, parseReply } from '../../vendors/replies.ts';
import { bearer } from '../../vendors/vendor.ts';
import {
  catchAll,
  invalid,
  later,
  type Meaning,
  silent,
  unlisted,
  type VerifierVendor,
  valid,
} from './verifier-vendor.ts';

const { source } = clearout;

/** `data.status`, with dashes written as underscores. */
export const clearoutWords: Record<string, Meaning> = {
  valid,
  invalid: invalid(),
  catch_all: catchAll,
  unknown: later('no-answer'),
};

const answerSchema = z.object({
  data: z.object({
    ...{ status: z.string(), safe_to_send: anyText, disposable: anyText, role: anyText },
    sub_status: z.object({ desc: anyText }).catch({ desc: '' }),
    detail_info: z.object({ mx_record: anyText }).catch({ mx_record: '' }),
  }),
});
/** A check that takes longer counts as "not yet" and is repeated later. */
const timeout = 30_000;

export const clearoutVerifier: VerifierVendor = {
  ...clearout,
  maxUnits: 1,
  verifyRequest: (account, email) => ({
    path: '/email_verify/instant',
    headers: bearer(account),
    body: { email, timeout },
    timeoutMs: timeout + 10_000,
  }),
  readVerdict(reply) {
    if (reply.status === 524) {
      const words = clearoutError(reply).message;
      return { answer: { meaning: later('no-answer'), words }, units: 0 };
    }
    const { data } = parseReply(answerSchema, readClearout(reply), source);
    const { status, safe_to_send: safe, disposable, role, sub_status: sub, detail_info: detail } = data;
    const meaning = clearoutMeaning({ status, disposable, sub: sub.desc, safe, role });
    const words = `status: ${status}, sub_status: ${sub.desc}, safe_to_send: ${safe}`;
    const units = status === 'unknown' ? 0 : 1;
    return { answer: { meaning, words, mxHost: detail.mx_record }, units };
  },
};

interface Said {
  status: string;
  disposable?: string;
  sub?: string;
  safe?: string;
  role?: string;
}

export function clearoutMeaning({ status, disposable, sub = '', safe = 'yes', role }: Said): Meaning {
  if (disposable === 'yes') return invalid('disposable');
  // A full mailbox exists.
  if (status === 'invalid' && /quota|full/i.test(sub)) return later('mailbox-full');
  const meaning = clearoutWords[status.toLowerCase().replaceAll('-', '_')] ?? unlisted;
  // Being shared is no reason to doubt a mailbox.
  const isDoubted = meaning === valid && (safe === 'risky' || safe === 'no') && role !== 'yes';
  return isDoubted ? silent : meaning;
}
