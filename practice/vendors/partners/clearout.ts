// api.clearout.io: POST /email_finder/instant and /email_verify/instant with a bearer token. Misses and most failures are said in
// the body. A person whose name has an even number of letters takes too long, and is continued in the queue.

import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from '../stand-in.ts';
import { createJobs, hostileAddresses } from './partner-jobs.ts';
import { findKnown, lookAt, type MailboxState } from './partner-truth.ts';

const dollarsPerCredit = 0.007;
const jobs = createJobs<{ name: string; domain: string }>('q');
const failed = (status: number, code: number, message: string): StandInResponse => ({
  status,
  body: { status: 'failed', error: { ...(code > 0 ? { code } : {}), message } },
});

export const clearoutStandIn: StandIn = (request) => {
  const { method, path, headers, body, query, mood } = request;
  const token = String(headers.authorization ?? '').replace(/^Bearer /, '');
  if (mood === 'refused' || token !== PRACTICE_KEY) return failed(401, 1000, 'Invalid API Token');
  if (mood === 'busy' || mood === 'busy-until') {
    const limit = failed(429, 0, 'You have reached API rate limit, try calling after a while');
    return mood === 'busy' ? limit : { ...limit, headers: { 'x-ratelimit-reset': '7' } };
  }
  if (path === '/email_verify/getcredits') return credits(mood === 'broke' ? 0 : 114_563);
  if (mood === 'broke')
    return failed(402, path.startsWith('/email_finder') ? 1099 : 1002, 'You have exhausted your credits');
  if (method === 'GET' && path === '/email_finder/instant/queue_status')
    return queueStatus(request, query.get('qid') ?? '');
  const given = (body ?? {}) as Record<string, string>;
  if (method === 'POST' && path === '/email_finder/instant') return find(request, given);
  if (method === 'POST' && path === '/email_verify/instant') return verify(request, String(given.email ?? ''));
  return failed(404, 0, 'Not found');
};

const credits = (available: number): StandInResponse => ({
  status: 200,
  body: { status: 'success', data: { available_credits: available, credits: { available, total: available } } },
});

function find(request: StandInRequest, { name = '', domain = '' }: Record<string, string>): StandInResponse {
  if (name === '') {
    const reasons = [
      { field: ['name'], location: 'body', messages: ['"name" is not allowed to be empty'], types: ['any.empty'] },
    ];
    return { status: 400, body: { status: 'failed', error: { message: 'validation failed', reasons } } };
  }
  if (name.length % 2 === 1) return found(request, { name, domain });
  const queue_id = jobs.start(request.world, { name, domain });
  const additional_info = { resource_name: 'email_finder', queue_id };
  return { status: 524, body: { status: 'failed', error: { message: 'Timeout Occurred', additional_info } } };
}

function queueStatus(request: StandInRequest, id: string): StandInResponse {
  const job = jobs.ask(request.world, id);
  if (!job) return failed(200, 1104, 'Invalid queue id');
  if (!job.isReady) return { status: 200, body: { status: 'success', data: { query_status: 'pending' } } };
  return found({ ...request, charge: job.isFirstResult ? request.charge : () => undefined }, job.data);
}

function found(request: StandInRequest, { name, domain }: { name: string; domain: string }): StandInResponse {
  const known = findKnown(request.world, 'clearout', { name, domain });
  if (!known) return failed(200, 1027, 'Email address not found');
  request.charge(4 * dollarsPerCredit);
  const { person, address } = known;
  const bad = request.mood === 'hostile' ? hostileAddresses : [];
  const emails = [...bad, address].map((email_address) => ({ email_address, role: 'no', business: 'yes' }));
  const data = { emails, full_name: person.name, domain, confidence_score: 83, found_on: '2026-02-03T10:11:12.000Z' };
  return { status: 200, body: { status: 'success', data } };
}

const words: Partial<Record<MailboxState, [status: string, code: number, desc: string]>> = {
  valid: ['valid', 200, 'Success'],
  honeypot: ['valid', 200, 'Success'],
  invalid: ['invalid', 500, 'Failure'],
  'no-domain': ['invalid', 501, 'Invalid domain'],
  'no-mail': ['invalid', 502, 'Domain does not accept email'],
  full: ['invalid', 503, 'Mailbox Quota Exceeded'],
  catch_all: ['catch_all', 508, 'Catch All'],
};

function verify(request: StandInRequest, email: string): StandInResponse {
  const [status, code, desc] = words[lookAt(request.world, 'clearout', email)] ?? ['unknown', 507, 'Unknown'];
  if (status !== 'unknown') request.charge(dollarsPerCredit);
  const safe = { valid: 'yes', invalid: 'no' }[status] ?? 'risky';
  const said = request.mood === 'hostile' ? { x: 'y'.repeat(1024 * 1024) } : status;
  const data = {
    ...{ email_address: email, safe_to_send: safe, status: said, verified_on: new Date().toISOString() },
    ...{
      sub_status: { code, desc },
      detail_info: { mx_record: 'mx.practice.localhost' },
      disposable: 'no',
      role: 'no',
    },
  };
  return { status: 200, body: { status: 'success', data } };
}
