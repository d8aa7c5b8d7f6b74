// The shell around the features: guards, the 404 page, every width, both themes, no accessibility violations.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openStory } from './browser.ts';
import { expectNoFaultsInAnyLook, expectNoSidewaysScroll, heading, settle } from './people.ts';

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

test('a visitor is redirected to /login from a page that needs a session', async () => {
  const page = await story.newPage();
  // web/router.test.tsx has every page.
  await page.goto('/campaign/backlinks/1');
  await page.waitForURL(/\/login/);
  await heading(page, 'Log in').waitFor();
});

/** What else is true of an open page. */
const alsoTrue: Record<string, (page: Page) => Promise<void>> = {
  '/signup': expectNoNavigation,
  '/confirm-email': expectNoNavigation,
  '/latest': expectVisitorsNavigation,
  '/no-such-page': (page) => page.getByText('Sorry, the page cannot be found (404).').waitFor(),
};

async function expectNoNavigation(page: Page) {
  expect(await page.getByRole('navigation').count()).toBe(0);
}

async function expectVisitorsNavigation(page: Page) {
  const navigation = page.getByRole('navigation').first();
  await navigation.getByRole('link', { name: 'Log in' }).waitFor();
  await navigation.getByRole('link', { name: 'Sign up' }).waitFor();
  for (const name of ['Campaigns', 'Billing', 'Log out'])
    expect(await navigation.getByText(name, { exact: true }).count()).toBe(0);
}

test('open pages have no accessibility violation in any theme, and no horizontal scrolling at any width', async () => {
  const page = await story.newPage();
  story.expectMessage(/status of 404/);
  // The mailbox reloads when another story gets an email.
  await page.route('/mailbox.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  for (const path of openPages) {
    await page.setViewportSize({ width: 1280, height: 800 });
    expect((await page.goto(path))?.status(), path).toBe(path === '/no-such-page' ? 404 : 200);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Also what loads late.
    await settle(page);
    await alsoTrue[path]?.(page);
    await expectNoFaultsInAnyLook(page);
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScroll(page);
    }
  }
}, 600_000);

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
