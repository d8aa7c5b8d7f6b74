// From screening to the downloads: leads by keyboard, Author Mode, the three views, single searches, three files.
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { backlinksFile, contactsFile } from '../../shared/csv.ts';
import { expectNoFaults, heading, newUser } from '../people.ts';
import { followWhen, longWait, openCampaignStory } from './campaigns.ts';
import {
  backlinksOf,
  callAs,
  contactsOf,
  downloaded,
  ownCampaign,
  practicePage,
  statusIs,
  wholeFile,
} from './prepared.ts';

const story = openCampaignStory();
const long = 300_000;

const team = practicePage.bind(null, 'golfcompass/2025/05/best-golf-courses-in-america-the-north-carolina-edition/');
const oneAuthor = practicePage.bind(null, 'thenineteenth/p/the-best-golf-courses-in-america-for-a-buddies-trip');
const nobody = practicePage.bind(null, 'wphandbook/');
const nothing = practicePage.bind(null, 'bestlinks1/page-1');

/** The file behind a menu item. */
async function download(page: Page, item: string) {
  await page.getByRole('button', { name: 'Download data' }).click();
  return downloaded(page, () => page.getByRole('button', { name: item }).click());
}

/** Pages through 'Screen by site' until this site is shown. */
async function goToSite(page: Page, site: string) {
  const address = page.getByRole('article').getByRole('link', { name: `http://${site}.localhost` });
  for (let turn = 0; turn < 8 && (await address.count()) === 0; turn += 1) {
    const before = await page.getByRole('article').textContent();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.getByRole('article').textContent(), longWait).not.toBe(before);
  }
  await address.waitFor();
}

describe('screening by keyboard', () => {
  test(
    'with pictures, undo and a break, then Author Mode',
    async () => {
      const page = await story.newPage();
      await newUser(page);
      const leads = [team(), oneAuthor(), nobody(), practicePage('publiclinks/')];
      const id = await ownCampaign(page, 'Screened', leads);
      await page.goto(`/campaign/backlinks/${id}`);
      await page.getByRole('button', { name: 'Screen backlinks' }).click();
      await page.getByText('1 of 4', { exact: true }).waitFor();
      const picture = page.getByRole('img', { name: /Screenshot of/ });
      await picture.waitFor(longWait);
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), longWait)
        .toBeGreaterThan(600);

      await page.keyboard.press('r');
      await page.getByText('0 kept · 1 removed').waitFor();
      await page.keyboard.press('u');
      await page.getByText('0 kept · 0 removed').waitFor();
      await page.keyboard.press('r');
      await page.keyboard.press('k');
      await page.getByText('1 kept · 1 removed').waitFor();
      const isSaved = async () => (await backlinksOf(page, id)).filter(({ screened }) => screened).length;
      await expect.poll(isSaved, longWait).toBe(2);
      await page.reload();
      await page.getByText('3 of 4', { exact: true }).waitFor();
      await page.getByText('1 kept · 1 removed').waitFor();
      await page.keyboard.press('k');
      await page.getByText('4 of 4', { exact: true }).waitFor();
      await page.keyboard.press('k');

      const modal = page.getByRole('dialog');
      await modal.getByRole('heading', { name: 'How should Zeus find emails?' }).waitFor();
      await modal.getByText('25 email credits').waitFor();
      await modal.getByText('3 at most.').waitFor();
      await modal.getByRole('button', { name: /Author Mode/ }).focus();
      await page.keyboard.press('Enter');
      await heading(page, 'Campaigns').waitFor();
      await followWhen(page, 'Screened', 'Waiting to Download Emails');
      await heading(page, 'Contacts').waitFor();
      await page.getByText('1 of 3', { exact: true }).waitFor();
      expect((await backlinksOf(page, id)).filter(({ keep }) => keep)).toHaveLength(3);
    },
    long,
  );
});

