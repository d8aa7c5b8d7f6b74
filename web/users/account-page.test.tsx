import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readSession } from '../platform/session-source.ts';
import { openApp } from '../test/app.tsx';
import { enter } from '../test/fill.ts';
import { refuse, requestsTo, serve } from '../test/server.ts';
import { keepSession, makeSession } from '../test/session.ts';

const slow = { timeout: 20_000 };
const factor = { id: 'f1', status: 'verified', factor_type: 'totp' };
const section = async (name: string) => within(await screen.findByRole('region', { name }, slow));
const { user } = makeSession();
const servePassword = (has_password: boolean) => serve('GET /api/user', () => Response.json({ has_password }));
const changes = () => requestsTo('PUT /auth/v1/user').map(({ body }) => body);

beforeEach(() => {
  keepSession();
  serve('GET /auth/v1/user', () => Response.json(user));
  servePassword(true);
});

describe('password', () => {
  async function change(current: string, next: string) {
    const { getByLabelText, getByRole } = await section('Password');
    enter(getByLabelText('Current password'), current);
    enter(getByLabelText('New password'), next);
    await userEvent.click(getByRole('button', { name: 'Change password' }));
  }

  test('both fields are required', async () => {
    openApp('/account');
    await change('', '');
    const { findByText } = await section('Password');
    await findByText('Please enter your current password.', {}, slow);
    await findByText('Password needs to be at least 8-character long.', {}, slow);
    expect(changes()).toEqual([]);
  });

  test('a wrong current password is reported next to its field', async () => {
    serve('PUT /auth/v1/user', () => refuse(400, 'current_password_invalid'));
    openApp('/account');
    await change('guess', 'correct horse');
    const { getByLabelText } = await section('Password');
    await screen.findByText('This is not your current password.', {}, slow);
    await waitFor(() => expect(document.activeElement).toBe(getByLabelText('Current password')));
  });

  test('is changed, and the fields are cleared', async () => {
    serve('PUT /auth/v1/user', () => Response.json(user));
    openApp('/account');
    await change('old password', 'correct horse');
    await screen.findByText('Your password has been changed.', {}, slow);
    expect(changes()[0]).toMatchObject({ password: 'correct horse', current_password: 'old password' });
    const { getByLabelText } = await section('Password');
    expect(getByLabelText('New password')).toHaveProperty('value', '');
  });

  test('an account without one sets it, and enters it from then on', async () => {
    servePassword(false);
    serve('PUT /auth/v1/user', () => {
      servePassword(true);
      return Response.json(user);
    });
    openApp('/account');
    const { getByLabelText, getByRole, findByLabelText, queryByLabelText } = await section('Password');
    expect(queryByLabelText('Current password')).toBeNull();
    enter(getByLabelText('New password'), 'correct horse');
    await userEvent.click(getByRole('button', { name: 'Set a password' }));
    await findByLabelText('Current password', {}, slow);
    getByRole('button', { name: 'Change password' });
    expect(changes()).toEqual([expect.not.objectContaining({ current_password: expect.anything() })]);
  });

  test('an account that had none enters the current one if the server asks', async () => {
    servePassword(false);
    serve('PUT /auth/v1/user', () => refuse(400, 'reauthentication_needed'));
    openApp('/account');
    const { getByLabelText, getByRole, queryByLabelText, findByLabelText } = await section('Password');
    expect(queryByLabelText('Current password')).toBeNull();
    enter(getByLabelText('New password'), 'correct horse');
    await userEvent.click(getByRole('button', { name: 'Set a password' }));
    await findByLabelText('Current password', {}, slow);
  });
});

test('a new email must be confirmed by both mailboxes', async () => {
  let now: object = user;
  serve('GET /auth/v1/user', () => Response.json(now));
  serve('PUT /auth/v1/user', () => {
    now = { ...user, new_email: 'ada@new.example' };
    return Response.json(now);
  });
  openApp('/account');
  const { getByLabelText, getByRole, findByText } = await section('Email');
  await userEvent.type(getByLabelText('New email'), 'ada@new.example');
  await userEvent.click(getByRole('button', { name: 'Change email' }));
  await findByText('ada@new.example', {}, slow);
  expect(requestsTo('PUT /auth/v1/user')[0]?.query.get('redirect_to')).toBe(`${window.location.origin}/account`);
});

