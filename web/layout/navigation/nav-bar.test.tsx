import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { sessionStorageKey } from '../../platform/session-source.ts';
import { openApp, signIn } from '../../test/app.tsx';
import { serve } from '../../test/server.ts';

const slow = { timeout: 20_000 };
const withoutExtras = (name: string | null) =>
  !['Zeus, home', 'Account'].includes(name ?? '') && !name?.startsWith('Switch');

async function entries(last: string) {
  const bar = within(screen.getByRole('navigation', { name: 'Main' }));
  await bar.findByText(last, {}, slow);
  const controls = [...bar.getAllByRole('link'), ...bar.getAllByRole('button')];
  return controls.map((control) => control.getAttribute('aria-label') ?? control.textContent).filter(withoutExtras);
}

test('a visitor can log in or sign up', async () => {
  openApp('/latest');
  expect(await entries('Sign up')).toEqual(['Log in', 'Sign up']);
});

test('a user sees the entries in order', async () => {
  signIn();
  openApp('/latest');
  expect(await entries('Log out')).toEqual(['Latest updates', 'Help', 'Campaigns', 'Prospects', 'Billing', 'Log out']);
});

test('shows the credits, and how they change while Zeus works', async () => {
  let credits = 100;
  serve('GET /data/profiles/me', () => Response.json({ id: 'user-1', credits, email_credits: 1_025 }));
  const streams: ReadableStreamDefaultController<Uint8Array>[] = [];
  serve('GET /data/live', () => new Response(new ReadableStream({ start: (stream) => void streams.push(stream) })));
  signIn();
  openApp('/latest');
  const link = await screen.findByRole('link', { name: /^Credits: 100 backlink,\s+1,025 email$/ }, slow);
  expect(link.getAttribute('href')).toBe('/billing');
  await waitFor(() => expect(streams).toHaveLength(1), slow);
  credits = 61;
  streams[0]?.enqueue(new TextEncoder().encode('id: p:1\nevent: profiles\ndata: {"id":"user-1"}\n\n'));
  await screen.findByRole('link', { name: /^Credits: 61 backlink,\s+1,025 email$/ }, slow);
});

test('marks the current entry, and campaign pages belong to Campaigns', async () => {
  signIn();
  openApp('/campaign/contacts/c1');
  const campaigns = await screen.findByRole('link', { name: 'Campaigns' }, slow);
  expect(campaigns.getAttribute('aria-current')).toBe('page');
  expect(screen.getByRole('link', { name: 'Billing' }).getAttribute('aria-current')).toBeNull();
});

test('logging out forgets the session and the return path', async () => {
  signIn();
  const { location } = openApp('/billing');
  await userEvent.click(await screen.findByRole('button', { name: 'Log out' }, slow));
  await screen.findByRole('heading', { level: 1, name: 'Log in' }, slow);
  expect(location()).toMatchObject({ pathname: '/login', state: null });
  expect(localStorage.getItem(sessionStorageKey)).toBeNull();
});

test('on a phone, logging out is labeled and takes two taps', async () => {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
  const { innerWidth } = window;
  onTestFinished(() => happyDOM.setViewport({ width: innerWidth }));
  happyDOM.setViewport({ width: 390 });
  signIn();
  const { location } = openApp('/billing');
  const opener = await screen.findByRole('button', { name: 'Account menu' }, slow);
  expect(screen.queryByText('Log out')).toBeNull();
  await userEvent.click(opener);
  await userEvent.click(screen.getByText('Log out'));
  await screen.findByRole('heading', { level: 1, name: 'Log in' }, slow);
  expect(location()?.pathname).toBe('/login');
  expect(localStorage.getItem(sessionStorageKey)).toBeNull();
});
