// Signing up by email, coming back, resetting the password.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { besidePage, openStory } from '../browser.ts';
import { linkOf, newAddress, waitForMail } from '../mailbox.ts';
import { createUser, expectNoFaults, heading, kept, logIn, logOut, newUser, password, signUp } from '../people.ts';

const story = openStory();

/**
 * As after a night with the lid closed. On a page without our code: Zeus checks every ten seconds, and the next navigation
 * would abort a refresh that has just begun, so that a second one follows.
 */
async function expireToken(page: Page) {
  await page.goto('/healthz');
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('zeus.session') ?? '{}');
    const expired = { ...session, expires_at: Math.floor(Date.now() / 1000) - 60 };
    localStorage.setItem('zeus.session', JSON.stringify(expired));
  });
}

describe('signing up', () => {
  test('by email to the first campaign, with trial credits, by keyboard and mouse', async () => {
    const page = await story.newPage();
    const email = newAddress();
    const inits: (string | null)[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/user/init')) inits.push(request.postData());
    });
    await signUp(page, email, '?offer=launch');
    await page.getByRole('link', { name: 'Open the mailbox' }).click();
    await heading(page, 'Mailbox').waitFor();
    await page.getByText(email).first().waitFor();
    // It reloads when another story gets an email, which must not meet the next navigation.
    await page.route('/mailbox.json', (route) => route.abort());
    story.expectMessage(/ERR_FAILED/);
    await page.goto(linkOf(await waitForMail(page, email, 'Confirm your sign-up')));
    await heading(page, 'Email Confirmed! One last step...').waitFor();
    expect(new URL(page.url()).pathname).toBe('/confirm-email');
    expect(page.url()).not.toContain('token');
    await page.getByRole('link', { name: 'Create my first campaign' }).click();
    await heading(page, 'New campaign').waitFor();
    expect(new URL(page.url()).search).toBe('?onboarding=true');
    expect(inits).toEqual(['{"offer":"launch"}']);
    const token = JSON.parse((await kept(page, 'zeus.session')) ?? '{}') as { access_token: string };
    const headers = { ...besidePage, authorization: `Bearer ${token.access_token}` };
    const profile = await page.request.get('/data/profiles/me', { headers });
    expect(await profile.json()).toMatchObject({ credits: 100, email_credits: 25 });
  });

  test('a link works once, leaves no tokens in the history, and a used one is explained', async () => {
    const page = await story.newPage();
    const email = newAddress();
    await signUp(page, email);
    const link = linkOf(await waitForMail(page, email, 'Confirm your sign-up'));
    await page.goto(link);
    await heading(page, 'Email Confirmed! One last step...').waitFor();
    await page.goBack();
    expect(page.url()).not.toContain('access_token');
    await page.goForward();
    expect(page.url()).not.toContain('access_token');
    const stranger = await story.newPage();
    await stranger.goto(link);
    await heading(stranger, 'This link did not work').waitFor();
    await stranger.getByText('It may already have been used').waitFor();
    expect(stranger.url()).not.toContain('error');
    await expectNoFaults(stranger);
  });
});

