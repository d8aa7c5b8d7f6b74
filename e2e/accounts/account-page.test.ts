// What a user changes on the account page: email, password, two-factor authentication, and deleting the account.
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openStory } from '../browser.ts';
import { linkOf, newAddress, waitForMail } from '../mailbox.ts';
import { expectNoColorFaults, expectNoFaults, heading, logIn, logOut, newUser, password } from '../people.ts';

const story = openStory();
const section = (page: Page, name: string) => page.getByRole('region', { name });

test('a new email counts once both mailboxes have confirmed it', async () => {
  const page = await story.newPage();
  const old = await newUser(page);
  const email = newAddress('ada.new');
  await page.goto('/account');
  await page.getByLabel('New email').fill(email);
  await page.keyboard.press('Enter');
  await page.getByText('Open the link in both').waitFor();
  await expectNoFaults(page, section(page, 'Email'));
  await page.goto(linkOf(await waitForMail(page, old, 'Confirm your new email')));
  const notice = page.getByText('Now open the link we sent to your other address.');
  await notice.waitFor();
  const phone = await story.newPage();
  await phone.goto(linkOf(await waitForMail(page, email, 'Confirm your new email')));
  await phone.getByText(`Now: ${email}`).waitFor();
  await page.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')));
  await page.getByText(`Now: ${email}`).waitFor();
  await notice.waitFor({ state: 'hidden' });
  await logOut(page);
  await logIn(page, email);
  await heading(page, 'Campaigns').waitFor();
});

test('a new password needs the current one', async () => {
  story.expectMessage(/status of 400/);
  const page = await story.newPage();
  const email = await newUser(page);
  await page.goto('/account');
  await page.getByLabel('Current password').fill('a guess');
  await page.getByLabel('New password').fill('another horse');
  await page.keyboard.press('Enter');
  await page.getByText('This is not your current password.').waitFor();
  await expectNoFaults(page, section(page, 'Password'));
  await page.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Your password has been changed.').waitFor();
  await logOut(page);
  await logIn(page, email, 'another horse');
  await heading(page, 'Campaigns').waitFor();
});

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

const desktop: Look = { width: 1440, colorScheme: 'light' };
const phone: Look = { width: 360, colorScheme: 'dark' };

async function show(page: Page, { width, colorScheme }: Look) {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
}

/** Checks these looks and stays with the last one. */
async function expectNoFaultsIn(page: Page, looks: readonly Look[]) {
  for (const look of looks) {
    await show(page, look);
    await (look.colorScheme === 'dark' ? expectNoColorFaults(page) : expectNoFaults(page));
  }
}

test('two-factor is turned on at a desktop, asked for on a phone, replaced by a recovery code, turned off', async () => {
  story.expectMessage(/status of (404|422)/);
  const page = await story.newPage();
  await show(page, desktop);
  const email = await newUser(page);
  await page.goto('/account');
  const twoFactor = section(page, 'Two-factor authentication');
  await twoFactor.getByRole('button', { name: 'Turn on' }).click();
  const secret = (await twoFactor.locator('code').textContent()) ?? '';
  await expectNoFaultsIn(page, [phone, desktop]);
  const isShown = await twoFactor.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0);
  expect(isShown).toBe(true);
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  await twoFactor.getByLabel('Code').fill('000000');
  await page.keyboard.press('Enter');
  await twoFactor.getByText('This code is incorrect.').waitFor();
  await twoFactor.getByLabel('Code').fill(app.generate());
  await page.keyboard.press('Enter');
  await twoFactor.getByText('Save your recovery codes.').waitFor();
  await expectNoFaultsIn(page, [phone, desktop]);
  const [recoveryCode = ''] = await twoFactor.getByRole('listitem').allTextContents();
  // As on plain http, where browsers have no clipboard.
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
  await twoFactor.getByRole('button', { name: 'Copy' }).click();
  await twoFactor.getByText('Copied.').waitFor();
  await twoFactor.getByRole('button', { name: 'I have saved them' }).click();
  await twoFactor.getByText('Two-factor authentication is on.').waitFor();

  await logOut(page);
  await show(page, phone);
  await page.goto('/account');
  await logIn(page, email);
  await heading(page, 'Enter your code').waitFor();
  await expectNoFaultsIn(page, [desktop, phone]);
  await page.goto('/billing');
  await heading(page, 'Enter your code').waitFor();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode.toUpperCase());
  await page.keyboard.press('Enter');
  await heading(page, 'Billing').waitFor();

  await page.goto('/account');
  await twoFactor.getByRole('button', { name: 'Turn off' }).click();
  await twoFactor.getByRole('button', { name: 'Turn off now' }).click();
  await twoFactor.getByText('Two-factor authentication is off.').waitFor();
  await logOut(page);
  await logIn(page, email);
  await heading(page, 'Campaigns').waitFor();
});

test('an account is deleted only with the password, and nothing of it remains', async () => {
  story.expectMessage(/status of 40[03]/);
  const page = await story.newPage();
  const email = await newUser(page);
  await page.goto('/account');
  const end = section(page, 'Delete my account');
  await end.getByRole('button', { name: 'Delete my account' }).click();
  await expectNoFaults(page, end);
  await end.getByLabel('Your password').fill('a guess');
  await page.keyboard.press('Enter');
  await end.getByText('Incorrect password.').waitFor();
  await end.getByLabel('Your password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByText('Your account and all its data have been deleted.').waitFor();
  await expectNoFaults(page);
  await logIn(page, email);
  await page.getByText('Incorrect email and/or password.').waitFor();
});
