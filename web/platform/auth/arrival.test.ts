import { expect, test } from 'vitest';
import { readArrival, withoutArrival } from './arrival.ts';

const site = 'http://localhost:3000';
const read = (path: string) => readArrival(new URL(site + path));

test.each(['/login', '/login?token=abc', '/campaign?onboarding=true#top', '/latest#message=hello'])(
  '%s contains nothing',
  (path) => expect(read(path)).toBeNull(),
);

test('a session and its type', () => {
  expect(read('/reset-password#access_token=a&refresh_token=b&type=recovery')).toEqual({
    type: 'recovery',
    hasSession: true,
    errorCode: null,
    isHalfDone: false,
  });
});

test.each([
  ['/confirm-email#error=access_denied&error_code=otp_expired&sb=', 'otp_expired'],
  ['/?error=invalid_request&error_code=bad_oauth_state&error_description=x', 'bad_oauth_state'],
  ['/login#error=access_denied', 'access_denied'],
  ['/login#error=access_denied&error_code=bad_oauth_callback', 'access_denied'],
  ['/login#error=server_error&error_code=bad_oauth_callback', 'bad_oauth_callback'],
])('%s is the error %s', (path, errorCode) => {
  expect(read(path)).toMatchObject({ errorCode, hasSession: false });
});

test('half of an email change', () => {
  expect(read('/account#message=Confirmation+link+accepted&sb=')?.isHalfDone).toBe(true);
});

test('removes tokens and errors from the URL and keeps the rest', () => {
  const clean = (path: string) => withoutArrival(new URL(site + path));
  expect(clean('/confirm-email#access_token=a')).toBe('/confirm-email');
  expect(clean('/?no_credit=true&error=x&error_code=y&error_description=z')).toBe('/?no_credit=true');
});
