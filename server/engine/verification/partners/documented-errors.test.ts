// Every failure that the verifying partners document, and what it means to Zeus. None of them is a verdict.
import { expect, test } from 'vitest';
import { ProviderError } from '../../provider.ts';
import { clearoutVerifier } from './clearout.ts';
import { neverBounce } from './neverbounce.ts';
import { reacher } from './reacher.ts';
import type { VerifierVendor } from './verifier-vendor.ts';
import { zeroBounce } from './zerobounce.ts';

const zeroBounceError = { error: 'Invalid API key or your account ran out of credits' };
const said = (status: string) => ({ status, message: 'message', execution_time: 3 });
const clearoutError = (code?: number) => ({ status: 'failed', error: { code, message: 'message' } });

const failures: [VerifierVendor, number, unknown, string][] = [
  [clearoutVerifier, 401, clearoutError(1000), 'auth'],
  [clearoutVerifier, 402, clearoutError(1002), 'quota'],
  [clearoutVerifier, 200, clearoutError(1017), 'quota'],
  [clearoutVerifier, 200, clearoutError(1032), 'quota'],
  [clearoutVerifier, 400, clearoutError(), 'bad_request'],
  [clearoutVerifier, 429, clearoutError(), 'rate_limited'],
  [clearoutVerifier, 503, clearoutError(), 'unavailable'],
  [zeroBounce, 200, zeroBounceError, 'auth'],
  [zeroBounce, 400, zeroBounceError, 'auth'],
  [zeroBounce, 403, {}, 'auth'],
  [zeroBounce, 404, {}, 'bad_request'],
  [zeroBounce, 405, {}, 'bad_request'],
  [zeroBounce, 429, {}, 'rate_limited'],
  [zeroBounce, 500, {}, 'unavailable'],
  [zeroBounce, 520, {}, 'unavailable'],
  [zeroBounce, 524, {}, 'unavailable'],
  [neverBounce, 200, said('general_failure'), 'unavailable'],
  [neverBounce, 200, said('auth_failure'), 'auth'],
  [neverBounce, 200, said('temp_unavail'), 'unavailable'],
  [neverBounce, 200, said('throttle_triggered'), 'rate_limited'],
  [neverBounce, 200, said('bad_referrer'), 'auth'],
  [neverBounce, 200, { result: 'valid' }, 'unavailable'],
  [neverBounce, 500, {}, 'unavailable'],
  [reacher, 400, 'Missing request header "x-reacher-secret"', 'auth'],
  [reacher, 400, 'Invalid request header "x-reacher-secret"', 'auth'],
  [reacher, 400, { error: 'to_email field is required.' }, 'bad_request'],
  [reacher, 429, { error: 'Rate limit per minute exceeded, please wait' }, 'rate_limited'],
  [reacher, 500, { error: 'Internal error' }, 'unavailable'],
];

test.each(failures.map(([vendor, status, body, kind]) => [vendor.source, status, kind, vendor, body] as const))(
  '%s answers %i: %s',
  (_source, status, kind, vendor, body) => {
    const isText = typeof body === 'string';
    const reply = { status, headers: {}, json: isText ? null : body, text: isText ? body : JSON.stringify(body) };
    expect(() => vendor.readVerdict(reply)).toThrow(ProviderError);
    expect(() => vendor.readVerdict(reply)).toThrow(expect.objectContaining({ kind }));
  },
);

test('a check of Clearout that takes too long is no failure: it means "not yet"', () => {
  const reply = { status: 524, headers: {}, json: clearoutError(), text: '' };
  expect(clearoutVerifier.readVerdict(reply)).toMatchObject({ answer: { meaning: { later: 'no-answer' } }, units: 0 });
});
