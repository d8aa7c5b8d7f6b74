import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openApp } from '../test/app.tsx';
import { enter } from '../test/fill.ts';
import { refuse, requestsTo, serve } from '../test/server.ts';
import { keepSession, makeSession } from '../test/session.ts';

const slow = { timeout: 20_000 };
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, {}, slow);
const signUps = () => requestsTo('POST /auth/v1/signup');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, slow);

const oneSentence = "An error occured. Please verify the data you've entered.";

async function send(email: string, password: string) {
  enter(await field('Email'), email);
  enter(await field('Password'), password);
  await userEvent.click(await screen.findByRole('button', { name: 'Sign up' }, slow));
}

function noteOf(input: HTMLElement) {
  return document.getElementById(input.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')?.textContent;
}

describe('refusals', () => {
  test.each([
    ['', ''],
    ['ada@example.com', ''],
    ['', 'correct horse'],
  ])('%j and %j: nothing may be empty', async (email, password) => {
    openApp('/signup');
    await send(email, password);
    expect((await screen.findByRole('alert', {}, slow)).textContent).toBe('None of the fields below can be empty.');
    expect(signUps()).toHaveLength(0);
  });

  test.each(['ada', 'ada@', 'ada@example', '@example.com', 'a b@example.com', 'ada@example..com'])(
    '%j is not an address',
    async (email) => {
      openApp('/signup');
      await send(email, 'correct horse');
      await waitFor(async () => expect(document.activeElement).toBe(await field('Email')));
      expect(noteOf(await field('Email'))).toBe('Please enter a valid email address.');
      expect(signUps()).toHaveLength(0);
    },
  );

  test('problems with password and email are shown next to their fields', async () => {
    openApp('/signup');
    await send('ada', '1234567');
    await waitFor(async () =>
      expect(noteOf(await field('Password'))).toBe('Password needs to be at least 8-character long.'),
    );
    expect(noteOf(await field('Email'))).toBe('Please enter a valid email address.');
  });

  test.each([
    [422, 'signup_disabled'],
    [400, 'validation_failed'],
    [422, 'user_already_exists'],
    [500, 'unexpected_failure'],
    [503, 'unexpected_failure'],
  ])('%i %s shows the one sentence', async (status, code) => {
    serve('POST /auth/v1/signup', () => refuse(status, code));
    openApp('/signup');
    await send('ada@example.com', 'correct horse');
    const alert = await screen.findByRole('alert', {}, slow);
    expect(alert.textContent).toBe(oneSentence);
  });

  test.each([
    ['no connection', () => Promise.reject(new TypeError('no route')), 'Zeus cannot be reached.'],
    ['too many tries', () => refuse(429, 'over_request_rate_limit'), 'Too many attempts.'],
  ])('%s shows the one sentence and what to do', async (_name, answer, more) => {
    serve('POST /auth/v1/signup', answer);
    openApp('/signup');
    await send('ada@example.com', 'correct horse');
    const alert = await screen.findByRole('alert', {}, slow);
    expect(alert.textContent).toContain(`${oneSentence} ${more}`);
  });

  test('a password that is easy to guess shows the one sentence, and the reason next to its field', async () => {
    serve('POST /auth/v1/signup', () => refuse(422, 'weak_password', { weak_password: { reasons: ['pwned'] } }));
    openApp('/signup');
    await send('ada@example.com', 'password1');
    const alert = await screen.findByRole('alert', {}, slow);
    expect(alert.textContent).toBe(oneSentence);
    expect(noteOf(await field('Password'))).toMatch(/^This password is too easy to guess\./);
  });
});

test('stores plan and offer from the URL', async () => {
  openApp('/signup?plan=growth&offer=launch');
  await heading('Sign up');
  await waitFor(() => expect(localStorage.getItem('plan')).toBe('growth'));
  expect(localStorage.getItem('offer')).toBe('launch');
});

test('after success the user is asked to check their email, and the emailed code works too', async () => {
  const { user } = makeSession();
  serve('POST /auth/v1/signup', () => Response.json(user));
  serve('POST /auth/v1/verify', ({ body }) =>
    body?.token === '654321' ? Response.json(makeSession()) : refuse(403, 'otp_expired'),
  );
  const { location } = openApp('/signup');
  await send('ada@example.com', 'correct horse');
  await heading('Check your email');
  // Kept in the history, which survives if a phone drops the page while showing the email.
  expect(location()?.state).toEqual({ sentTo: 'ada@example.com' });
  expect(signUps()[0]?.query.get('redirect_to')).toBe(`${window.location.origin}/confirm-email`);
  expect((await screen.findByRole('link', { name: 'Open the mailbox' }, slow)).getAttribute('href')).toBe('/mailbox');
  const code = await field('Or enter the code from the email');
  await userEvent.type(code, '111111{Enter}');
  await waitFor(() => expect(noteOf(code)).toContain('no longer valid'), slow);
  await userEvent.clear(code);
  await userEvent.type(code, '654 321{Enter}');
  await heading('Email Confirmed! One last step...');
  expect(location()?.pathname).toBe('/confirm-email');
});

test('redirects a signed-in user', async () => {
  keepSession();
  const { location } = openApp('/signup');
  await heading('Campaigns');
  expect(location()?.pathname).toBe('/');
});
