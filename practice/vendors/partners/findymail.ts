// app.findymail.com: POST /api/search/name with a bearer token. An empty account answers 200 with an error.

import { PRACTICE_KEY, type StandIn } from '../stand-in.ts';
import { hostileAddresses } from './partner-jobs.ts';
import { findKnown } from './partner-truth.ts';

const dollarsPerCredit = 0.049;

export const findymailStandIn: StandIn = (request) => {
  const { method, path, headers, body, mood, world } = request;
  if (mood === 'refused' || headers.authorization !== `Bearer ${PRACTICE_KEY}`) {
    return { status: 401, body: { message: 'Unauthenticated.' } };
  }
  if (mood === 'broke') return { status: 200, body: { error: 'Not enough credits' } };
  if (method !== 'POST' || path !== '/api/search/name') return { status: 404, body: { message: 'Not found' } };
  const { name = '', domain = '' } = (body ?? {}) as Record<string, string>;
  if (name === '' || domain === '') return { status: 422, body: { message: 'The name field is required.' } };
  const known = findKnown(world, 'findymail', { name, domain });
  if (!known) return { status: 200, body: { contact: null } };
  request.charge(dollarsPerCredit);
  const contact = { name: known.person.name, email: mood === 'hostile' ? hostileAddresses[2] : known.address, domain };
  // Some answers are wrapped.
  return { status: 200, body: name.length % 2 === 0 ? { contact } : { payload: { contact } } };
};
