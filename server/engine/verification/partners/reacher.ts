// Reacher (check-if-email-exists): a verifier that operators run themselves, on a machine whose port 25 is open. It calls an
// address invalid when it could not connect, and risky for several reasons, so the parts of its answer are read, not only the word.
import { z } from 'zod';
import type { ProviderError } from '../../provider.ts';
import { anyText, cut, nonsense, parseReply, statusError, textIn } from '../../vendors/replies.ts';
import { type VendorReply, vendorError } from '../../vendors/vendor.ts';
import { catchAll, invalid, later, type Meaning, unlisted, type VerifierVendor, valid } from './verifier-vendor.ts';

const source = 'reacher';
const flag = z.boolean().catch(false);
const part = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).optional().catch(undefined);
const smtp = part({
  ...{ can_connect_smtp: flag, has_full_inbox: flag, is_catch_all: flag, is_deliverable: flag, is_disabled: flag },
  error: z.object({ type: anyText }).optional().catch(undefined),
  description: z.string().optional().catch(undefined),
});
const answerSchema = z.object({
  is_reachable: z.string(),
  misc: part({ is_disposable: flag }),
  mx: part({ accepts_mail: z.boolean().optional().catch(undefined), records: z.array(z.string()).catch([]) }),
  smtp,
  syntax: part({ is_valid_syntax: z.boolean().catch(true) }),
});
export type ReacherAnswer = z.infer<typeof answerSchema>;
const timeoutMs = 90_000;

/** `is_reachable`, where the parts of the answer say nothing else. */
export const reacherWords: Record<string, Meaning> = {
  safe: valid,
  invalid: invalid(),
  risky: unlisted,
  unknown: later('no-answer'),
};

export const reacher: VerifierVendor = {
  source,
  baseUrl: 'http://127.0.0.1:8080',
  limits: { perSecond: 5, perMinute: 60, concurrent: 8, dollarsPerDay: 0, dollarsPerMonth: 0, dollarsPerUnit: 0 },
  maxUnits: 0,
  verifyRequest: ({ key }, address) => ({
    path: '/v1/check_email',
    ...(key === '' ? {} : { headers: { 'x-reacher-secret': key } }),
    body: { to_email: address },
    timeoutMs,
  }),
  readVerdict(reply) {
    if (reply.status !== 200) throw failure(reply);
    const answer = parseReply(answerSchema, reply.json, source);
    const { is_reachable: word, smtp: talked, mx } = answer;
    const { description } = talked ?? {};
    if (description === 'IpBlacklisted' || description === 'NeedsRDNS') {
      throw vendorError(source, 'unavailable', `Mail servers refuse its machine: ${description}.`);
    }
    const words = `is_reachable: ${word}${talked?.error ? `, smtp: ${talked.error.type}` : ''}`;
    const [mxHost] = mx?.records ?? [];
    return { answer: { meaning: reacherMeaning(answer), words, mxHost }, units: 0 };
  },
  // A check of no address: refused for that reason only once the secret was accepted.
  check: (account) => ({
    request: { ...reacher.verifyRequest(account, ''), timeoutMs: 10_000 },
    read(reply) {
      if (reply.status === 400 && /to_email/.test(textIn(reply, 'error'))) return null;
      throw reply.status === 200 ? nonsense(source) : failure(reply);
    },
  }),
};

export function reacherMeaning({ is_reachable: word, misc, mx, smtp: talked, syntax }: ReacherAnswer): Meaning {
  if (syntax?.is_valid_syntax === false) return invalid('bad-syntax');
  if (misc?.is_disposable) return invalid('disposable');
  if (talked?.error) return later(talked.error.type === 'Timeout' ? 'no-answer' : 'unreachable');
  if (talked?.is_catch_all) return catchAll;
  if (talked?.has_full_inbox) return later('mailbox-full');
  if (word === 'invalid' && mx?.accepts_mail === false) return invalid('no-mail-server');
  if (word === 'invalid' && talked?.can_connect_smtp === false) return later('unreachable');
  // A shared mailbox is risky in its eyes; that it receives email is stated beside it.
  if (word === 'risky' && talked?.is_deliverable && !talked.is_disabled) return valid;
  return reacherWords[word] ?? unlisted;
}

/** A wrong or missing secret is a 400 in plain text, unlike other bad requests. */
function failure(reply: VendorReply): ProviderError {
  if (reply.status === 400 && /x-reacher-secret/i.test(reply.text)) return vendorError(source, 'auth', cut(reply.text));
  return statusError(source, reply, textIn(reply, 'error'));
}
