import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { startRecovery } from '../platform/auth/recovery.ts';
import { openApp } from '../test/app.tsx';
import { refuse, requestsTo, serve } from '../test/server.ts';
import { keepSession, makeSession } from '../test/session.ts';

const slow = { timeout: 20_000 };
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, {}, slow);
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, slow);

test('an invalid address is not sent', async () => {
  openApp('/reset-password');
  await userEvent.type(await field('Email'), 'ada{Enter}');
  await screen.findByText('Please enter a valid email address.', {}, slow);
  expect(requestsTo('POST /auth/v1/recover')).toHaveLength(0);
});

test('the answer does not reveal whether there is an account', async () => {
  serve('POST /auth/v1/recover', () => Response.json({}));
  openApp('/reset-password');
  await userEvent.type(await field('Email'), 'ada@example.com{Enter}');
  await heading('Check your email');
  expect(screen.getByText(/^If there is an account for/)).toBeTruthy();
  expect(requestsTo('POST /auth/v1/recover')[0]?.query.get('redirect_to')).toBe(
    `${window.location.origin}/reset-password`,
  );
});

test('the emailed code leads to the new password, and the new password into the app', async () => {
  const session = makeSession();
  serve('POST /auth/v1/recover', () => Response.json({}));
  serve('POST /auth/v1/verify', () => Response.json(session));
  serve('PUT /auth/v1/user', ({ body }) =>
    body?.password === 'correct horse'
      ? Response.json(session.user)
      : body?.password === 'password1'
        ? refuse(422, 'weak_password', { weak_password: { reasons: ['pwned'] } })
        : refuse(422, 'same_password'),
  );
  openApp('/reset-password');
  await userEvent.type(await field('Email'), 'ada@example.com{Enter}');
  await userEvent.type(await field('Or enter the code from the email'), '123456{Enter}');
  const password = await field('New password');
  await userEvent.type(password, 'short{Enter}');
  await screen.findByText('Password needs to be at least 8-character long.', {}, slow);
  await userEvent.clear(password);
  await userEvent.type(password, 'password1{Enter}');
  await screen.findByText(/^This password is too easy to guess\./, {}, slow);
  await userEvent.clear(password);
  await userEvent.type(password, 'the old password{Enter}');
  await screen.findByText('Please choose a password that is different from your current one.', {}, slow);
  await userEvent.clear(password);
  await userEvent.type(password, 'correct horse{Enter}');
  await heading('Password changed');
  await userEvent.click(screen.getByRole('link', { name: 'Go to my campaigns' }));
  await heading('Campaigns');
});

test('a signed-in user learns that a code is wrong', async () => {
  keepSession();
  serve('POST /auth/v1/recover', () => Response.json({}));
  const checking = Promise.withResolvers<Response>();
  serve('POST /auth/v1/verify', () => checking.promise);
  openApp('/reset-password');
  await userEvent.type(await field('Email'), '{Enter}');
  const code = await field('Or enter the code from the email');
  await userEvent.type(code, '000000{Enter}');
  await waitFor(() => expect(requestsTo('POST /auth/v1/verify')).toHaveLength(1), slow);
  await act(async () => {});
  checking.resolve(refuse(403, 'otp_expired'));
  await screen.findByText(/^This code is incorrect or no longer valid\./, {}, slow);
  expect(code).toHaveProperty('value', '000000');
});

test('no other page opens until the new password is chosen', async () => {
  keepSession();
  startRecovery();
  const { location } = openApp('/billing');
  await heading('Choose a new password');
  expect(location()?.pathname).toBe('/reset-password');
});

test('a second factor comes before the new password', async () => {
  keepSession({ factors: [{ id: 'f1', status: 'verified', factor_type: 'totp' }] });
  startRecovery();
  openApp('/reset-password');
  await heading('Enter your code');
});

test('a password manager can tell which account the password belongs to', async () => {
  keepSession();
  startRecovery();
  openApp('/reset-password');
  const form = (await field('New password')).form;
  await waitFor(() =>
    expect(form?.querySelector('[autocomplete=username]')).toHaveProperty('value', 'ada@example.com'),
  );
});
