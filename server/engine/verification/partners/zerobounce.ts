// ZeroBounce: seven statuses, and sub-statuses that change their meaning. What it cannot find out is free. A wrong key and an
// empty account have the same words, and asking on with either gets the account blocked.
import { z } from 'zod';
import type { ProviderError } from '../../provider.ts';
import { anyText, cut, parseReply, statusError, textIn } from '../../vendors/replies.ts';
import { usualBudget, type VendorReply, vendorError } from '../../vendors/vendor.ts';
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

const source = 'zerobounce';

/** By status, unless the sub-status is in the next table. */
export const zeroBounceWords: Record<string, Meaning> = {
  valid,
  invalid: invalid(),
  'catch-all': catchAll,
  unknown: later('no-answer'),
  // Whether these receive email is not stated.
  spamtrap: silent,
  abuse: silent,
  do_not_mail: silent,
};

/** By status and sub-status. */
export const zeroBounceSubWords: Record<string, Meaning> = {
  'valid/accept_all': catchAll,
  'valid/role_based_accept_all': catchAll,
  'invalid/no_dns_entries': invalid('no-such-domain'),
  'invalid/failed_syntax_check': invalid('bad-syntax'),
  'invalid/mailbox_quota_exceeded': later('mailbox-full'),
  'invalid/does_not_accept_mail': invalid('takes-no-mail'),
  'invalid/unroutable_ip_address': invalid('no-mail-server'),
  'do_not_mail/role_based_catch_all': catchAll,
  'do_not_mail/disposable': invalid('disposable'),
  'unknown/greylisted': later('greylisted'),
  'unknown/timeout_exceeded': later('no-answer'),
  'unknown/mail_server_did_not_respond': later('no-answer'),
  'unknown/mail_server_temporary_error': later('deferred'),
  'unknown/failed_smtp_connection': later('unreachable'),
  'unknown/forcible_disconnect': later('bad-conversation'),
  'unknown/antispam_system': later('refused'),
};

const answerSchema = z.object({ status: z.string(), sub_status: anyText, mx_record: anyText });
const creditsSchema = z.object({ Credits: z.coerce.number() });
/** Seconds; 3 to 60 are allowed. */
const timeout = 20;

export const zeroBounce: VerifierVendor = {
  source,
  // api-us and api-eu are others: VENDOR_URLS.
  baseUrl: 'https://api.zerobounce.net/v2',
  limits: { perSecond: 10, perMinute: 300, concurrent: 10, ...usualBudget, dollarsPerUnit: 0.01 },
  maxUnits: 1,
  verifyRequest: ({ key }, email) => ({
    path: `/validate?${new URLSearchParams({ api_key: key, email, ip_address: '', timeout: String(timeout) })}`,
    timeoutMs: (timeout + 10) * 1000,
  }),
  readVerdict(reply) {
    const error = failure(reply);
    if (error) throw error;
    const { status, sub_status: sub, mx_record: mxHost } = parseReply(answerSchema, reply.json, source);
    const words = `status: ${status}${sub && `, sub_status: ${sub}`}`;
    const units = status === 'unknown' ? 0 : 1;
    return { answer: { meaning: zeroBounceMeaning(status, sub), words, mxHost }, units };
  },
  check: ({ key }) => ({
    request: { path: `/getcredits?${new URLSearchParams({ api_key: key })}` },
    read(reply) {
      const error = failure(reply);
      if (error) throw error;
      const { Credits: left } = parseReply(creditsSchema, reply.json, source);
      if (left < 0) throw vendorError(source, 'auth', 'The key is refused.');
      if (left === 0) throw vendorError(source, 'quota', 'No credits are left.');
      return `${left} credits`;
    },
  }),
};

export const zeroBounceMeaning = (status: string, sub: string): Meaning =>
  zeroBounceSubWords[`${status}/${sub}`] ?? zeroBounceWords[status] ?? unlisted;

function failure(reply: VendorReply): ProviderError | undefined {
  const error = textIn(reply, 'error');
  if (/api key|credits/i.test(error)) return vendorError(source, 'auth', cut(error));
  if (reply.status !== 200) return statusError(source, reply, error);
  return error === '' ? undefined : vendorError(source, 'bad_request', cut(error));
}