describe('a new email that is not confirmed yet', () => {
  const pending = { ...user, new_email: 'ada@new.example' };
  const confirmed = { ...user, email: 'ada@new.example' };
  const banner = () => screen.queryByText(/Open the link in both/);

  test.each([
    ['the page is shown again', async () => void window.dispatchEvent(new Event('visibilitychange'))],
    ['some seconds have passed', async () => void (await vi.advanceTimersByTimeAsync(15_000))],
  ])('confirmed on another device: the notice goes once %s', async (_when, happens) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let now: object = pending;
    serve('GET /auth/v1/user', () => Response.json(now));
    openApp('/account');
    await waitFor(() => expect(banner()).not.toBeNull(), slow);
    now = confirmed;
    const asked = requestsTo('GET /auth/v1/user').length;
    await act(happens);
    expect(requestsTo('GET /auth/v1/user').length).toBe(asked + 1);
    await waitFor(() => expect(banner()).toBeNull(), slow);
    expect(screen.queryByText(user.email)).toBeNull();
  });

  test('with expired links: there is no notice', async () => {
    const email_change_sent_at = new Date(Date.now() - 3_601_000).toISOString();
    serve('GET /auth/v1/user', () => Response.json({ ...pending, email_change_sent_at }));
    openApp('/account');
    const { getByText } = await section('Email');
    getByText(user.email);
    expect(banner()).toBeNull();
  });
});

test('signs out other devices, but not this one', async () => {
  serve('POST /auth/v1/logout', () => new Response(null, { status: 204 }));
  openApp('/account');
  await userEvent.click(await screen.findByRole('button', { name: 'Log out of other devices' }, slow));
  await screen.findByText(/^You are logged out on all other devices/, {}, slow);
  expect(requestsTo('POST /auth/v1/logout')[0]?.query.get('scope')).toBe('others');
  expect(readSession()).not.toBeNull();
});

describe('two-factor', () => {
  test('is turned on with a QR code, a key and a code, and returns recovery codes', async () => {
    const raised = makeSession({ factors: [factor], claims: { aal: 'aal2' }, refreshToken: 'refresh-2' });
    const left = { id: 'old', status: 'unverified', factor_type: 'totp' };
    let now: object = { ...user, factors: [left] };
    serve('GET /auth/v1/user', () => Response.json(now));
    serve('DELETE /auth/v1/factors/old', () => Response.json({ id: 'old' }));
    serve('POST /auth/v1/factors', () =>
      Response.json({ id: 'f1', type: 'totp', totp: { qr_code: '<svg fill="#fff"/>', secret: 'ABCDEFGH', uri: '' } }),
    );
    serve('POST /auth/v1/factors/f1/challenge', () => Response.json({ id: 'ch1', type: 'totp', expires_at: 1 }));
    serve('POST /auth/v1/factors/f1/verify', ({ body }) => {
      if (body?.code !== '123456') return refuse(422, 'mfa_verification_failed');
      now = raised.user;
      return Response.json(raised);
    });
    serve('GET /auth/v1/factors/recovery-codes', () => refuse(404, 'mfa_factor_not_found'));
    serve('POST /auth/v1/factors/recovery-codes', () => Response.json({ id: 'u', codes: ['abcdefghjkmnpqrs'] }));
    openApp('/account');
    const { getByRole, findByRole, findByText, getByLabelText } = await section('Two-factor authentication');
    await userEvent.click(getByRole('button', { name: 'Turn on' }));
    const picture = await findByRole('img', {}, slow);
    expect(picture.getAttribute('src')).toBe('data:image/svg+xml,%3Csvg%20fill%3D%22%23fff%22%2F%3E');
    await findByText('ABCD EFGH');
    expect(requestsTo('DELETE /auth/v1/factors/old')).toHaveLength(1);
    await userEvent.type(getByLabelText('Code'), '000000{Enter}');
    await findByText(/^This code is incorrect/, {}, slow);
    await userEvent.clear(getByLabelText('Code'));
    await userEvent.type(getByLabelText('Code'), '123456{Enter}');
    await findByText('abcd-efgh-jkmn-pqrs', {}, slow);
    // On plain http there is no clipboard, and here the fallback fails too.
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
    await userEvent.click(getByRole('button', { name: 'Copy' }));
    await findByText('Your browser did not allow copying. Select the codes and copy them yourself.', {}, slow);
    await userEvent.click(getByRole('button', { name: 'I have saved them' }));
    await findByText('Two-factor authentication is on.', {}, slow);
  });

  test('new recovery codes replace the old ones only after a confirmation', async () => {
    keepSession({ factors: [factor], claims: { aal: 'aal2' } });
    serve('GET /auth/v1/user', () => Response.json({ ...user, factors: [factor] }));
    const regenerate = 'POST /auth/v1/factors/recovery-codes/regenerate';
    serve('GET /auth/v1/factors/recovery-codes', () => Response.json({ id: 'u', codes_remaining: 8 }));
    serve(regenerate, () => Response.json({ id: 'u', codes: ['abcdefghjkmnpqrs'] }));
    openApp('/account');
    const { getByRole, findByRole, findByText } = await section('Two-factor authentication');
    await userEvent.click(await findByRole('button', { name: 'Create new recovery codes' }, slow));
    const warning = await findByText('The recovery codes you have saved will stop working.');
    expect(document.activeElement).toBe(warning);
    await userEvent.click(getByRole('button', { name: 'Keep the old codes' }));
    expect(requestsTo(regenerate)).toEqual([]);
    await userEvent.click(getByRole('button', { name: 'Create new recovery codes' }));
    await userEvent.click(getByRole('button', { name: 'Replace them now' }));
    await findByText('abcd-efgh-jkmn-pqrs', {}, slow);
    expect(requestsTo(regenerate)).toHaveLength(1);
  });

  test('is turned off after a confirmation', async () => {
    keepSession({ factors: [factor], claims: { aal: 'aal2' } });
    let now: object = { ...user, factors: [factor] };
    serve('GET /auth/v1/user', () => Response.json(now));
    serve('DELETE /auth/v1/factors/f1', () => {
      now = user;
      return Response.json({ id: 'f1' });
    });
    serve('POST /auth/v1/token', () => Response.json(makeSession({ refreshToken: 'refresh-2' })));
    openApp('/account');
    const { getByRole, findByRole, findByText } = await section('Two-factor authentication');
    await userEvent.click(await findByRole('button', { name: 'Turn off' }, slow));
    await findByText('You will then log in without a code.');
    expect(requestsTo('DELETE /auth/v1/factors/f1')).toHaveLength(0);
    await userEvent.click(getByRole('button', { name: 'Turn off now' }));
    await findByText('Two-factor authentication is off.', {}, slow);
  });
});

