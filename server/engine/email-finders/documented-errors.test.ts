// Every failure that the partners document, and what it means to Zeus. `nothing`: a normal answer, which costs nothing. An answer
// of null is not JSON, such as the error page of a gateway.
import { expect, test } from 'vitest';
import { ProviderError } from '../provider.ts';
import { JobIsGone } from '../vendors/ask-later.ts';
import type { VendorReply } from '../vendors/vendor.ts';
import { clearoutPerson } from './clearout.ts';
import { dropcontact } from './dropcontact.ts';
import { findymail } from './findymail.ts';
import { hunter } from './hunter.ts';
import type { PersonVendor } from './person-vendor.ts';
import { prospeo } from './prospeo.ts';
import { snovioLegacy, snovioPerson } from './snovio.ts';
import { readCount } from './snovio-domain.ts';
import { voilaNorbert } from './voila-norbert.ts';

type Reply = [status: number, json: unknown, headers?: VendorReply['headers']];
const replyOf = ([status, json, headers = {}]: Reply): VendorReply => ({
  ...{ status, headers, json, text: JSON.stringify(json) },
});

/** The kind of failure, 'nothing', or 'job' if the partner has started one. 'gone': it must be started again. */
function outcomeOf(read: () => { answer: unknown }): string {
  try {
    const { answer } = read();
    return answer === null ? 'nothing' : 'job' in Object(answer) ? 'job' : 'found';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    const kind = error.kind === 'not_found' ? 'nothing' : error.kind;
    return error instanceof JobIsGone ? `${kind}, gone` : kind;
  }
}

const hunterError = (code: number, id: string): Reply => [code, { errors: [{ id, code, details: 'details' }] }];
const snovioGateway = (code: number): Reply => [code, { errors: { code, title: 'title', source: '' } }];
const clearoutError = (status: number, code?: number): Reply => [
  ...([status, { status: 'failed', error: { code, message: 'message' } }] as const),
];
const prospeoError = (status: number, error_code: string): Reply => [status, { error: true, error_code }];
const dropcontactError = (status: number, reason: string): Reply => [status, { error: true, success: false, reason }];

const answers: [PersonVendor, Reply, string][] = [
  [hunter, hunterError(400, 'wrong_params'), 'bad_request'],
  [hunter, hunterError(400, 'pagination_error'), 'bad_request'],
  [hunter, hunterError(401, 'authentication_failed'), 'auth'],
  [hunter, hunterError(403, 'rate_limited'), 'rate_limited'],
  [hunter, hunterError(404, 'not_found'), 'nothing'],
  [hunter, [404, null], 'unavailable'],
  [hunter, hunterError(422, 'invalid'), 'bad_request'],
  [hunter, hunterError(429, 'too_many_requests'), 'quota'],
  [hunter, hunterError(451, 'claimed_email'), 'suppressed'],
  [hunter, hunterError(503, 'down'), 'unavailable'],
  [hunter, [202, {}], 'pending'],
  [hunter, [222, {}], 'pending'],
  [hunter, [200, { data: { email: null, score: null } }], 'nothing'],
  [snovioPerson, snovioGateway(401), 'auth'],
  [snovioPerson, snovioGateway(404), 'bad_request'],
  [snovioPerson, snovioGateway(422), 'bad_request'],
  [snovioPerson, snovioGateway(500), 'unavailable'],
  [snovioPerson, [200, { success: false, errors: ['Sorry, you ran out of credits'] }], 'quota'],
  [snovioPerson, [200, { success: false, errors: ['Something else'] }], 'bad_request'],
  [snovioPerson, [200, { data: { task_hash: 'a' } }], 'job'],
  [snovioLegacy, snovioGateway(404), 'bad_request'],
  [snovioLegacy, [200, { data: { emails: [] }, status: { identifier: 'in_progress' } }], 'pending'],
  [snovioLegacy, [200, { data: { emails: [] }, status: { identifier: 'complete' } }], 'nothing'],
  [voilaNorbert, [400, {}], 'bad_request'],
  [voilaNorbert, [401, {}], 'auth'],
  [voilaNorbert, [402, {}], 'quota'],
  [voilaNorbert, [404, {}], 'nothing'],
  [voilaNorbert, [404, null], 'unavailable'],
  [voilaNorbert, [429, {}], 'rate_limited'],
  [clearoutPerson, clearoutError(401, 1000), 'auth'],
  [clearoutPerson, clearoutError(402, 1099), 'quota'],
  [clearoutPerson, clearoutError(402, 1002), 'quota'],
  [clearoutPerson, clearoutError(200, 1017), 'quota'],
  [clearoutPerson, clearoutError(200, 1032), 'quota'],
  [clearoutPerson, clearoutError(200, 1027), 'nothing'],
  [clearoutPerson, clearoutError(200, 1088), 'bad_request'],
  [clearoutPerson, clearoutError(400), 'bad_request'],
  [clearoutPerson, clearoutError(429), 'rate_limited'],
  [clearoutPerson, clearoutError(503), 'unavailable'],
  [clearoutPerson, [524, { error: { message: 'Timeout', additional_info: { queue_id: 'q' } } }], 'job'],
  [clearoutPerson, clearoutError(524), 'unavailable'],
  [prospeo, prospeoError(400, 'NO_MATCH'), 'nothing'],
  [prospeo, prospeoError(400, 'NO_RESULTS'), 'nothing'],
  [prospeo, prospeoError(400, 'INVALID_DATAPOINTS'), 'bad_request'],
  [prospeo, prospeoError(400, 'INVALID_REQUEST'), 'bad_request'],
  [prospeo, prospeoError(400, 'DEPRECATED'), 'bad_request'],
  [prospeo, prospeoError(400, 'INSUFFICIENT_CREDITS'), 'quota'],
  [prospeo, prospeoError(401, 'INVALID_API_KEY'), 'auth'],
  [prospeo, prospeoError(429, 'RATE_LIMITED'), 'rate_limited'],
  [prospeo, prospeoError(500, 'INTERNAL_ERROR'), 'unavailable'],
  [prospeo, [401, {}], 'auth'],
  [findymail, [200, { contact: null }], 'nothing'],
  [findymail, [200, { payload: { contact: null } }], 'nothing'],
  [findymail, [404, {}], 'nothing'],
  [findymail, [404, null], 'unavailable'],
  [findymail, [200, { error: 'Not enough credits' }], 'quota'],
  [findymail, [402, { error: 'Not enough credits' }], 'quota'],
  [findymail, [423, {}], 'quota'],
  [findymail, [401, { message: 'Unauthenticated.' }], 'auth'],
  [findymail, [429, {}], 'rate_limited'],
  [dropcontact, dropcontactError(401, 'Invalid key'), 'auth'],
  [dropcontact, dropcontactError(403, 'Invalid key'), 'auth'],
  [dropcontact, dropcontactError(402, 'Not enough credits'), 'quota'],
  [dropcontact, dropcontactError(429, 'Too many requests'), 'rate_limited'],
  [dropcontact, dropcontactError(200, 'Out of order'), 'unavailable'],
  [dropcontact, [200, { error: false, success: true, request_id: 'abc' }], 'job'],
];

