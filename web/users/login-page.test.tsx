import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as auth from '../platform/auth/open-auth.ts';
import { openApp } from '../test/app.tsx';
import { enter } from '../test/fill.ts';
import { refuse, requestsTo, serve } from '../test/server.ts';
import { keepSession, makeSession } from '../test/session.ts';

const slow = { timeout: 20_000 };
const email = () => screen.findByLabelText('Email', {}, slow);
const password = () => screen.findByLabelText('Password', {}, slow);
const logIn = async () => userEvent.click(screen.getByRole('button', { name: 'Log in' }));
const tokens = () => requestsTo('POST /auth/v1/token');
const inits = () => requestsTo('POST /api/user/init');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, slow);

async function fillIn(address = 'ada@example.com', secret = 'correct horse') {
  enter(await email(), address);
  enter(await password(), secret);
}

async function openAndLogIn() {
  openApp('/login');
  await fillIn();
  await logIn();
}

function noteOf(input: HTMLElement) {
  const ids = input.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(' ');
}

describe('refusals', () => {
  test('marks empty fields, focuses the first, and sends nothing', async () => {
    openApp('/login');
    await email();
    await logIn();
    await waitFor(async () => expect(document.activeElement).toBe(await email()));
    for (const input of [await email(), await password()]) {
      expect(input.getAttribute('aria-invalid')).toBe('true');
      expect(noteOf(input)).toContain('None of the fields below can be empty.');
    }
    expect(tokens()).toHaveLength(0);
  });

  test.each([
    [400, 'invalid_credentials'],
    [400, 'user_banned'],
    [422, 'email_provider_disabled'],
  ])('%i %s shows the one sentence', async (status, code) => {
    serve('POST /auth/v1/token', () => refuse(status, code));
    await openAndLogIn();
    expect((await screen.findByRole('alert', {}, slow)).textContent).toBe('Incorrect email and/or password.');
    expect((await email()) as HTMLInputElement).toHaveProperty('value', 'ada@example.com');
  });

  test.each([
    [() => Promise.reject(new TypeError('no route')), 'Zeus cannot be reached.'],
    [() => new Response('{}', { status: 503 }), 'Something went wrong on our side.'],
    [() => refuse(429, 'over_request_rate_limit'), 'Too many attempts.'],
  ])('what could not be checked is not called incorrect', async (answer, sentence) => {
    serve('POST /auth/v1/token', answer);
    await openAndLogIn();
    expect((await screen.findByRole('alert', {}, slow)).textContent).toContain(sentence);
  });

  test('an unconfirmed address can have its email sent again', async () => {
    serve('POST /auth/v1/token', () => refuse(400, 'email_not_confirmed'));
    serve('POST /auth/v1/resend', () => Response.json({}));
    await openAndLogIn();
    await heading('Check your email');
    await userEvent.click(screen.getByRole('button', { name: 'send the email again' }));
    await screen.findByText(/^Sent\./, {}, slow);
    expect(requestsTo('POST /auth/v1/resend')[0]?.body).toMatchObject({ type: 'signup', email: 'ada@example.com' });
    await userEvent.click(screen.getByRole('button', { name: 'Use another email' }));
    expect(document.activeElement).toBe(await heading('Log in'));
  });
});

describe('sign-in', () => {
  test('returns to the requested page, and prepares the user once, with the offer', async () => {
    localStorage.setItem('offer', 'launch');
    const session = makeSession();
    serve('POST /auth/v1/token', () => Response.json(session));
    const { location } = openApp('/campaign/contacts/c1?page=2');
    await fillIn(' ada@example.com ');
    await logIn();
    await heading('Contacts');
    expect(location()).toMatchObject({ pathname: '/campaign/contacts/c1', search: '?page=2' });
    expect(tokens()[0]?.body).toMatchObject({ email: 'ada@example.com', password: 'correct horse' });
    expect(inits().map(({ body }) => body)).toEqual([{ offer: 'launch' }]);
    expect(inits()[0]?.headers.get('authorization')).toBe(`Bearer ${session.access_token}`);
    expect(localStorage.getItem('offer')).toBeNull();
  });

  test('the event that repeats when the page becomes visible again sends nothing', async () => {
    serve('POST /auth/v1/token', () => Response.json(makeSession()));
    await openAndLogIn();
    await heading('Campaigns');
    const { readSession, subscribeToSession } = await import('../platform/session-source.ts');
    const events = vi.fn();
    const stop = subscribeToSession(events);
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(events).toHaveBeenCalledWith('SIGNED_IN'), slow);
    expect(readSession()).not.toBeNull();
    expect(inits()).toHaveLength(1);
    stop();
  });

  test('a failed preparation does not lock the user out and is retried', async () => {
    serve('POST /auth/v1/token', () => Response.json(makeSession()));
    serve('POST /api/user/init', () => Response.json({ error: 'unexpected', message: '' }, { status: 500 }));
    await openAndLogIn();
    await heading('Campaigns');
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(inits()).toHaveLength(2), slow);
  });

  test('submitting twice sends once', async () => {
    let answer = (_response: Response) => {};
    serve('POST /auth/v1/token', () => new Promise((resolve) => (answer = resolve)));
    await openAndLogIn();
    await logIn();
    await userEvent.type(await password(), '{Enter}');
    await waitFor(() => expect(tokens()).toHaveLength(1));
    answer(Response.json(makeSession()));
    await heading('Campaigns');
    expect(tokens()).toHaveLength(1);
  });
});

