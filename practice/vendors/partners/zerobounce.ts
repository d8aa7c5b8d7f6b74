// api.zerobounce.net: GET /validate and /getcredits with api_key. A wrong key and an empty account answer 200 with the same error.

import { PRACTICE_KEY, type StandIn } from '../stand-in.ts';
import { lookAt, type MailboxState } from './partner-truth.ts';

const dollarsPerCredit = 0.01;
const words: Record<MailboxState, [status: string, subStatus: string]> = {
  valid: ['valid', ''],
  invalid: ['invalid', 'mailbox_not_found'],
  catch_all: ['catch-all', ''],
  refuses_checks: ['unknown', 'antispam_system'],
  unknown: ['unknown', 'timeout_exceeded'],
  'no-domain': ['invalid', 'no_dns_entries'],
  'no-mail': ['invalid', 'does_not_accept_mail'],
  greylisted: ['unknown', 'greylisted'],
  full: ['invalid', 'mailbox_quota_exceeded'],
  timeout: ['unknown', 'mail_server_did_not_respond'],
  unreachable: ['unknown', 'failed_smtp_connection'],
  honeypot: ['spamtrap', ''],
};

export const zeroBounceStandIn: StandIn = (request) => {
  const { path, query, mood, world } = request;
  const isKnown = mood !== 'refused' && query.get('api_key') === PRACTICE_KEY;
  if (path === '/getcredits')
    return { status: 200, body: { Credits: isKnown ? (mood === 'broke' ? '0' : '2375') : '-1' } };
  if (path !== '/validate') return { status: 404, body: { error: 'Not found' } };
  if (!isKnown || mood === 'broke') {
    return { status: 200, body: { error: 'Invalid API key or your account ran out of credits' } };
  }
  const address = query.get('email') ?? '';
  if (address === '') return { status: 400, body: { error: 'Missing parameter: email' } };
  const [status, sub_status] = words[lookAt(world, 'zerobounce', address)];
  if (status !== 'unknown') request.charge(dollarsPerCredit);
  const body = {
    ...{ address, status: mood === 'hostile' ? 7 : status, sub_status, free_email: false, did_you_mean: null },
    ...{ account: null, domain: null, domain_age_days: '9692', smtp_provider: '', mx_found: 'true' },
    ...{
      mx_record: 'mx.practice.localhost',
      processed_at: new Date().toISOString().replace('T', ' ').replace('Z', ''),
    },
  };
  return { status: 200, body };
};
