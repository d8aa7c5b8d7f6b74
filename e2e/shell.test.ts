// The shell around the features: guards, the 404 page, every width, both themes, no accessibility violations.
import { describe, expect, test } from 'vitest';
import { openStory } from './browser.ts';
import { expectNoFaultsInAnyLook, expectNoSidewaysScroll } from './people.ts';

const story = openStory();
const openPages = [
  '/login',
  '/signup',
  '/confirm-email',
  '/latest',
  '/help',
  '/reset-password',
  '/mailbox',
  '/no-such-page',
];
const guardedPages = ['/', '/billing', '/campaign', '/campaign/contacts/1', '/campaign/backlinks/1', '/account'];

describe('guards', () => {
  test.each(guardedPages)('%s redirects a visitor to /login', async (path) => {
    const page = await story.newPage();
    await page.goto(path);
    await page.waitForURL(/\/login/);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).not.toBe('');
  });

  test('a visitor’s navigation offers only log in and sign up', async () => {
    const page = await story.newPage();
    await page.goto('/latest');
    const navigation = page.getByRole('navigation').first();
    await navigation.getByRole('link', { name: 'Log in' }).waitFor();
    await navigation.getByRole('link', { name: 'Sign up' }).waitFor();
    for (const name of ['Campaigns', 'Billing', 'Log out'])
      expect(await navigation.getByText(name, { exact: true }).count()).toBe(0);
  });
});

test('a missing page says so', async () => {
  const page = await story.newPage();
  story.expectMessage(/status of 404/);
  expect((await page.goto('/no-such-page'))?.status()).toBe(404);
  await page.getByText('Sorry, the page cannot be found (404).').waitFor();
});

test.each(['/signup', '/confirm-email'])('%s has no navigation bar', async (path) => {
  const page = await story.newPage();
  await page.goto(path);
  await page.getByRole('main').waitFor();
  expect(await page.getByRole('navigation').count()).toBe(0);
});

test.each(openPages)(
  '%s has no accessibility violation in any theme, and no horizontal scrolling at any width',
  async (path) => {
    const page = await story.newPage();
    if (path === '/no-such-page') story.expectMessage(/status of 404/);
    // It reloads when another story gets an email.
    await page.route('/mailbox.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoFaultsInAnyLook(page);
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  },
);

test('nothing on a page comes from another origin, and the policy would block it', async () => {
  const page = await story.newPage();
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  const answer = await page.goto('/login');
  await page.getByRole('main').waitFor();
  expect([...origins]).toEqual([new URL(page.url()).origin]);
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});
