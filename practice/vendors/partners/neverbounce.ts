// api.neverbounce.com: /v4.2/single/check and /account/info, with the key in the body or the query. Failures have the status 200.

import { PRACTICE_KEY, type StandIn, type StandInRequest, type StandInResponse } from '../stand-in.ts';
import { lookAt, type MailboxState } from './partner-truth.ts';

const dollarsPerCredit = 0.008;
const connected = ['has_dns', 'has_dns_mx', 'smtp_connectable'];
const unknown: [string, string[]] = ['unknown', ['has_dns', 'has_dns_mx']];
const words: Record<MailboxState, [result: string, flags: string[]]> = {
  valid: ['valid', connected],
  invalid: ['invalid', connected],
  catch_all: ['catchall', [...connected, 'accepts_all']],
  'no-domain': ['invalid', ['bad_dns']],
  'no-mail': ['invalid', ['bad_dns']],
  honeypot: ['valid', [...connected, 'spamtrap_network']],
  ...{ refuses_checks: unknown, unknown, greylisted: unknown, full: unknown, timeout: unknown },
  unreachable: ['unknown', ['has_dns', 'connect_fails']],
};
const failed = (status: string, message: string): StandInResponse => ({
  status: 200,
  body: { status, message, execution_time: 3 },
});

export const neverBounceStandIn: StandIn = (request) => {
  const { query, body, mood } = request;
  const path = request.path.replace(/^\/v4[^/]*/, '');
  const given: Record<string, unknown> = { ...Object.fromEntries(query), ...(body as object | null) };
  if (mood === 'refused' || given.key !== PRACTICE_KEY) {
    return failed('auth_failure', "We couldn't authenticate your request, the key may be invalid");
  }
  if (mood === 'busy' || mood === 'busy-until')
    return failed('throttle_triggered', 'Too many requests in a short time');
  if (path === '/account/info') return account(mood === 'broke' ? 0 : 100);
  if (path !== '/single/check') return { status: 404, body: { status: 'general_failure', message: 'Not found' } };
  if (mood === 'broke') return failed('general_failure', 'Insufficient credit balance');
  if (typeof given.email !== 'string' || given.email === '')
    return failed('general_failure', 'Missing required parameter email');
  return check(request, given.email, given);
};

const account = (paid: number): StandInResponse => ({
  status: 200,
  body: {
    ...{ status: 'success', execution_time: 9 },
    credits_info: { paid_credits_used: 0, paid_credits_remaining: paid, free_credits_remaining: 0 },
  },
});

function check(request: StandInRequest, email: string, given: Record<string, unknown>): StandInResponse {
  const [result, flags] = words[lookAt(request.world, 'neverbounce', email)];
  request.charge(dollarsPerCredit);
  const credits_info = { paid_credits_used: 1, paid_credits_remaining: 99, free_credits_remaining: 0 };
  return {
    status: 200,
    body: {
      ...{ status: 'success', result: request.mood === 'hostile' ? null : result, flags },
      ...{ suggested_correction: '', retry_token: '', execution_time: 285 },
      ...(given.address_info ? { address_info: { original: email, host: email.split('@')[1] } } : {}),
      ...(given.credits_info ? { credits_info } : {}),
    },
  };
}
