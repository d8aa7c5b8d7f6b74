// Every word a verifier may use, and what it means. An unlisted word is never a verdict.
import { describe, expect, test } from 'vitest';
import { clearoutMeaning, clearoutWords } from './clearout.ts';
import { neverBounceMeaning, neverBounceWords } from './neverbounce.ts';
import { type ReacherAnswer, reacherMeaning, reacherWords } from './reacher.ts';
import { type Meaning, unlisted } from './verifier-vendor.ts';
import { zeroBounceMeaning, zeroBounceSubWords, zeroBounceWords } from './zerobounce.ts';

/** In one word: a verdict with its reason, or "later" with its. */
function said(meaning: Meaning): string {
  if ('later' in meaning) return `later ${meaning.later}`;
  if ('silent' in meaning) return 'silent';
  return meaning.verdict === 'invalid' ? `invalid ${meaning.reason}` : meaning.verdict;
}

describe('Clearout', () => {
  const meaning = (status: string, more: Omit<Parameters<typeof clearoutMeaning>[0], 'status'> = {}) =>
    said(clearoutMeaning({ status, ...more }));

  test.each([
    ['valid', 'valid'],
    ['invalid', 'invalid no-such-mailbox'],
    ['catch_all', 'catch_all'],
    ['catch-all', 'catch_all'],
    ['unknown', 'later no-answer'],
    ['brand-new', said(unlisted)],
    ['', said(unlisted)],
  ])('%s: %s', (status, expected) => expect(meaning(status)).toBe(expected));

  test('a throw-away address is not worth having, and a full mailbox exists', () => {
    expect(meaning('valid', { disposable: 'yes' })).toBe('invalid disposable');
    expect(meaning('invalid', { sub: 'Mailbox Quota Exceeded' })).toBe('later mailbox-full');
    expect(Object.keys(clearoutWords)).toEqual(['valid', 'invalid', 'catch_all', 'unknown']);
  });
});

describe('Clearout’s safe_to_send', () => {
  test.each([
    ['valid', 'yes', 'no', 'valid'],
    ['valid', 'risky', 'no', 'silent'],
    ['valid', 'no', 'no', 'silent'],
    ['valid', 'risky', 'yes', 'valid'],
    ['valid', '', 'no', 'valid'],
    ['invalid', 'no', 'no', 'invalid no-such-mailbox'],
    ['catch_all', 'risky', 'no', 'catch_all'],
  ])('%s, %s, role %s: %s', (status, safe, role, expected) => {
    expect(said(clearoutMeaning({ status, safe, role }))).toBe(expected);
  });
});

describe('ZeroBounce', () => {
  test.each([
    ['valid', '', 'valid'],
    ['valid', 'alias_address', 'valid'],
    ['valid', 'gold', 'valid'],
    ['valid', 'alternate', 'valid'],
    ['valid', 'leading_period_removed', 'valid'],
    ['valid', 'ai_agent_mailbox', 'valid'],
    ['valid', 'accept_all', 'catch_all'],
    ['valid', 'role_based_accept_all', 'catch_all'],
    ['invalid', '', 'invalid no-such-mailbox'],
    ['invalid', 'mailbox_not_found', 'invalid no-such-mailbox'],
    ['invalid', 'possible_typo', 'invalid no-such-mailbox'],
    ['invalid', 'no_dns_entries', 'invalid no-such-domain'],
    ['invalid', 'failed_syntax_check', 'invalid bad-syntax'],
    ['invalid', 'does_not_accept_mail', 'invalid takes-no-mail'],
    ['invalid', 'unroutable_ip_address', 'invalid no-mail-server'],
    ['invalid', 'mailbox_quota_exceeded', 'later mailbox-full'],
    ['catch-all', '', 'catch_all'],
    ['spamtrap', '', 'silent'],
    ['abuse', '', 'silent'],
    ['do_not_mail', '', 'silent'],
    ['do_not_mail', 'role_based', 'silent'],
    ['do_not_mail', 'role_based_catch_all', 'catch_all'],
    ['do_not_mail', 'disposable', 'invalid disposable'],
    ['do_not_mail', 'toxic', 'silent'],
    ['do_not_mail', 'global_suppression', 'silent'],
    ['do_not_mail', 'possible_trap', 'silent'],
    ['do_not_mail', 'mx_forward', 'silent'],
    ['unknown', '', 'later no-answer'],
    ['unknown', 'greylisted', 'later greylisted'],
    ['unknown', 'timeout_exceeded', 'later no-answer'],
    ['unknown', 'mail_server_did_not_respond', 'later no-answer'],
    ['unknown', 'mail_server_temporary_error', 'later deferred'],
    ['unknown', 'failed_smtp_connection', 'later unreachable'],
    ['unknown', 'forcible_disconnect', 'later bad-conversation'],
    ['unknown', 'antispam_system', 'later refused'],
    ['unknown', 'brand_new', 'later no-answer'],
    ['brand-new', '', said(unlisted)],
  ])('%s/%s: %s', (status, sub, expected) => expect(said(zeroBounceMeaning(status, sub))).toBe(expected));

  test('every word of the tables is in the list above', () => {
    expect(Object.keys(zeroBounceWords)).toHaveLength(7);
    expect(Object.keys(zeroBounceSubWords)).toHaveLength(16);
  });
});

