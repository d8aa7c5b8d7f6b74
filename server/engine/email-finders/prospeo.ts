// Prospeo: the address of a person (its call enrich-person; the former email-finder is gone). A miss is a 400, and free. An
// address it does not reveal is masked, and worth nothing.
import { z } from 'zod';
import type { ProviderError, ProviderErrorKind } from '../provider.ts';
import { anyNumber, anyText, cut, nonsense, retryAfterOf, statusError, textIn } from '../vendors/replies.ts';
import { usualBudget, type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { Verdict } from '../verification/verification.ts';
import type { PersonVendor } from './person-vendor.ts';
import { believableAddress } from './stated-address.ts';

const source = 'prospeo';

/** Prospeo's words, where it verified by asking the mail server; any other method proves nothing about a catch-all. */
export const prospeoVerdicts: Record<string, Verdict> = { VERIFIED: 'valid', UNVERIFIED: 'unknown' };

const answerSchema = z.object({
  error: z.literal(false),
  free_enrichment: z.boolean().catch(false),
  person: z.object({
    email: z
      .object({ email: z.unknown(), status: anyText, revealed: z.boolean().catch(true), verification_method: anyText })
      .nullish(),
  }),
});

export const prospeo: PersonVendor = {
  source,
  baseUrl: 'https://api.prospeo.io',
  limits: { perSecond: 5, perMinute: 100, concurrent: 10, ...usualBudget, dollarsPerUnit: 0.039 },
  maxUnits: 1,
  personRequest: ({ key }, { firstName, lastName, domain }) => ({
    path: '/enrich-person',
    headers: { 'x-key': key },
    body: {
      data: { first_name: firstName, last_name: lastName, company_website: domain },
      // Otherwise it also charges for people whose address it cannot state.
      only_verified_email: true,
    },
  }),
  readPerson(reply) {
    if (reply.status !== 200) throw failure(reply);
    const parsed = answerSchema.safeParse(reply.json);
    if (!parsed.success) throw codeOf(reply) === '' ? nonsense(source) : failure(reply);
    const { person, free_enrichment: isFree } = parsed.data;
    const { email: address, status, revealed, verification_method: method } = person.email ?? {};
    const isBySmtp = method?.toUpperCase() === 'SMTP';
    const answer = believableAddress({
      ...{ address: revealed ? address : undefined, said: { status, verification_method: method } },
      verdict: isBySmtp ? (prospeoVerdicts[status ?? ''] ?? 'unknown') : 'unknown',
    });
    return { answer, units: isFree ? 0 : 1 };
  },
};

const codeOf = (reply: VendorReply) => textIn(reply, 'error_code');

const kinds: Record<string, ProviderErrorKind> = {
  NO_MATCH: 'not_found',
  NO_RESULTS: 'not_found',
  INVALID_DATAPOINTS: 'bad_request',
  INVALID_REQUEST: 'bad_request',
  DEPRECATED: 'bad_request',
  INSUFFICIENT_CREDITS: 'quota',
  INVALID_API_KEY: 'auth',
  RATE_LIMITED: 'rate_limited',
  INTERNAL_ERROR: 'unavailable',
};

function failure(reply: VendorReply): ProviderError {
  const code = codeOf(reply);
  const kind = kinds[code];
  if (!kind) return statusError(source, reply, code);
  const reset = anyNumber(0).parse(reply.headers['x-minute-reset-seconds']);
  const wait = kind === 'rate_limited' ? (retryAfterOf(reply) ?? (reset || undefined)) : undefined;
  return vendorError(source, kind, cut(code), wait);
}
