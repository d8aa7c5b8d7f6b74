// Hunter: the address of a person, and the people and shared mailboxes of a domain. Its statuses are unusual: 403 means too many
// requests, 429 no credits left, 451 that the person asked not to be processed.

import { z } from 'zod';
import type { ProviderError, ProviderErrorKind } from '../provider.ts';
import { askWithDeadline } from '../vendors/ask-with-deadline.ts';
import type { Lifetime } from '../vendors/open-sources.ts';
import {
  anyNumber,
  anyText,
  cut,
  notFound,
  parseReply,
  retryAfterOf,
  rowsOf,
  statusError,
} from '../vendors/replies.ts';
import { limitsOf, usualBudget, type VendorContext, type VendorReply, vendorError } from '../vendors/vendor.ts';
import type { Verdict } from '../verification/verification.ts';
import { type DomainFinder, type PartnerPerson, partnerPerson } from './email-finder.ts';
import type { PersonVendor } from './person-vendor.ts';
import { believableAddress, shortText } from './stated-address.ts';

const source = 'hunter';

/** Hunter's words for the state of an address. A webmail address may exist or not: Hunter does not say. */
export const hunterVerdicts: Record<string, Verdict> = {
  valid: 'valid',
  invalid: 'invalid',
  accept_all: 'catch_all',
  disposable: 'invalid',
  webmail: 'unknown',
  blocked: 'unknown',
  unknown: 'unknown',
};

const verification = z.object({ date: z.unknown(), status: anyText }).catch({ date: null, status: '' });
const sources = rowsOf(z.object({ uri: anyText, last_seen_on: anyText })).catch([]);
const found = z.object({
  data: z.object({ email: z.string().nullish(), score: anyNumber(0), sources, verification }),
});
const row = z.object({
  ...{ value: z.string(), type: anyText, confidence: anyNumber(0), sources, verification },
  ...{ first_name: anyText, last_name: anyText, position: anyText, linkedin: anyText, twitter: anyText },
});
const listed = z.object({ data: z.object({ emails: rowsOf(row) }) });
const failed = z.object({ errors: z.tuple([z.object({ id: anyText, details: anyText })]).rest(z.unknown()) });
const credits = z.object({ used: z.number(), available: z.number() });
const accountSchema = z.object({
  data: z.object({
    requests: z.object({ credits: credits.optional(), searches: credits.optional() }).catch({}),
  }),
});
const inHeader = ({ key }: { key: string }) => ({ 'x-api-key': key });

export const hunter: PersonVendor = {
  source,
  baseUrl: 'https://api.hunter.io/v2',
  limits: { perSecond: 15, perMinute: 450, concurrent: 10, ...usualBudget, dollarsPerUnit: 0.025 },
  maxUnits: 1,
  personRequest: (account, { firstName, lastName, domain }) => ({
    path: `/email-finder?${new URLSearchParams({ domain, first_name: firstName, last_name: lastName, max_duration: '20' })}`,
    headers: inHeader(account),
    timeoutMs: 40_000,
  }),
  readPerson(reply) {
    if (reply.status !== 200) throw failure(reply);
    const { email, score, sources: pages, verification: state } = parseReply(found, reply.json, source).data;
    if (!email) return { answer: null, units: 0 };
    const answer = believableAddress({
      ...{ address: email, verdict: hunterVerdicts[state.status] ?? 'unknown', verifiedAt: state.date },
      ...{ said: { status: state.status, score }, page: pages[0]?.uri },
    });
    return { answer, units: 1 };
  },
  check: (account) => ({
    request: { path: '/account', headers: inHeader(account) },
    read(reply) {
      if (reply.status !== 200) throw failure(reply);
      const { credits: all, searches } = parseReply(accountSchema, reply.json, source).data.requests;
      const plan = all ?? searches;
      if (!plan) return null;
      if (plan.available - plan.used <= 0) throw vendorError(source, 'quota', 'No credits are left.');
      return `${Math.floor(plan.available - plan.used)} credits`;
    },
  }),
};

/** A credit buys this many. A free plan refuses more. */
const limit = 10;

export function hunterDomain(context: VendorContext, { lifetimeSeconds }: Lifetime): DomainFinder {
  return {
    source,
    maxDollars: limitsOf(context).dollarsPerUnit,
    async findPeople({ domain, most }, call) {
      const people = await askWithDeadline<PartnerPerson[]>(
        context,
        {
          ...{ capability: 'domain-people', identity: { domain: domain.toLowerCase() } },
          request: {
            path: `/domain-search?${new URLSearchParams({ domain, limit: String(limit) })}`,
            headers: inHeader(context.account),
          },
          read: readPeople,
          schema: z.array(partnerPerson),
          lifetimeSeconds,
          maxUnits: 1,
        },
        call,
      );
      return people?.slice(0, most) ?? null;
    },
  };
}

function readPeople(reply: VendorReply) {
  if (reply.status !== 200) throw failure(reply);
  const { emails } = parseReply(listed, reply.json, source).data;
  const people = emails.flatMap((one) => personOf(one) ?? []);
  return { answer: people.length > 0 ? people : null, units: emails.length > 0 ? 1 : 0 };
}

function personOf(one: z.infer<typeof row>): PartnerPerson | null {
  const { value, confidence, sources: pages, verification: state } = one;
  const address = believableAddress({
    ...{ address: value, verdict: hunterVerdicts[state.status] ?? 'unknown', verifiedAt: state.date },
    ...{ said: { status: state.status, confidence }, page: pages[0]?.uri },
  });
  if (!address) return null;
  const isShared = one.type === 'generic';
  return {
    ...address,
    firstName: isShared ? '' : shortText(one.first_name),
    lastName: isShared ? '' : shortText(one.last_name),
    position: shortText(one.position) || undefined,
    profile: shortText(one.linkedin) || undefined,
    twitter: shortText(one.twitter) || undefined,
  };
}

const kinds: Record<number, ProviderErrorKind> = {
  202: 'pending',
  222: 'pending',
  403: 'rate_limited',
  429: 'quota',
  451: 'suppressed',
};
/** 202: it is still looking. 222: the mail server did not answer it, and may do so later. */
const waitSeconds: Record<number, number> = { 202: 5, 222: 120 };

function failure(reply: VendorReply): ProviderError {
  const { status } = reply;
  const details = failed.safeParse(reply.json).data?.errors[0].details ?? '';
  if (status === 404) return notFound(source, reply, details);
  const kind = kinds[status];
  if (!kind) return statusError(source, reply, details);
  const message = `It answered with status ${status}${details && `: ${cut(details)}`}.`;
  return vendorError(source, kind, message, waitSeconds[status] ?? retryAfterOf(reply));
}