describe('contacts', () => {
  async function searchedCampaign(page: Page, pages: readonly string[]) {
    await newUser(page);
    const id = await ownCampaign(page, 'Golf: the best?', pages);
    await callAs(page, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
    await statusIs(page, id, 'Waiting to Download Emails');
    await page.goto(`/campaign/contacts/${id}`);
    await heading(page, 'Contacts').waitFor();
    await page.getByRole('article').waitFor();
    return id;
  }

  test(
    'are found one by one and by the whole domain, or not at all',
    async () => {
      const page = await story.newPage();
      const id = await searchedCampaign(page, [team(), oneAuthor(), nobody(), nothing()]);
      await goToSite(page, 'golfcompass');
      const author = page.getByRole('row').filter({ hasText: 'Article Author' });
      await author.getByText('Valid').waitFor();
      await expectNoFaults(page);
      const fetched = page.getByRole('row').filter({ has: page.getByRole('button', { name: /Get email/ }) });
      const name = (await fetched.first().getByRole('checkbox').getAttribute('aria-label')) ?? '';
      await fetched
        .first()
        .getByRole('button', { name: /Get email/ })
        .click();
      const row = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name, exact: true }) });
      await row
        .getByText(/@|No email found\./)
        .first()
        .waitFor(longWait);

      await goToSite(page, 'thenineteenth');
      await page.getByText('Want more emails?').waitFor();
      await expectNoFaults(page);
      await page.getByRole('button', { name: 'Try full domain search' }).click();
      await page.getByText('contact@thenineteenth.localhost').waitFor(longWait);
      await page.getByText('Want more emails?').waitFor({ state: 'detached' });

      await goToSite(page, 'wphandbook');
      await page.getByText('We did not find a contact for this backlink.').waitFor();
      await page.getByRole('button', { name: 'Start full domain search' }).hover();
      await page.getByText('It costs 1 email credit in total if emails are found.').last().waitFor();
      await expectNoFaults(page);
      await page.getByRole('button', { name: 'Start full domain search' }).click();
      await page.getByText('hello@wphandbook.localhost').waitFor(longWait);

      await goToSite(page, 'bestlinks1');
      const { email_credits: before } = await callAs<{ email_credits: number }>(page, 'GET', '/data/profiles/me');
      await page.getByRole('button', { name: 'Start full domain search' }).click();
      await page
        .getByText(
          'Unfortunately, we were not able to find any emails. We recommend browsing the backlink URL directly to find an email to outreach to.',
        )
        .waitFor(longWait);
      await page.getByRole('button', { name: /domain search/ }).waitFor({ state: 'detached' });
      await expectNoFaults(page);
      const { email_credits: after } = await callAs<{ email_credits: number }>(page, 'GET', '/data/profiles/me');
      expect(after).toBe(before);
      expect((await contactsOf(page, id)).filter(({ source }) => source === 'zeus-own').length).toBeGreaterThan(6);
    },
    long,
  );

  test(
    'are selected, filtered and downloaded as three files',
    async () => {
      const page = await story.newPage();
      const id = await searchedCampaign(page, [team(), oneAuthor(), practicePage('publiclinks/')]);
      await page.getByRole('button', { name: 'See contacts found' }).click();
      await page.getByRole('table', { name: 'Contacts found' }).waitFor();
      const selection = { name: /^Select (?!all|page|none)/, checked: true };
      const firstSelected = page.getByRole('row').getByRole('checkbox', selection).first();
      const rows = () => contactsOf(page, id);
      const withEmail = async () => (await rows()).filter(({ email }) => typeof email === 'string');
      const keptCount = async () => (await withEmail()).filter(({ keep }) => keep).length;
      const before = await keptCount();
      await firstSelected.click();
      await expect.poll(keptCount, longWait).toBe(before - 1);
      await page.getByRole('switch', { name: 'Only selected emails' }).click();
      await expect.poll(async () => (await page.getByRole('row').count()) - 1, longWait).toBe(await keptCount());

      const all = await withEmail();
      const selected = all.filter(({ keep }) => keep);
      expect(selected.length).toBeLessThan(all.length);
      expect(await download(page, 'Download selected contacts')).toEqual({
        name: 'golf-the-best-selected-contacts.csv',
        text: wholeFile(contactsFile, selected),
      });
      expect(await download(page, 'Download all contacts')).toEqual({
        name: 'golf-the-best-contacts.csv',
        text: wholeFile(contactsFile, all),
      });
      const kept = (await backlinksOf(page, id)).filter(({ keep }) => keep);
      expect(kept).toHaveLength(3);
      expect(await download(page, 'Download all backlinks')).toEqual({
        name: 'golf-the-best-kept-backlinks.csv',
        text: wholeFile(backlinksFile, kept),
      });

      // Without a connection the page writes the same files itself.
      story.expectMessage(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/);
      await page.context().setOffline(true);
      await page.getByText('You are offline.').waitFor();
      expect((await download(page, 'Download selected contacts')).text).toBe(wholeFile(contactsFile, selected));
      await page.getByText('the file contains the list as this page last loaded it').waitFor();
      expect(await download(page, 'Download all backlinks')).toEqual({
        name: 'golf-the-best-kept-backlinks.csv',
        text: wholeFile(backlinksFile, kept),
      });
      await page.context().setOffline(false);
      await page.getByText('You are offline.').waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'See all backlinks' }).click();
      await page.getByRole('table', { name: 'Kept backlinks' }).waitFor();
    },
    long,
  );
});
