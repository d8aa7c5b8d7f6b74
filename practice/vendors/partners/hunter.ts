// api.hunter.io: GET /v2/email-finder, /domain-search and /account with X-API-KEY (or api_key). 403 means too many requests, 429 no
// credits, 451 that the person asked not to be processed, 202 that it is still looking and the call must be repeated.

import { numberOf } from '../../data/random.ts';
import type { Person } from '../../data/types.ts';
import { linkedinOf } from '../../templates/parts/social.ts';
import { originOf } from '../../templates/view.ts';
import { createSeen } from '../per-world.ts';
import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from '../stand-in.ts';
import { hostileAddresses } from './partner-jobs.ts';
import { findKnown, isFirstAsk, isSuppressed, type KnownPerson, listKnown, lookAt, sharedAt } from './partner-truth.ts';

const dollarsPerCredit = 0.025;
const failed = (code: number, id: string, details: string): StandInResponse => ({
  status: code,
  body: { errors: [{ id, code, details }] },
});
const words = { valid: 'valid', invalid: 'invalid', catch_all: 'accept_all' } as const;
const longAgo = '2026-01-15';
/** The same search is charged once in a billing period. */
const isPaid = createSeen();
/** A few searches take longer than a call. */
const isSlow = ({ id }: Person) => numberOf(`hunter is slow about ${id}`) % 6 === 0;

export const hunterStandIn: StandIn = (request) => {
  const { method, path, query, headers, mood } = request;
  const key = headers['x-api-key'] ?? query.get('api_key');
  if (mood === 'refused' || key !== PRACTICE_KEY) {
    return failed(401, 'authentication_failed', 'No user found for the API key supplied');
  }
  if (mood === 'busy') return failed(403, 'rate_limited', 'You have reached the rate limit');
  if (mood === 'busy-until') {
    return { ...failed(403, 'rate_limited', 'You have reached the rate limit'), headers: { 'retry-after': '7' } };
  }
  if (path === '/account') return account(mood === 'broke' ? 50 : 8);
  if (mood === 'broke') return failed(429, 'too_many_requests', 'You have exceeded your monthly credits');
  if (method !== 'GET') return failed(404, 'not_found', 'Not found');
  if (!query.get('domain')) return failed(400, 'wrong_params', 'You are missing the domain parameter');
  if (path === '/email-finder') return find(request);
  return path === '/domain-search' ? list(request) : failed(404, 'not_found', 'Not found');
};

const account = (used: number): StandInResponse => {
  const credits = { used, available: 50 };
  const requests = { credits, searches: credits, verifications: credits };
  return { status: 200, body: { data: { email: 'practice@example.com', plan_name: 'Free', plan_level: 0, requests } } };
};

function find(request: StandInRequest): StandInResponse {
  const { query, world, mood } = request;
  const domain = query.get('domain') ?? '';
  const [first, last] = [query.get('first_name') ?? '', query.get('last_name') ?? ''];
  if (first === '' || last === '') return failed(400, 'wrong_params', 'You are missing the name');
  const known = findKnown(world, 'hunter', { name: `${first} ${last}`, domain });
  if (known && isSuppressed(known.person)) {
    return failed(451, 'claimed_email', 'The person asked us not to process their personal data');
  }
  const nobody = { first_name: first, last_name: last, email: null, score: null, domain, sources: [] };
  if (!known) return { status: 200, body: { data: { ...nobody, verification: { date: null, status: null } } } };
  if (isSlow(known.person) && isFirstAsk(world, `hunter ${known.person.id}`)) return { status: 202, body: {} };
  if (!isPaid(world, `${first} ${last} ${domain}`)) request.charge(dollarsPerCredit);
  const { value, confidence, ...about } = drawn(request, known);
  const email = mood === 'hostile' ? hostileAddresses[1] : value;
  return {
    status: 200,
    body: { data: { ...about, email, score: confidence, domain, company: known.person.site.title } },
  };
}

function list(request: StandInRequest): StandInResponse {
  const { query, world, mood } = request;
  const domain = query.get('domain') ?? '';
  const limit = Number(query.get('limit') ?? 10);
  if (limit > 10) return failed(400, 'pagination_error', 'The free plan is limited to 10 results');
  const people = listKnown(world, 'hunter', domain).filter(({ person }) => !isSuppressed(person));
  const rows = [
    ...people.map((one) => drawn(request, one)),
    ...sharedAt(world, domain).map((one) => shared(request, one)),
  ];
  const emails = rows.slice(0, limit);
  if (emails.length > 0 && !isPaid(world, `${domain} ${limit}`)) {
    request.charge(dollarsPerCredit * Math.ceil(emails.length / 10));
  }
  const hostile = hostileAddresses.map((value) => ({ ...emails[0], value }));
  const body = {
    data: {
      ...{ domain, disposable: false, webmail: false, accept_all: false, pattern: null, organization: null },
      ...{ linked_domains: [], emails: mood === 'hostile' ? [...hostile, 7, null, ...emails] : emails },
    },
    meta: { results: rows.length, limit, offset: 0, params: { domain } },
  };
  return { status: 200, body };
}

/** What it verified long ago may no longer be true. */
function drawn({ world, port }: StandInRequest, { person, address, isGuess }: KnownPerson) {
  const state = lookAt(world, 'hunter', address);
  const word = words[state as keyof typeof words] ?? 'unknown';
  const isOld = address.length % 2 === 0;
  const verification = isOld
    ? { date: longAgo, status: word === 'invalid' ? 'valid' : word }
    : { date: today(), status: word };
  return {
    ...{ value: address, type: 'personal', confidence: isGuess ? 45 : 92 },
    ...{ first_name: person.first, last_name: person.last, position: person.position, position_raw: person.position },
    ...{ seniority: null, department: null, twitter: person.twitter, phone_number: null },
    linkedin: person.linkedin ? linkedinOf(person, port) : null,
    linkedin_url: person.linkedin ? linkedinOf(person, port) : null,
    verification: isGuess ? { date: null, status: null } : verification,
    sources: isGuess ? [] : [source(`${originOf(person.site.host, port)}/`)],
  };
}

function shared({ world }: StandInRequest, address: string) {
  const state = lookAt(world, 'hunter', address);
  return {
    ...{ value: address, type: 'generic', confidence: 80, first_name: null, last_name: null, position: null },
    ...{ seniority: null, department: null, linkedin: null, twitter: null, phone_number: null, sources: [] },
    verification: { date: today(), status: words[state as keyof typeof words] ?? 'unknown' },
  };
}

const source = (uri: string) => ({
  ...{ domain: new URL(uri).hostname, uri, extracted_on: longAgo, last_seen_on: longAgo, still_on_page: true },
});
const today = () => new Date().toISOString().slice(0, 10);
