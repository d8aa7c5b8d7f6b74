// Signing in with Google, simulated by the practice server that runs with Zeus in development.
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openStory } from '../browser.ts';
import { newAddress, waitForMail } from '../mailbox.ts';
import { expectNoFaults, heading, logOut } from '../people.ts';

const story = openStory();

async function beOnGoogle(page: Page, email: string) {
  await page.getByRole('heading', { name: 'Who do you want to be?' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Continue to Zeus' }).click();
}

test('leads to the requested page, and leaves no token in the URL', async () => {
  const page = await story.newPage();
  const inits: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/init')) inits.push(request.postData());
  });
  await page.goto('/billing?from=mail');
  await page.getByText('Practice mode:').waitFor();
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await beOnGoogle(page, newAddress('grace'));
  await heading(page, 'Billing').waitFor();
  expect(page.url()).toMatch(/\/billing\?from=mail$/);
  expect(inits).toEqual(['{"offer":null}']);
});

test('also signs up, with the chosen plan as the last step', async () => {
  const page = await story.newPage();
  await page.goto('/signup?plan=starter');
  await page.getByRole('button', { name: 'Sign up with Google' }).click();
  await beOnGoogle(page, newAddress('grace'));
  await heading(page, 'Email Confirmed! One last step...').waitFor();
  await page.getByText('$29 a month').waitFor();
});

test('canceling is explained in plain words', async () => {
  const page = await story.newPage();
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.getByText('The sign-in was canceled.').waitFor();
  await heading(page, 'Log in').waitFor();
  expect(page.url()).not.toContain('error');
  await expectNoFaults(page);
});

test('asks for the second factor after Google too', async () => {
  story.expectMessage(/status of 404/);
  const page = await story.newPage();
  const email = newAddress('grace');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await beOnGoogle(page, email);
  const twoFactor = page.getByRole('region', { name: 'Two-factor authentication' });
  await twoFactor.getByRole('button', { name: 'Turn on' }).click();
  const secret = (await twoFactor.locator('code').textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  await twoFactor.getByLabel('Code').fill(app.generate());
  await page.keyboard.press('Enter');
  await twoFactor.getByText('Save your recovery codes.').waitFor();
  const [recoveryCode = ''] = await twoFactor.getByRole('listitem').allTextContents();
  await logOut(page);
  await page.goto('/billing');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await beOnGoogle(page, email);
  await heading(page, 'Enter your code').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await heading(page, 'Billing').waitFor();
});

test('an account without a password is deleted with an emailed code', async () => {
  const page = await story.newPage();
  const email = newAddress('grace');
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await beOnGoogle(page, email);
  const end = page.getByRole('region', { name: 'Delete my account' });
  await end.getByRole('button', { name: 'Delete my account' }).click();
  await end.getByLabel('The code we emailed you').waitFor();
  const { code } = await waitForMail(page, email, 'Your confirmation code');
  await end.getByLabel('The code we emailed you').fill(code);
  await page.keyboard.press('Enter');
  await page.getByText('Your account and all its data have been deleted.').waitFor();
});
