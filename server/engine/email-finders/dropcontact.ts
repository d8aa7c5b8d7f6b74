// Dropcontact: the address of a person, by a request that takes tens of seconds. Its qualifications say what kind of address it
// is and whether the domain is a catch-all; none of them is the result of a check that it dates.
import { z } from 'zod';
import type { ProviderError } from '../provider.ts';
import { jobIsGone, jobNotFound } from '../vendors/ask-later.ts';
import { anyText, cut, nonsense, rowsOf, statusError } from '../vendors/replies.ts';
import { usualBudget, type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { Verdict } from '../verification/verification.ts';
import type { PersonVendor } from './person-vendor.ts';
import { believableAddress } from './stated-address.ts';

const source = 'dropcontact';

/** Qualifications of a person's own address. Others, such as generic@pro, are not the person's. */
export const dropcontactVerdicts: Record<string, Verdict> = {
  'nominative@pro': 'unknown',
  'nominative@perso': 'unknown',
  'catch_all@pro': 'catch_all',
  'catch_all@perso': 'catch_all',
};

const email = z.object({ email: z.string(), qualification: anyText });
const started = z.object({ success: z.literal(true), request_id: z.string().min(1) });
const finished = z.object({
  success: z.literal(true),
  data: z.array(z.object({ email: rowsOf(email).nullish().catch(null) })),
});
const said = z.object({ error: z.unknown(), reason: anyText });
const defaultWaitSeconds = 30;

export const dropcontact: PersonVendor = {
  source,
  baseUrl: 'https://api.dropcontact.com/v1',
  limits: { perSecond: 10, perMinute: 300, concurrent: 10, ...usualBudget, dollarsPerUnit: 0.05 },
  maxUnits: 1,
  personRequest: ({ key }, { firstName, lastName, domain }) => ({
    path: '/enrich/all',
    headers: { 'x-access-token': key },
    body: { data: [{ first_name: firstName, last_name: lastName, website: domain }], siren: false, language: 'en' },
  }),
  readPerson(reply) {
    if (reply.status !== 200) throw failure(reply);
    const parsed = started.safeParse(reply.json);
    if (!parsed.success) throw failure(reply);
    return { answer: { job: parsed.data.request_id }, units: 0 };
  },
  later: {
    resultRequest: ({ key }, job) => ({
      path: `/enrich/all/${encodeURIComponent(job)}`,
      headers: { 'x-access-token': key },
    }),
    readResult(reply) {
      if (reply.status === 404) throw jobNotFound(source, reply);
      if (reply.status !== 200) throw failure(reply);
      const parsed = finished.safeParse(reply.json);
      if (!parsed.success) throw notReady(reply) ?? givenUp(reply) ?? failure(reply);
      const [person] = parsed.data.data;
      const answer = (person?.email ?? []).flatMap(({ email: address, qualification }) => {
        const verdict = dropcontactVerdicts[qualification];
        return verdict ? (believableAddress({ address, verdict, said: { qualification } }) ?? []) : [];
      })[0];
      return { answer: answer ?? null, units: answer ? 1 : 0 };
    },
  },
};

/** "Request not ready yet, try again in 30 seconds" */
function notReady(reply: VendorReply): ProviderError | undefined {
  const { error, reason } = said.safeParse(reply.json).data ?? { error: true, reason: '' };
  if (error !== false || !/not ready/i.test(reason)) return undefined;
  const seconds = Number(/in (\d{1,4}) seconds/.exec(reason)?.[1] ?? defaultWaitSeconds);
  return vendorError(source, 'pending', cut(reason), seconds);
}

/** `error: true` about a request it accepted. */
function givenUp(reply: VendorReply): ProviderError | undefined {
  const { error, reason } = said.safeParse(reply.json).data ?? {};
  return error === true ? jobIsGone(source, cut(reason ?? '')) : undefined;
}

function failure(reply: VendorReply): ProviderError {
  const { error, reason } = said.safeParse(reply.json).data ?? { error: undefined, reason: '' };
  if (/credit/i.test(reason)) return vendorError(source, 'quota', cut(reason));
  if (reply.status !== 200) return statusError(source, reply, reason);
  return error === true ? vendorError(source, 'unavailable', cut(reason)) : nonsense(source);
}