describe('deletion', () => {
  async function ask(password: string) {
    const { findByRole, findByLabelText } = await section('Delete my account');
    await userEvent.click(await findByRole('button', { name: 'Delete my account' }, slow));
    await userEvent.type(await findByLabelText('Your password'), `${password}{Enter}`);
  }

  test('is described with what it does to a plan', async () => {
    openApp('/account');
    const { findByText } = await section('Delete my account');
    await findByText(/A plan ends too, and the rest of its month is not refunded\.$/, {}, slow);
  });

  test('a wrong password deletes nothing', async () => {
    serve('DELETE /api/user', () => Response.json({ error: 'wrong-password', message: '' }, { status: 403 }));
    openApp('/account');
    await ask('guess');
    await screen.findByText('Incorrect password.', {}, slow);
    expect(readSession()).not.toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await screen.findByRole('button', { name: 'Delete my account' });
    const title = screen.getByRole('heading', { name: 'Delete my account' });
    await waitFor(() => expect(document.activeElement).toBe(title));
  });

  test('an account without a password gets one code, and can enter it after opening the form again', async () => {
    servePassword(false);
    const sending = Promise.withResolvers<Response>();
    serve('GET /auth/v1/reauthenticate', () => sending.promise);
    openApp('/account');
    const { findByRole, getByRole, findByLabelText, findByText } = await section('Delete my account');
    const button = await findByRole('button', { name: 'Delete my account' }, slow);
    await userEvent.click(button);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await userEvent.click(button);
    sending.resolve(Response.json({}));
    await findByLabelText('The code we emailed you', {}, slow);
    expect(requestsTo('GET /auth/v1/reauthenticate')).toHaveLength(1);
    await userEvent.click(getByRole('button', { name: 'Keep my account' }));
    serve('GET /auth/v1/reauthenticate', () => refuse(429, 'over_email_send_rate_limit'));
    await userEvent.click(getByRole('button', { name: 'Delete my account' }));
    await findByLabelText('The code we emailed you', {}, slow);
    await findByText(/^We just sent you an email\./);
  });

  test('the right one deletes the account and ends the session', async () => {
    serve('DELETE /api/user', () => new Response(null, { status: 204 }));
    const { location } = openApp('/account');
    await ask('correct horse');
    await screen.findByText('Your account and all its data have been deleted.', {}, slow);
    expect(location()).toMatchObject({ pathname: '/login', state: null });
    expect(requestsTo('DELETE /api/user')[0]?.body).toEqual({ password: 'correct horse' });
    expect(readSession()).toBeNull();
  });
});
