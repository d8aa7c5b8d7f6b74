// Buying a plan with the test checkout: from sign-up with a plan to credits, a declined card, an upgrade, the portal.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openStory } from '../browser.ts';
import { newAddress, waitForMail } from '../mailbox.ts';
import { expectNoFaults, heading, newUser, signUp, useDarkPhone } from '../people.ts';

const story = openStory();

const success = 'Congrats! Your plan has been successfully updated. Click here to start using your new credits now.';

const cardOf = (page: Page, plan: string) => page.getByRole('region', { name: plan, exact: true });
const creditsOf = (page: Page, kind: string) => page.getByRole('region', { name: `${kind} credits` });

async function pay(page: Page, card = '4242 4242 4242 4242') {
  await page.getByText('no money is charged').waitFor();
  await page.getByLabel('Card number').fill(card);
  await page.getByRole('button', { name: /^Pay / }).click();
}

/** On /billing with a plan bought there. */
async function subscriber(page: Page, plan: string) {
  await newUser(page);
  await page.goto('/billing');
  await page.getByRole('button', { name: `Choose ${plan}` }).click();
  await pay(page);
  await cardOf(page, plan).getByText('Current plan').waitFor();
}

async function expectCredits(page: Page, backlinks: string, emails: string) {
  await creditsOf(page, 'Backlink').getByText(`${backlinks} left`).waitFor();
  await creditsOf(page, 'Email').getByText(`${emails} left`).waitFor();
}

test('sign-up with a plan, confirm by the emailed code, check out, and get the credits', async () => {
  const page = await story.newPage();
  const email = newAddress();
  await signUp(page, email, '?plan=starter');
  const { code } = await waitForMail(page, email, 'Confirm your sign-up');
  await page.getByLabel('Or enter the code from the email').fill(code);
  await page.keyboard.press('Enter');
  await heading(page, 'Email Confirmed! One last step...').waitFor();
  await page.getByText('$29 a month').waitFor();
  await page.getByRole('button', { name: 'Continue to checkout' }).click();
  await page.getByRole('heading', { name: 'Subscribe to Starter' }).waitFor();
  await expectNoFaults(page);
  await pay(page);
  await heading(page, 'Billing').waitFor();
  expect(await page.getByRole('status').filter({ hasText: 'Congrats!' }).textContent()).toBe(success);
  await expectCredits(page, '600', '525');
  await cardOf(page, 'Starter').getByText('Current plan').waitFor();
  await page.getByText('Starter plan').first().waitFor();
  await expect.poll(() => new URL(page.url()).search, { timeout: 25_000 }).toBe('');
  await expectNoFaults(page);
  await page.getByRole('link', { name: 'Click here' }).click();
  await heading(page, 'New campaign').waitFor();
});

describe('a card', () => {
  test('that is declined can be abandoned without an error, and another attempt leads to the plan', async () => {
    story.expectMessage(/status of 402/);
    // A German browser: the page stays English.
    const page = await story.newPage({ colorScheme: 'dark', locale: 'de-DE' });
    await newUser(page);
    await page.goto('/billing');
    await page.getByRole('button', { name: 'Choose Growth' }).click();
    await pay(page, '4000000000000002');
    await page.getByText('Your card was declined.').waitFor();
    await expectNoFaults(page);
    await page.getByRole('link', { name: 'Cancel and go back to Zeus' }).click();
    await heading(page, 'Billing').waitFor();
    await page.getByText('You canceled the checkout, so you were not charged.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await expectCredits(page, '100', '25');
    await page.getByRole('button', { name: 'Choose Growth' }).click();
    await pay(page);
    await expectCredits(page, '2,100', '2,025');
  });

  test('that requires confirmation pays once confirmed', async () => {
    story.expectMessage(/status of 402/);
    const page = await story.newPage();
    await newUser(page);
    await page.goto('/billing');
    await page.getByRole('button', { name: 'Choose Starter' }).click();
    await pay(page, '4000 0027 6000 3184');
    await page.getByRole('button', { name: 'No, refuse it' }).click();
    await page.getByText('The payment was not confirmed.').waitFor();
    await pay(page, '4000 0027 6000 3184');
    await page.getByRole('button', { name: 'Yes, that’s me' }).click();
    await expectCredits(page, '600', '525');
  });
});

test('from Starter to Growth, confirming the difference', async () => {
  const page = await story.newPage();
  await subscriber(page, 'Starter');
  await page.getByRole('button', { name: 'Upgrade to Growth' }).click();
  await page.getByText('$50.00 now').waitFor();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Congrats!').waitFor();
  await cardOf(page, 'Growth').getByText('Current plan').waitFor();
  await expectCredits(page, '2,100', '2,025');
});

test('managing the plan: cancel it, keep it, change it for next month', async () => {
  const page = await story.newPage();
  await useDarkPhone(page);
  await subscriber(page, 'Growth');
  const manage = async () => {
    await page.getByRole('button', { name: 'Manage plan' }).click();
    await heading(page, 'Manage your plan').waitFor();
  };
  const goBack = () => page.getByRole('link', { name: 'Go back to Zeus' }).click();
  await manage();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Cancel the plan' }).click();
  await page.getByRole('button', { name: 'Keep the plan' }).waitFor();
  await goBack();
  await page.getByText('Your plan ends on').waitFor();
  await expectNoFaults(page);
  await manage();
  await page.getByRole('button', { name: 'Keep the plan' }).click();
  await page.getByRole('button', { name: 'Cancel the plan' }).waitFor();
  await page.getByRole('button', { name: 'Change to Starter: starting next month' }).click();
  await page.getByText('Growth, renews on').waitFor();
  await goBack();
  await page.getByText('Your plan changes to Starter on').waitFor();
  expect(await page.getByText('Your plan ends on').count()).toBe(0);
  await expectCredits(page, '2,100', '2,025');
});