describe('NeverBounce', () => {
  test.each([
    ['valid', [], 'valid'],
    ['valid', ['accepts_all'], 'catch_all'],
    ['valid', ['role_account', 'free_email_host'], 'valid'],
    ['invalid', [], 'invalid no-such-mailbox'],
    ['invalid', ['bad_syntax'], 'invalid bad-syntax'],
    ['invalid', ['bad_dns'], 'invalid no-such-domain'],
    ['invalid', ['connect_fails'], 'later unreachable'],
    ['disposable', [], 'invalid disposable'],
    ['catchall', [], 'catch_all'],
    ['unknown', [], 'later no-answer'],
    ['0', [], said(unlisted)],
  ])('%s %j: %s', (result, flags, expected) => expect(said(neverBounceMeaning(result, flags))).toBe(expected));

  test('every word of the table is in the list above', () =>
    expect(Object.keys(neverBounceWords)).toEqual(['valid', 'invalid', 'disposable', 'catchall', 'unknown']));
});

describe('Reacher', () => {
  const good = {
    can_connect_smtp: true,
    has_full_inbox: false,
    is_catch_all: false,
    is_deliverable: true,
    is_disabled: false,
  };
  const answer = (word: string, parts: Partial<ReacherAnswer> = {}): ReacherAnswer => ({
    ...{ is_reachable: word, misc: { is_disposable: false }, mx: { accepts_mail: true, records: ['mx.example.'] } },
    ...{ smtp: good, syntax: { is_valid_syntax: true }, ...parts },
  });

  test.each<[string, Partial<ReacherAnswer>, string]>([
    ['safe', {}, 'valid'],
    ['safe', { smtp: { ...good, is_catch_all: true } }, 'catch_all'],
    ['invalid', { smtp: { ...good, is_deliverable: false } }, 'invalid no-such-mailbox'],
    ['invalid', { smtp: { ...good, is_disabled: true } }, 'invalid no-such-mailbox'],
    ['invalid', { smtp: { ...good, can_connect_smtp: false } }, 'later unreachable'],
    ['invalid', { mx: { accepts_mail: false, records: [] } }, 'invalid no-mail-server'],
    ['invalid', { syntax: { is_valid_syntax: false } }, 'invalid bad-syntax'],
    ['risky', { smtp: { ...good, is_catch_all: true } }, 'catch_all'],
    ['risky', { smtp: { ...good, has_full_inbox: true } }, 'later mailbox-full'],
    ['risky', { misc: { is_disposable: true } }, 'invalid disposable'],
    ['risky', {}, 'valid'],
    ['risky', { smtp: { ...good, is_deliverable: false } }, said(unlisted)],
    ['unknown', {}, 'later no-answer'],
    ['unknown', { smtp: { ...good, error: { type: 'Timeout' } } }, 'later no-answer'],
    ['unknown', { smtp: { ...good, error: { type: 'IOError' } } }, 'later unreachable'],
    ['unknown', { smtp: { ...good, error: { type: 'AsyncSmtpError' } } }, 'later unreachable'],
    ['brand-new', {}, said(unlisted)],
  ])('%s %j: %s', (word, parts, expected) => expect(said(reacherMeaning(answer(word, parts)))).toBe(expected));

  test('every word of the table is in the list above', () =>
    expect(Object.keys(reacherWords)).toEqual(['safe', 'invalid', 'risky', 'unknown']));
});
