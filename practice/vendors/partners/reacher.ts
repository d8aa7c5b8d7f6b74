// Reacher: POST /v1/check_email (or /v0), with x-reacher-secret where one is set. A wrong secret is a 400 in plain text. It has no
// account: `broke` means that mail servers refuse its machine.

import { PRACTICE_KEY, type StandIn } from '../stand-in.ts';
import { lookAt, type MailboxState } from './partner-truth.ts';

const talked = {
  ...{ can_connect_smtp: true, has_full_inbox: false, is_catch_all: false, is_deliverable: true, is_disabled: false },
};
const timeout = { error: { type: 'Timeout', message: { secs: 30, nanos: 0 } } };
const answers: Record<MailboxState, [word: string, smtp: object]> = {
  valid: ['safe', talked],
  honeypot: ['safe', talked],
  invalid: ['invalid', { ...talked, is_deliverable: false }],
  catch_all: ['risky', { ...talked, is_catch_all: true }],
  full: ['risky', { ...talked, has_full_inbox: true }],
  'no-domain': ['invalid', { ...talked, can_connect_smtp: false, is_deliverable: false }],
  'no-mail': ['invalid', { ...talked, can_connect_smtp: false, is_deliverable: false }],
  // It calls an address invalid whose server it could not reach.
  unreachable: ['invalid', { ...talked, can_connect_smtp: false, is_deliverable: false }],
  refuses_checks: ['unknown', { error: { type: 'AsyncSmtpError', message: 'permanent: 5.7.1 refused' } }],
  ...{ unknown: ['unknown', timeout], timeout: ['unknown', timeout] },
  greylisted: ['unknown', { error: { type: 'AsyncSmtpError', message: 'transient: greylisted' } }],
};

export const reacherStandIn: StandIn = (request) => {
  const { method, path, headers, body, mood, world } = request;
  if (method !== 'POST' || !/^\/v[01]\/check_email$/.test(path)) return { status: 404, body: { error: 'Not found' } };
  const secret = headers['x-reacher-secret'];
  if (mood === 'refused' || (secret !== undefined && secret !== PRACTICE_KEY)) {
    return {
      status: 400,
      headers: { 'content-type': 'text/plain' },
      body: 'Invalid request header "x-reacher-secret"',
    };
  }
  const { to_email: input } = (body ?? {}) as { to_email?: string };
  if (!input) return { status: 400, body: { error: 'to_email field is required.' } };
  request.charge(0);
  const state = lookAt(world, 'reacher', input);
  const [word, smtp] = answers[state];
  const refused = { error: { type: 'AsyncSmtpError', message: 'permanent: 5.7.1' }, description: 'IpBlacklisted' };
  const [username = '', domain = ''] = input.split('@');
  const acceptsMail = state !== 'no-domain' && state !== 'no-mail';
  return {
    status: 200,
    body: {
      ...{ input, is_reachable: mood === 'hostile' ? ['safe'] : mood === 'broke' ? 'unknown' : word },
      misc: { is_disposable: false, is_role_account: false, is_b2c: false, gravatar_url: null, haveibeenpwned: null },
      mx: { accepts_mail: acceptsMail, records: acceptsMail ? ['mx.practice.localhost.'] : [] },
      smtp: mood === 'broke' ? refused : smtp,
      syntax: { address: input, domain, is_valid_syntax: true, username, normalized_email: input, suggestion: null },
      debug: { backend_name: 'practice', start_time: '', end_time: '', duration: { secs: 1, nanos: 0 } },
    },
  };
};
