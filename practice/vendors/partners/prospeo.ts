// api.prospeo.io: POST /enrich-person with X-KEY. A miss is a 400 and free, and so is the same question again.

import { createSeen } from '../per-world.ts';
import { PRACTICE_KEY, type StandIn, type StandInResponse } from '../stand-in.ts';
import { hostileAddresses } from './partner-jobs.ts';
import { findKnown, lookAt } from './partner-truth.ts';

const dollarsPerCredit = 0.039;
const isPaid = createSeen();
const failed = (status: number, error_code: string, headers: Record<string, string> = {}): StandInResponse => ({
  ...{ status, headers, body: { error: true, error_code } },
});

export const prospeoStandIn: StandIn = (request) => {
  const { method, path, headers, body, mood, world } = request;
  if (mood === 'refused' || headers['x-key'] !== PRACTICE_KEY) return failed(401, 'INVALID_API_KEY');
  if (mood === 'busy') return failed(429, 'RATE_LIMITED');
  if (mood === 'busy-until') return failed(429, 'RATE_LIMITED', { 'x-minute-reset-seconds': '7' });
  if (mood === 'broke') return failed(400, 'INSUFFICIENT_CREDITS');
  if (path === '/email-finder') return failed(400, 'DEPRECATED');
  if (method !== 'POST' || path !== '/enrich-person') return failed(404, 'INVALID_REQUEST');
  const { data, only_verified_email: isVerifiedOnly } = (body ?? {}) as {
    data?: Record<string, string>;
    only_verified_email?: boolean;
  };
  if (!data?.first_name || !data.last_name || !data.company_website) return failed(400, 'INVALID_DATAPOINTS');
  const name = `${data.first_name} ${data.last_name}`;
  const known = findKnown(world, 'prospeo', { name, domain: data.company_website });
  if (!known) return failed(400, 'NO_MATCH');
  const { person, address } = known;
  const isVerified = lookAt(world, 'prospeo', address) === 'valid';
  if (isVerifiedOnly && !isVerified) return failed(400, 'NO_MATCH');
  const isFree = isPaid(world, person.id);
  if (!isFree) request.charge(dollarsPerCredit);
  const email = {
    ...{ status: isVerified ? 'VERIFIED' : 'UNVERIFIED', revealed: true, verification_method: 'SMTP' },
    email: mood === 'hostile' ? hostileAddresses[1] : address,
  };
  const found = { person_id: person.id, first_name: person.first, last_name: person.last, email };
  return {
    status: 200,
    body: { error: false, free_enrichment: isFree, person: found, company: { name: person.site.title } },
  };
};