test.each(
  answers.map(([vendor, reply, kind]) => [vendor.label ?? vendor.source, reply[0], kind, vendor, reply] as const),
)('%s answers %i: %s', (_name, _status, kind, vendor, reply) =>
  expect(outcomeOf(() => vendor.readPerson(replyOf(reply)))).toBe(kind),
);

const results: [PersonVendor, Reply, string][] = [
  [snovioPerson, [200, { status: 'in_progress', data: [] }], 'pending'],
  [snovioPerson, [200, { status: 'in progress', data: [] }], 'pending'],
  [snovioPerson, [200, { status: 'not_enough_credits' }], 'quota, gone'],
  [snovioPerson, [200, { status: 'failed' }], 'unavailable, gone'],
  [snovioPerson, [200, { data: [] }], 'unavailable'],
  [snovioPerson, [200, { status: 'completed', data: [{ people: 'a', result: [] }] }], 'nothing'],
  [snovioPerson, snovioGateway(404), 'unavailable, gone'],
  [snovioPerson, [404, null], 'unavailable'],
  [voilaNorbert, [200, { id: 1, searching: true, email: null }], 'pending'],
  [voilaNorbert, [200, { id: 1, searching: false, email: null }], 'nothing'],
  [voilaNorbert, [404, {}], 'unavailable, gone'],
  [voilaNorbert, [404, null], 'unavailable'],
  [voilaNorbert, [429, {}], 'rate_limited'],
  [clearoutPerson, [200, { status: 'success', data: { query_status: 'pending' } }], 'pending'],
  [clearoutPerson, [200, { status: 'success', data: { query_status: 'brand-new' } }], 'pending'],
  [clearoutPerson, [200, { status: 'success' }], 'pending'],
  [clearoutPerson, [200, { status: 'success', data: { emails: [] } }], 'nothing'],
  [clearoutPerson, [200, { status: 'success', data: { emails: 'none' } }], 'unavailable'],
  [clearoutPerson, [200, null], 'unavailable'],
  [clearoutPerson, clearoutError(524), 'pending'],
  [clearoutPerson, clearoutError(200, 1104), 'unavailable, gone'],
  [clearoutPerson, clearoutError(200, 1027), 'nothing'],
  [
    dropcontact,
    [200, { success: false, error: false, reason: 'Request not ready yet, try again in 30 seconds' }],
    'pending',
  ],
  [dropcontact, [200, { success: true, error: false, data: [{ email: [] }] }], 'nothing'],
  [dropcontact, dropcontactError(200, 'It failed'), 'unavailable, gone'],
  [dropcontact, dropcontactError(404, 'Unknown request id'), 'unavailable, gone'],
  [dropcontact, [404, null], 'unavailable'],
];

test.each(
  results.map(([vendor, reply, kind]) => [vendor.label ?? vendor.source, reply[0], kind, vendor, reply] as const),
)('the job of %s, %i: %s', (_name, _status, kind, vendor, reply) => {
  const { later } = vendor;
  if (!later) throw new Error(`${vendor.source} has no jobs`);
  expect(outcomeOf(() => later.readResult(replyOf(reply)))).toBe(kind);
});

test.each([
  [{ success: true, domain: 'a.com', webmail: false, result: 1369 }, 'found'],
  [{ success: true, result: '1369' }, 'found'],
  [{ success: true, result: 0 }, 'nothing'],
  [{ success: false, errors: ['Something else'] }, 'bad_request'],
  [{ success: false, message: 'Too many requests' }, 'unavailable'],
  [{ success: true, result: null }, 'unavailable'],
  [null, 'unavailable'],
])('Snov.io counts the addresses of a domain: %j is %s', (json, kind) =>
  expect(outcomeOf(() => readCount(replyOf([200, json])))).toBe(kind),
);
