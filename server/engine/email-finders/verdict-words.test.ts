// Every word a partner may use about an address it found, and what it means. Unlisted words and scores are
// never verdicts.
import { describe, expect, test } from 'vitest';
import type { VendorReply } from '../vendors/vendor.ts';
import { clearoutPerson } from './clearout.ts';
import { dropcontact, dropcontactVerdicts } from './dropcontact.ts';
import type { PartnerAddress } from './email-finder.ts';
import { hunter, hunterVerdicts } from './hunter.ts';
import type { PersonVendor } from './person-vendor.ts';
import { prospeo, prospeoVerdicts } from './prospeo.ts';
import { snovioPerson, snovioReasons, snovioVerdict, snovioVerdicts } from './snovio.ts';
import { believableAddress, pastTime, wordsOf } from './stated-address.ts';
import { voilaNorbert } from './voila-norbert.ts';

const reply = (json: unknown, status = 200): VendorReply => ({ status, headers: {}, json, text: JSON.stringify(json) });

function verdictOf(vendor: PersonVendor, json: unknown): string | undefined {
  const { answer } = vendor.later ? vendor.later.readResult(reply(json)) : vendor.readPerson(reply(json));
  return (answer as PartnerAddress | null)?.verdict;
}

const email = 'jane@example.com';

describe('Hunter', () => {
  const say = (status: unknown) =>
    verdictOf(hunter, { data: { email, score: 99, verification: { date: null, status } } });

  test.each([
    ['valid', 'valid'],
    ['invalid', 'invalid'],
    ['accept_all', 'catch_all'],
    ['disposable', 'invalid'],
    ['webmail', 'unknown'],
    ['blocked', 'unknown'],
    ['unknown', 'unknown'],
    ['brand-new', 'unknown'],
    ['', 'unknown'],
    [null, 'unknown'],
    [7, 'unknown'],
  ])('%s: %s', (status, verdict) => expect(say(status)).toBe(verdict));

  test('a score of 100 is not a verdict', () => {
    expect(Object.keys(hunterVerdicts)).toHaveLength(7);
    expect(verdictOf(hunter, { data: { email, score: 100 } })).toBe('unknown');
  });

  test.each([
    [202, 'pending', 5],
    [222, 'pending', 120],
    [400, 'bad_request', undefined],
    [401, 'auth', undefined],
    [403, 'rate_limited', undefined],
    [404, 'not_found', undefined],
    [422, 'bad_request', undefined],
    [429, 'quota', undefined],
    [451, 'suppressed', undefined],
    [500, 'unavailable', undefined],
  ])('the status %s is %s', (status, kind, retryAfterSeconds) => {
    const failed = { errors: [{ id: 'x', code: status, details: 'details' }] };
    const error = (() => {
      try {
        return hunter.readPerson(reply(failed, status));
      } catch (thrown) {
        return thrown;
      }
    })();
    expect(error).toMatchObject({ kind, retryAfterSeconds });
  });
});

describe('Snov.io', () => {
  test.each([
    ['valid', '', 'valid'],
    ['valid', 'catchall', 'catch_all'],
    ['not_valid', '', 'invalid'],
    ['unknown', '', 'unknown'],
    ['unknown', 'catchall', 'catch_all'],
    ['unknown', 'banned', 'unknown'],
    ['unknown', 'connection_error', 'unknown'],
    ['unknown', 'greylist', 'unknown'],
    ['unknown', 'hidden_by_owner', 'unknown'],
    ['unknown', 'brand-new', 'unknown'],
    ['brand-new', '', 'unknown'],
  ])('%s %s: %s', (status, reason, verdict) => {
    expect(snovioVerdict(status, reason)).toBe(verdict);
    const result = [{ email, smtp_status: status, unknown_status_reason: reason }];
    expect(verdictOf(snovioPerson, { status: 'completed', data: [{ people: 'Jane Doe', result }] })).toBe(verdict);
  });

  test('every word of the tables is in the list above', () => {
    expect(Object.keys(snovioVerdicts)).toEqual(['valid', 'not_valid', 'unknown']);
    expect(Object.keys(snovioReasons)).toHaveLength(5);
  });
});

describe('Prospeo', () => {
  test.each([
    ['VERIFIED', 'SMTP', 'valid'],
    ['VERIFIED', 'CATCH_ALL', 'unknown'],
    ['VERIFIED', '', 'unknown'],
    ['UNVERIFIED', 'SMTP', 'unknown'],
    ['BRAND_NEW', 'SMTP', 'unknown'],
  ])('%s by %s: %s', (status, verification_method, verdict) => {
    const person = { email: { email, status, revealed: true, verification_method } };
    expect(verdictOf(prospeo, { error: false, person })).toBe(verdict);
  });

  test('a masked address is none', () => {
    const masked = { email: 'j***@example.com', status: 'VERIFIED', revealed: false, verification_method: 'SMTP' };
    expect(verdictOf(prospeo, { error: false, person: { email: masked } })).toBeUndefined();
    expect(verdictOf(prospeo, { error: false, person: { email: { ...masked, revealed: true } } })).toBeUndefined();
    expect(Object.keys(prospeoVerdicts)).toEqual(['VERIFIED', 'UNVERIFIED']);
  });
});

describe('Dropcontact', () => {
  test.each([
    ['nominative@pro', 'unknown'],
    ['nominative@perso', 'unknown'],
    ['catch_all@pro', 'catch_all'],
    ['catch_all@perso', 'catch_all'],
    ['generic@pro', undefined],
    ['brand-new', undefined],
  ])('%s: %s', (qualification, verdict) => {
    expect(verdictOf(dropcontact, { success: true, error: false, data: [{ email: [{ email, qualification }] }] })).toBe(
      verdict,
    );
    expect(Object.keys(dropcontactVerdicts)).toHaveLength(4);
  });
});

test('the scores of Voila Norbert and Clearout are not verdicts', () => {
  for (const score of [100, 80, 5]) {
    expect(verdictOf(voilaNorbert, { id: 1, searching: false, email: { email, score } })).toBe('unknown');
  }
  const emails = [{ email_address: email, role: 'no', business: 'yes' }];
  expect(verdictOf(clearoutPerson, { status: 'success', data: { emails, confidence_score: 100 } })).toBe('unknown');
});

describe('what partners state', () => {
  test.each([
    ['2026-05-01', '2026-05-01T00:00:00.000Z'],
    ['2026-05-01 10:20:30 UTC', '2026-05-01T10:20:30.000Z'],
    ['2026-05-01T10:20:30+02:00', '2026-05-01T08:20:30.000Z'],
    ['2026-05-01T10:20:30.123Z', '2026-05-01T10:20:30.000Z'],
    ['2031-01-01', undefined],
    ['2026-13-01', undefined],
    ['yesterday', undefined],
    [1_790_000_000, undefined],
  ])('the time %s is %s', (stated, expected) => expect(pastTime(stated, Date.parse('2026-11-16'))).toBe(expected));

  test('words are short and on one line', () => {
    expect(wordsOf({ status: 'a\nb', score: 7, page: null, none: '' })).toBe('status: a b, score: 7');
    expect(wordsOf({ status: 'x'.repeat(1000) })).toHaveLength(200);
  });

  test('leaves out a page that is not a web address', () => {
    const stated = { address: email, verdict: 'unknown', said: { a: 'b' } } as const;
    expect(believableAddress({ ...stated, page: 'javascript:alert(1)' })).toEqual({
      address: email,
      verdict: 'unknown',
      words: 'a: b',
    });
    expect(believableAddress({ ...stated, page: 'https://example.com/team' })?.page).toBe('https://example.com/team');
  });
});
