// Findymail: the address of a person. It says that what it finds is verified, but states neither a verdict nor a time.
import { z } from 'zod';
import type { ProviderError } from '../provider.ts';
import { cut, notFound, parseReply, statusError, textIn } from '../vendors/replies.ts';
import { bearer, usualBudget, type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { PersonVendor } from './person-vendor.ts';
import { believableAddress } from './stated-address.ts';

const source = 'findymail';
const contact = z.object({ contact: z.object({ email: z.unknown() }).nullable() });
/** Sometimes the answer is wrapped. */
const answerSchema = z.union([contact, z.object({ payload: contact }).transform(({ payload }) => payload)]);

export const findymail: PersonVendor = {
  source,
  baseUrl: 'https://app.findymail.com',
  limits: { perSecond: 10, perMinute: 300, concurrent: 20, ...usualBudget, dollarsPerUnit: 0.049 },
  maxUnits: 1,
  personRequest: (account, { firstName, lastName, domain }) => ({
    path: '/api/search/name',
    headers: bearer(account),
    body: { name: `${firstName} ${lastName}`.trim(), domain },
  }),
  readPerson(reply) {
    const error = failure(reply);
    if (error) throw error;
    const { email: address } = parseReply(answerSchema, reply.json, source).contact ?? {};
    const answer = believableAddress({ address, verdict: 'unknown', said: { found: 'contact' } });
    return { answer, units: answer ? 1 : 0 };
  },
};

/** An empty account may answer with status 200; 423 is a paused subscription. */
function failure(reply: VendorReply): ProviderError | undefined {
  const error = textIn(reply, 'error');
  const said = error || textIn(reply, 'message');
  if (/not enough credits/i.test(said) || reply.status === 423) return vendorError(source, 'quota', cut(said));
  if (reply.status === 404) return notFound(source, reply, said);
  if (reply.status !== 200) return statusError(source, reply, said);
  return error === '' ? undefined : vendorError(source, 'unavailable', cut(error));
}
