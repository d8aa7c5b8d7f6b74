// api.voilanorbert.com: POST /search/name as a form with Basic auth (the key as password), then GET /contacts/{id} while
// `searching`. The same contact is not charged twice.

import { createSeen } from '../per-world.ts';
import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from '../stand-in.ts';
import { createJobs, hostileAddresses } from './partner-jobs.ts';
import { findKnown } from './partner-truth.ts';

const dollarsPerCredit = 0.049;
const jobs = createJobs<{ name: string; domain: string }>('');
const isPaid = createSeen();
const refusal = (status: number, message: string): StandInResponse => ({ status, body: { message } });

export const voilaNorbertStandIn: StandIn = (request) => {
  const { method, path, headers, text, mood, world } = request;
  const [, password] = Buffer.from(String(headers.authorization).replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':');
  if (mood === 'refused' || password !== PRACTICE_KEY) return refusal(401, 'Unauthorized');
  if (path === '/account/')
    return { status: 200, body: { email: 'practice@example.com', credits: mood === 'broke' ? 0 : 120 } };
  if (mood === 'broke') return refusal(402, 'Payment required');
  if (method === 'GET' && path.startsWith('/contacts/')) return contactOf(request, path.slice('/contacts/'.length));
  if (method !== 'POST' || path !== '/search/name') return refusal(404, 'Not found');
  const form = new URLSearchParams(text);
  const [name, domain] = [form.get('name') ?? '', form.get('domain') ?? ''];
  if (name === '' || domain === '') return refusal(400, 'name and domain are required');
  return {
    status: 202,
    body: contact(jobs.start(world, { name, domain }), { name, domain }, { searching: true, email: null }),
  };
};

function contactOf(request: StandInRequest, id: string): StandInResponse {
  const { world, mood } = request;
  const job = jobs.ask(world, id);
  if (!job) return refusal(404, 'Not found');
  const { name, domain } = job.data;
  if (!job.isReady) return { status: 200, body: contact(id, job.data, { searching: true, email: null }) };
  const known = findKnown(world, 'voila-norbert', { name, domain });
  if (known && !isPaid(world, known.address)) request.charge(dollarsPerCredit);
  const address = mood === 'hostile' ? hostileAddresses[0] : known?.address;
  const email = known && { email: address, score: known.isGuess ? 80 : 100, is_done: true };
  return { status: 200, body: contact(id, job.data, { searching: false, email }) };
}

const contact = (id: string, { name, domain }: { name: string; domain: string }, state: object) => ({
  ...{ id: Number(id), name, company: { name: domain, title: null, url: domain }, is_new: true },
  ...{ created: 1_790_000_000, lists: [], status: 'active', ...state },
});
