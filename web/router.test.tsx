import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { openApp, signIn } from './test/app.tsx';

const guarded = [
  ['/', 'Campaigns'],
  ['/billing', 'Billing'],
  ['/account', 'Account'],
  ['/campaign', 'New campaign'],
  ['/campaign/search-results/c1', 'Search Results'],
  ['/campaign/backlinks/c1', 'Backlinks'],
  ['/campaign/screen-leads/c1', 'Screen backlinks'],
  ['/campaign/contacts/c1', 'Contacts'],
] as const;

const open = [
  ['/login', 'Log in'],
  ['/reset-password', 'Reset password'],
  ['/latest', 'Zeus Updates'],
  ['/help', 'Help'],
  ['/bot', 'ZeusBot'],
  ['/no/such/page', 'Sorry, the page cannot be found (404).'],
] as const;

const centered = [
  ['/signup', 'Sign up'],
  ['/confirm-email', 'Email Confirmed! One last step...'],
] as const;

const slow = { timeout: 20_000 };
const heading = (name: string) => screen.findByRole('heading', { level: 1, name }, slow);

describe('guarded pages', () => {
  test.each(guarded)('%s redirects a visitor to /login and remembers the path', async (address) => {
    const { location } = openApp(`${address}?a=1#b`);
    await heading('Log in');
    expect(location()).toMatchObject({ pathname: '/login', state: { from: `${address}?a=1#b` } });
  });

  test.each(guarded)('%s is shown to a signed-in user', async (address, title) => {
    signIn();
    const { location } = openApp(address);
    await heading(title);
    expect(location()?.pathname).toBe(address);
    await waitFor(() => expect(document.title).toBe(`${title} · Zeus`));
  });
});

describe.each(['/campaign/no-such-page', '/campaign/contacts/c1/more'])('the unknown campaign page %s', (address) => {
  test('redirects a visitor to /login', async () => {
    const { location } = openApp(address);
    await heading('Log in');
    expect(location()).toMatchObject({ pathname: '/login', state: { from: address } });
  });

  test('is not found for a signed-in user', async () => {
    signIn();
    openApp(address);
    await heading('Sorry, the page cannot be found (404).');
  });
});

describe('open pages', () => {
  test.each(open)('%s has the main layout', async (address, title) => {
    openApp(address);
    await heading(title);
    expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
    expect(document.title).toMatch(/ · Zeus$/);
  });

  test.each(centered)('%s has no navigation', async (address, title) => {
    openApp(address);
    await heading(title);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
