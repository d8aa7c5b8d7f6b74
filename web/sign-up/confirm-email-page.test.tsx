import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { noteFailedArrival } from '../platform/auth/arrival.ts';
import { openApp } from '../test/app.tsx';
import { requestsTo, serve } from '../test/server.ts';
import { keepSession } from '../test/session.ts';

const slow = { timeout: 20_000 };
const title = () => screen.findByRole('heading', { level: 1, name: 'Email Confirmed! One last step...' }, slow);
const checkout = () => screen.findByRole('button', { name: 'Continue to checkout' }, slow);

beforeEach(() => {
  keepSession();
});

test.each([null, 'platinum'])('with the plan %j the first campaign comes next', async (plan) => {
  if (plan) localStorage.setItem('plan', plan);
  openApp('/confirm-email');
  await title();
  const link = screen.getByRole('link', { name: 'Create my first campaign' });
  expect(link.getAttribute('href')).toBe('/campaign?onboarding=true');
  expect(screen.queryByRole('button', { name: 'Continue to checkout' })).toBeNull();
});

test('the stored plan leads to its checkout, and survives canceling', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  localStorage.setItem('plan', 'growth');
  serve('POST /api/user/upgrade/growth', () => Response.json({ id: 'cs_1', url: 'https://pay.example/cs_1' }));
  openApp('/confirm-email');
  await title();
  await userEvent.click(await checkout());
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://pay.example/cs_1'), slow);
  expect(localStorage.getItem('plan')).toBe('growth');
  expect(requestsTo('POST /api/user/upgrade/growth')).toHaveLength(1);
});

test('a checkout that cannot be opened says why and can be retried', async () => {
  localStorage.setItem('plan', 'starter');
  serve('POST /api/user/upgrade/starter', () =>
    Response.json({ error: 'unexpected', message: 'Payments are off.' }, { status: 500 }),
  );
  openApp('/confirm-email');
  await userEvent.click(await checkout());
  expect((await screen.findByRole('alert', {}, slow)).textContent).toContain('Payments are off.');
  expect(localStorage.getItem('plan')).toBe('starter');
  await userEvent.click(await checkout());
  await waitFor(() => expect(requestsTo('POST /api/user/upgrade/starter')).toHaveLength(2), slow);
});

test('a visitor with a plan logs in first', async () => {
  localStorage.clear();
  localStorage.setItem('plan', 'starter');
  const { location } = openApp('/confirm-email');
  await userEvent.click(await screen.findByRole('link', { name: 'Log in to continue' }, slow));
  expect(location()).toMatchObject({ pathname: '/login', state: { from: '/confirm-email' } });
});

test.each([
  ['growth', 'button', 'Continue to checkout'],
  [null, 'link', 'Go to my campaigns'],
] as const)(
  'a failed link leads users with the plan %j, signed in by its first opening, to the next step',
  async (...next) => {
    const [plan, role, name] = next;
    if (plan) localStorage.setItem('plan', plan);
    noteFailedArrival();
    openApp('/confirm-email');
    await screen.findByRole('heading', { level: 1, name: 'This link did not work' }, slow);
    await screen.findByRole(role, { name }, slow);
  },
);