describe('coming back', () => {
  test('a wrong password shows one sentence; the right one leads to where the user wanted to go', async () => {
    story.expectMessage(/status of 400/);
    const page = await story.newPage();
    const email = await newUser(page);
    await page.goto('/billing?upgrade=success');
    await heading(page, 'Billing').waitFor();
    await logOut(page);
    expect(await kept(page, 'zeus.session')).toBeNull();
    await page.goto('/billing?from=mail#plans');
    await logIn(page, email, 'wrong password');
    await page.getByText('Incorrect email and/or password.').waitFor();
    await logIn(page, email);
    await heading(page, 'Billing').waitFor();
    expect(page.url()).toContain('/billing?from=mail#plans');
  });

  test('tabs share a session: signed in here, signed out there', async () => {
    const page = await story.newPage();
    const { email } = await createUser(page);
    const other = await page.context().newPage();
    await other.goto('/campaign');
    await heading(other, 'Log in').waitFor();
    await page.goto('/login');
    await logIn(page, email);
    await heading(page, 'Campaigns').waitFor();
    await heading(other, 'New campaign').waitFor();
    await other.getByRole('button', { name: 'Log out', exact: true }).click();
    await heading(page, 'Log in').waitFor();
  });

  test('an expired token is renewed unnoticed, once for all tabs, and by a busy server when it can', async () => {
    story.expectMessage(/status of (429|502)/);
    const page = await story.newPage();
    await newUser(page);
    await page.goto('/help');
    await heading(page, 'Help').waitFor();
    const refreshes: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().includes('grant_type=refresh_token')) refreshes.push(request.url());
    });
    const before = await kept(page, 'zeus.session');
    await expireToken(page);
    const other = await page.context().newPage();
    await Promise.all([page.goto('/'), other.goto('/billing')]);
    await heading(page, 'Campaigns').waitFor();
    await heading(other, 'Billing').waitFor();
    await expect.poll(() => kept(page, 'zeus.session'), { timeout: 30_000 }).not.toBe(before);
    await expect
      .poll(async () => JSON.parse((await kept(page, 'zeus.session')) ?? '{}').expires_at, { timeout: 30_000 })
      .toBeGreaterThan(Date.now() / 1000 + 3000);
    expect(refreshes).toHaveLength(1);

    // Or it would renew the token instead.
    await other.close();
    const faults = [429, 502, 429];
    await page.route('**/token?grant_type=refresh_token', (route) => {
      const status = faults.shift();
      return status ? route.fulfill({ status, json: { code: 'busy', message: 'busy' } }) : route.continue();
    });
    await expireToken(page);
    await page.goto('/account');
    await page.getByRole('region', { name: 'Other devices' }).waitFor();
    expect(faults).toEqual([]);
  });

  test('a session ended elsewhere leads to /login', async () => {
    const page = await story.newPage();
    const email = await newUser(page);
    const elsewhere = await story.newPage();
    await elsewhere.goto('/account');
    await logIn(elsewhere, email);
    await elsewhere.getByRole('button', { name: 'Log out of other devices' }).click();
    await elsewhere.getByText('You are logged out on all other devices.').waitFor();
    story.expectMessage(/status of 40[013]/);
    await page.goto('/account');
    await heading(page, 'Log in').waitFor();
  });
});

test('the keyboard alone is enough to log in, show the password and log out', async () => {
  const page = await story.newPage();
  const { email } = await createUser(page);
  await page.goto('/login');
  await page.getByLabel('Email').focus();
  await page.keyboard.type(email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Forgot your password?');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await heading(page, 'Campaigns').waitFor();
  await page.getByRole('button', { name: 'Log out', exact: true }).focus();
  await page.keyboard.press('Enter');
  await heading(page, 'Log in').waitFor();
});

describe('a forgotten password', () => {
  test('is replaced by email', async () => {
    story.expectMessage(/status of 400/);
    const page = await story.newPage();
    const { email } = await createUser(page);
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await heading(page, 'Reset password').waitFor();
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await heading(page, 'Check your email').waitFor();
    await expectNoFaults(page);
    const link = linkOf(await waitForMail(page, email, 'Reset your password'));
    const scanned = await page.request.get(link, { headers: besidePage });
    expect(scanned.status(), 'a mail scanner fetches the link first').toBe(200);
    await page.goto(link);
    await heading(page, 'Choose a new password').waitFor();
    await expectNoFaults(page);
    await page.goto('/billing');
    await heading(page, 'Choose a new password').waitFor();
    await page.getByLabel('New password').fill('another horse');
    await page.keyboard.press('Enter');
    await heading(page, 'Password changed').waitFor();
    await page.getByRole('link', { name: 'Go to my campaigns' }).click();
    await heading(page, 'Campaigns').waitFor();
    await logOut(page);
    await logIn(page, email);
    await page.getByText('Incorrect email and/or password.').waitFor();
    await logIn(page, email, 'another horse');
    await heading(page, 'Campaigns').waitFor();
    const stranger = await story.newPage();
    await stranger.goto(link);
    await heading(stranger, 'Reset password').waitFor();
    await stranger.getByText('This link or code is no longer valid.').waitFor();
    await expectNoFaults(stranger);
  });
});
