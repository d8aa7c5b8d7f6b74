// Voila Norbert: the address of a person. While it searches, Zeus polls the contact it created; the same contact is not
// charged twice. Its score of 0 to 100 is not a verdict.
import { z } from 'zod';
import type { ProviderError } from '../provider.ts';
import { type Job, jobNotFound } from '../vendors/ask-later.ts';
import { anyNumber, notFound, parseReply, statusError, textIn } from '../vendors/replies.ts';
import { usualBudget, type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { PersonVendor } from './person-vendor.ts';
import { believableAddress } from './stated-address.ts';

const source = 'voila-norbert';
const contact = z.object({
  id: z.union([z.number().int(), z.string().regex(/^\w+$/)]),
  searching: z.boolean(),
  email: z
    .object({ email: z.unknown(), score: anyNumber(0) })
    .nullable()
    .catch(null),
});
const accountSchema = z.object({ credits: z.coerce.number() });
/** Any user name will do. */
const authorization = ({ key }: { key: string }) => ({
  authorization: `Basic ${Buffer.from(`zeus:${key}`).toString('base64')}`,
});
const pollSeconds = 5;

export const voilaNorbert: PersonVendor = {
  source,
  baseUrl: 'https://api.voilanorbert.com/2018-01-08',
  limits: { perSecond: 5, perMinute: 110, concurrent: 10, ...usualBudget, dollarsPerUnit: 0.049 },
  maxUnits: 1,
  personRequest: (account, { firstName, lastName, domain }) => ({
    path: '/search/name',
    headers: authorization(account),
    form: { name: `${firstName} ${lastName}`.trim(), domain },
  }),
  readPerson(reply) {
    const { id, searching, email } = readContact(reply);
    if (searching) return { answer: { job: String(id) } satisfies Job, units: 0 };
    return found(email);
  },
  later: {
    resultRequest: (account, job) => ({
      path: `/contacts/${encodeURIComponent(job)}`,
      headers: authorization(account),
    }),
    readResult(reply) {
      if (reply.status === 404) throw jobNotFound(source, reply);
      const { searching, email } = readContact(reply);
      if (searching) throw vendorError(source, 'pending', 'Voila Norbert is still searching.', pollSeconds);
      return found(email);
    },
  },
  check: (account) => ({
    request: { path: '/account/', headers: authorization(account) },
    read(reply) {
      if (reply.status !== 200) throw failure(reply);
      const { credits } = parseReply(accountSchema, reply.json, source);
      if (credits <= 0) throw vendorError(source, 'quota', 'No credits are left.');
      return `${credits} credits`;
    },
  }),
};

function readContact(reply: VendorReply): z.infer<typeof contact> {
  if (reply.status !== 200 && reply.status !== 202) throw failure(reply);
  return parseReply(contact, reply.json, source);
}

function found(email: z.infer<typeof contact>['email']) {
  const { email: address, score } = email ?? {};
  const answer = believableAddress({ address, verdict: 'unknown', said: { score } });
  return { answer, units: email ? 1 : 0 };
}

/** How long a full minute lasts is in X-RateLimit-Reset, as an epoch. */
function failure(reply: VendorReply): ProviderError {
  const message = textIn(reply, 'message');
  if (reply.status === 404) return notFound(source, reply, message);
  const reset = Number(reply.headers['x-ratelimit-reset']);
  if (reply.status === 429 && reply.headers['retry-after'] === undefined && reset > 0) {
    const seconds = Math.max(1, Math.ceil(reset - Date.now() / 1000));
    return vendorError(source, 'rate_limited', 'Its limit of requests is reached.', seconds);
  }
  return statusError(source, reply, message);
}
