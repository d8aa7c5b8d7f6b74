// The evidence for an email: the panel opens by keyboard, quotes the page, names the sources tried, and checks again for free.
// An email that only a partner knows: announced before it is bought, named by its source, and in the file with the evidence.
import { expect, test } from 'vitest';
import type { Contact } from '../../shared/contact.ts';
import { longWait, openCampaignStory } from '../campaigns/campaigns.ts';
import { callAs, contactsOf, downloaded, ownCampaign, practicePage, statusIs } from '../campaigns/prepared.ts';
import { expectNoFaults, heading, newUser } from '../people.ts';

const story = openCampaignStory();

const pages = [
  practicePage('golfcompass/2025/05/best-golf-courses-in-america-the-north-carolina-edition/'),
  practicePage('opendesk/'),
];

const hasEmail = ({ email }: Contact) => typeof email === 'string';

test('the evidence of an email, and checking it again', { timeout: 300_000 }, async () => {
  const page = await story.newPage();
  await newUser(page);
  const id = await ownCampaign(page, 'Evidence', pages);
  await callAs(page, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'domain' });
  await statusIs(page, id, 'Waiting to Download Emails');
  const contacts = (await contactsOf(page, id)).filter(hasEmail);
  const valid = contacts.find(({ verification }) => verification === 'valid');
  expect(valid).toBeDefined();
  const credits = () => callAs<{ email_credits: number }>(page, 'GET', '/data/profiles/me');
  const { email_credits: before } = await credits();

  await page.goto(`/campaign/contacts/${id}?view=found`);
  await heading(page, 'Contacts').waitFor();
  const badge = page.getByRole('button', { name: `Valid. Evidence for ${valid?.email}` });
  await badge.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await panel.getByRole('heading', { name: `Evidence for ${valid?.email}` }).waitFor();
  await panel.getByRole('heading', { name: 'Sources checked' }).waitFor();
  await panel.getByText('High confidence.').waitFor();
  await panel.getByText(/^250 /).waitFor();
  await expectNoFaults(page, panel);

  const isAnswered = page.waitForResponse((answer) => answer.url().endsWith(`/api/contacts/${valid?.id}/check`));
  await panel.getByRole('button', { name: 'Check again' }).dblclick();
  expect((await isAnswered).ok()).toBe(true);
  const isChecking = async () => (await contactsOf(page, id)).some((one) => one.is_checking);
  await expect.poll(isChecking, longWait).toBe(false);
  await panel.getByText('Valid', { exact: true }).first().waitFor();
  expect((await credits()).email_credits).toBe(before);

  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  await expect.poll(() => badge.evaluate((button) => button === document.activeElement), longWait).toBe(true);

  // It is in the address, so that it can be shared and survives a reload.
  const open = contacts.find(({ verification }) => verification === 'catch_all');
  expect(open).toBeDefined();
  await page.goto(`/campaign/contacts/${id}?evidence=${open?.id}`);
  await panel.getByText('Catch-all', { exact: true }).first().waitFor();
  await panel
    .getByText(/accepts email for every address/)
    .first()
    .waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoFaults(page, panel);
});

test('an email that only a partner knows, from the price to the download', { timeout: 300_000 }, async () => {
  const page = await story.newPage();
  await newUser(page);
  const id = await ownCampaign(page, 'Partners', [
    practicePage('linksandheather/public-golf-in-north-carolina-a-plain-guide/'),
  ]);
  await page.goto(`/campaign/screen-leads/${id}`);
  await page.getByText('1 of 1', { exact: true }).waitFor();
  await page.keyboard.press('k');
  const dialog = page.getByRole('dialog');
  const author = dialog.getByRole('button', { name: /Author Mode/ });
  await author.getByText('Zeus asks Hunter (stand-in), Prospeo (stand-in).').waitFor();
  await author.getByText(/^\d at most\.$/).waitFor();
  await author.click();
  await heading(page, 'Campaigns').waitFor();
  await statusIs(page, id, 'Waiting to Download Emails');
  const found = (await contactsOf(page, id)).find(({ source }) => source === 'prospeo');
  expect(found).toMatchObject({ verification: 'valid', highlighted: true });

  await page.goto(`/campaign/contacts/${id}?view=found`);
  const row = page.getByRole('row').filter({ hasText: String(found?.email) });
  await row.getByRole('img', { name: 'Prospeo (stand-in)' }).waitFor();
  await row.getByRole('button', { name: `Valid. Evidence for ${found?.email}` }).click();
  await dialog.getByText(/^Prospeo \(stand-in\) returned this address/).waitFor();
  const steps = dialog.getByRole('listitem');
  await steps.nth(0).getByText('Zeus', { exact: true }).waitFor();
  await steps.nth(1).getByText('Hunter (stand-in)').waitFor();
  await steps.nth(1).getByText('Nothing found').waitFor();
  await steps.nth(2).getByText('Prospeo (stand-in)').waitFor();
  await steps.nth(2).getByText('Valid').waitFor();
  await expectNoFaults(page, dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Download data' }).click();
  const { name, text } = await downloaded(page, () =>
    page.getByRole('button', { name: /Download contacts with evidence/ }).click(),
  );
  expect(name).toBe('partners-contacts-with-evidence.csv');
  expect(text).toContain(`"${found?.email}"`);
  expect(text).toContain('Hunter (stand-in): nothing found: Has no address. | Prospeo (stand-in): found (valid)');
});
