// api.dropcontact.com: POST /enrich/all with X-Access-Token, then GET /enrich/all/{id}, which is not ready the first time.

import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from '../stand-in.ts';
import { createJobs, hostileAddresses } from './partner-jobs.ts';
import { findKnown, lookAt } from './partner-truth.ts';

const dollarsPerCredit = 0.05;
const jobs = createJobs<Record<string, string>>('request');
const refusal = (status: number, reason: string): StandInResponse => ({
  status,
  body: { error: true, success: false, reason },
});

export const dropcontactStandIn: StandIn = (request) => {
  const { method, path, headers, body, mood, world } = request;
  if (mood === 'refused' || headers['x-access-token'] !== PRACTICE_KEY) return refusal(403, 'Invalid API key');
  if (mood === 'broke') return refusal(402, 'Not enough credits');
  if (method === 'GET' && path.startsWith('/enrich/all/')) return result(request, path.slice('/enrich/all/'.length));
  if (method !== 'POST' || path !== '/enrich/all') return refusal(404, 'Not found');
  const [row] = ((body ?? {}) as { data?: Record<string, string>[] }).data ?? [];
  if (!row) return refusal(400, 'No data');
  return { status: 200, body: { error: false, success: true, request_id: jobs.start(world, row), credits_left: 990 } };
};

function result(request: StandInRequest, id: string): StandInResponse {
  const { world, mood } = request;
  const job = jobs.ask(world, id);
  if (!job) return refusal(404, 'Unknown request id');
  if (!job.isReady) {
    const reason = 'Request not ready yet, try again in 30 seconds';
    return { status: 200, body: { success: false, error: false, reason } };
  }
  const { first_name, last_name, website = '' } = job.data;
  const known = findKnown(world, 'dropcontact', { name: `${first_name} ${last_name}`, domain: website });
  if (known && job.isFirstResult) request.charge(dollarsPerCredit);
  const kind =
    known && lookAt(world, 'dropcontact', known.address) === 'catch_all' ? 'catch_all@pro' : 'nominative@pro';
  const good = known ? [{ email: known.address, qualification: kind }] : [];
  const bad = hostileAddresses.map((email) => ({ email, qualification: 'nominative@pro' }));
  const email = mood === 'hostile' ? [...bad, ...good] : good;
  const person = { first_name, last_name, email, job: known?.person.position, website };
  return { status: 200, body: { success: true, error: false, data: [person] } };
}