test.each([
  { page: '/login', type: 'signup', target: '/confirm-email' },
  { page: '/reset-password', type: 'recovery', target: '/reset-password' },
])('a link in an email to $page continues to the verification', async ({ page, type, target }) => {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  openApp(`${page}?token=a%2Bb`);
  await waitFor(() => expect(replace).toHaveBeenCalled(), slow);
  const { pathname, searchParams } = new URL(String(replace.mock.calls[0]?.[0]));
  expect(pathname).toBe('/auth/v1/verify');
  expect(Object.fromEntries(searchParams)).toEqual({
    token: 'a+b',
    type,
    redirect_to: window.location.origin + target,
  });
});

test.each(['email_change', 'invite', 'magiclink'])('a link of type %s keeps its target', async (type) => {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {});
  const redirect_to = `${window.location.origin}/account`;
  openApp(`/login?${new URLSearchParams({ token: 'a+b', type, redirect_to })}`);
  await waitFor(() => expect(replace).toHaveBeenCalled(), slow);
  const { searchParams } = new URL(String(replace.mock.calls[0]?.[0]));
  expect(Object.fromEntries(searchParams)).toEqual({ token: 'a+b', type, redirect_to });
});

describe('Google', () => {
  test('is replaced by a hint if it is not set up', async () => {
    serve('GET /auth/v1/settings', () => Response.json({ external: { google: false }, disable_signup: false }));
    openApp('/login');
    await screen.findByText('Signing in with Google is not set up here.', {}, slow);
    expect(screen.queryByRole('button', { name: 'Sign in with Google' })).toBeNull();
  });

  test('does not count as missing if that could not be checked', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    serve('GET /auth/v1/settings', () => Response.json({}, { status: 503 }));
    openApp('/login');
    await email();
    // Two more attempts, after one and two seconds.
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    await screen.findByText(/^Zeus couldn’t check whether you can sign in with Google\./, {}, slow);
    expect(screen.queryByText(/not set up here/)).toBeNull();
    serve('GET /auth/v1/settings', () => Response.json({ external: { google: true }, disable_signup: false }));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByRole('button', { name: 'Sign in with Google' }, slow);
  });

  test('says so if the auth client cannot be loaded', async () => {
    vi.spyOn(auth, 'askAuth').mockRejectedValue(new TypeError('not loaded'));
    openApp('/login');
    const button = await screen.findByRole('button', { name: 'Sign in with Google' }, slow);
    await userEvent.click(button);
    await screen.findByText('Zeus cannot be reached. Check your connection and try again.', {}, slow);
    expect(button.getAttribute('aria-disabled')).toBe('false');
  });

  test('returns to /login, which knows where the user wanted to go', async () => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    openApp('/billing');
    const button = await screen.findByRole('button', { name: 'Sign in with Google' }, slow);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'), slow);
    await userEvent.click(button);
    await waitFor(() => expect(assign).toHaveBeenCalled(), slow);
    const address = new URL(String(assign.mock.calls[0]?.[0]));
    expect(address.pathname).toBe('/auth/v1/authorize');
    expect(address.searchParams.get('redirect_to')).toBe(`${window.location.origin}/login`);
    expect(sessionStorage.getItem('zeus.return')).toBe('/billing');
    // Back, with the page restored from the back-forward cache.
    expect(button.getAttribute('aria-disabled')).toBe('true');
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'), slow);
  });
});

describe('a second factor', () => {
  const factors = [{ id: 'f1', status: 'verified', factor_type: 'totp' }];
  const verify = () => requestsTo('POST /auth/v1/factors/f1/verify');

  test('keeps the app closed until its code is entered', async () => {
    keepSession({ factors });
    const raised = makeSession({ factors, claims: { aal: 'aal2' }, refreshToken: 'refresh-2' });
    serve('GET /auth/v1/user', () => Response.json(raised.user));
    serve('POST /auth/v1/factors/f1/challenge', () => Response.json({ id: 'ch1', type: 'totp', expires_at: 1 }));
    serve('POST /auth/v1/factors/f1/verify', ({ body }) =>
      body?.code === '123456' ? Response.json(raised) : refuse(422, 'mfa_verification_failed'),
    );
    const { location } = openApp('/billing');
    const code = await screen.findByLabelText('Code', {}, slow);
    expect(location()?.pathname).toBe('/login');
    expect(document.activeElement).toBe(code);
    await userEvent.type(code, '000 000{Enter}');
    await waitFor(() => expect(noteOf(code)).toContain('This code is incorrect.'), slow);
    await userEvent.clear(code);
    await userEvent.type(code, '123 456{Enter}');
    await heading('Billing');
    expect(verify().map(({ body }) => body?.code)).toEqual(['000000', '123456']);
  });

  test('a recovery code works as well', async () => {
    keepSession({ factors });
    const raised = makeSession({ factors, claims: { aal: 'aal2' }, refreshToken: 'refresh-2' });
    serve('POST /auth/v1/factors/recovery-codes/verify', ({ body }) =>
      body?.code === 'abcd-efgh-jkmn-pqrs' ? Response.json(raised) : refuse(422, 'mfa_verification_failed'),
    );
    openApp('/billing');
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }, slow));
    const code = await screen.findByLabelText('Recovery code');
    await userEvent.type(code, 'abcd{Enter}');
    await waitFor(
      () => expect(noteOf(code)).toMatch(/^This recovery code is incorrect or has already been used\./),
      slow,
    );
    await userEvent.clear(code);
    await userEvent.type(code, 'abcd-efgh-jkmn-pqrs{Enter}');
    await heading('Billing');
  });
});
