// Out of credits in each of the four places: a new campaign, 'Get backlinks', 'Find emails', and single searches.
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { besidePage } from '../browser.ts';
import { expectNoFaults, heading, newUser } from '../people.ts';
import { openCampaignStory } from './campaigns.ts';
import { balances, leaveCredits } from './credits.ts';
import { callAs, deliverBacklinks, organicCampaign, ownCampaign, practicePage, statusIs } from './prepared.ts';

const story = openCampaignStory();
const long = 300_000;

/** One article per site, from the truth of the practice web. */
async function articles(page: Page, count: number): Promise<string[]> {
  const { practicePort: port } = inject('zeus');
  const headers = { ...besidePage, host: `practice.localhost:${port}` };
  const truth = await page.request.get(`http://127.0.0.1:${port}/truth.json`, { headers });
  const { pages } = (await truth.json()) as {
    pages: { url: string; host: string; kind: string; authorIds: string[] }[];
  };
  const bySite = new Map(
    pages.filter((one) => one.kind === 'article' && one.authorIds.length > 0).map((one) => [one.host, one.url]),
  );
  return [...bySite.values()].slice(0, count);
}

test(
  'no backlink credits: neither backlinks nor a campaign, and each says where to get more',
  async () => {
    const page = await story.newPage();
    await newUser(page);
    const waiting = await organicCampaign(page, 'Managed WordPress Hosting');
    await leaveCredits(page, 'backlink', 5);
    await deliverBacklinks(page, await organicCampaign(page, 'Best Golf Courses In America'));
    expect((await balances(page)).credits).toBe(0);

    story.expectMessage(/status of 402/);
    await page.goto(`/campaign/search-results/${waiting}`);
    await page.getByRole('button', { name: 'Get backlinks' }).click();
    const refusal = page.getByRole('main').getByRole('link', { name: /credits/ });
    await refusal.waitFor();
    await expectNoFaults(page);
    await refusal.click();
    await heading(page, 'Billing').waitFor();

    await page.goto('/campaign');
    await page.getByRole('textbox', { name: 'Keyword' }).fill('Managed WordPress Hosting');
    await page.getByRole('button', { name: 'Start campaign' }).click();
    await page.getByText("You don't have enough credits to create a campaign.").waitFor();
    await expectNoFaults(page);
  },
  long,
);

test(
  'email credits run out midway: keeps what was found, reports what is unfinished, charges no further search',
  async () => {
    const page = await story.newPage();
    await newUser(page);
    await leaveCredits(page, 'email', 2);
    const id = await ownCampaign(page, 'Too many', await articles(page, 6));
    await callAs(page, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
    await statusIs(page, id, 'Waiting to Download Emails');
    expect((await balances(page)).email_credits).toBe(0);

    await page.goto(`/campaign/contacts/${id}`);
    const card = page.getByRole('link', { name: /not fully searched/ });
    await card.waitFor();
    await expectNoFaults(page);

    story.expectMessage(/status of 402/);
    const getEmail = page.getByRole('button', { name: /Get email/ });
    const site = page.getByRole('article');
    for (let turn = 0; turn < 40 && (await getEmail.count()) === 0; turn += 1) {
      const before = await site.textContent();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => site.textContent()).not.toBe(before);
    }
    await getEmail.first().click();
    const alert = page.getByRole('alert').filter({ hasText: 'to perform this action' });
    await alert.waitFor();
    expect(await alert.textContent()).toBe(
      'You do not have enough email credits to perform this action. Click here to purchase more email credits.',
    );
    await expectNoFaults(page);
    await alert.getByRole('link').click();
    await heading(page, 'Billing').waitFor();
    await page.goBack();
    await card.click();
    await heading(page, 'Billing').waitFor();

    const other = await ownCampaign(page, 'One more', [practicePage('wphandbook/')]);
    await page.goto(`/campaign/screen-leads/${other}`);
    await page.getByText('1 of 1', { exact: true }).waitFor();
    await page.keyboard.press('k');
    await page.getByRole('dialog').getByText('0 email credits').waitFor();
    await expectNoFaults(page, page.getByRole('dialog'));
    await page.getByRole('link', { name: /^Domain Mode.*Get email credits$/ }).click();
    await heading(page, 'Billing').waitFor();
    await page.goto('/?no_credit=true');
    await page.getByText('You do not have enough email credits to retrieve emails.').waitFor();
    await expectNoFaults(page);
  },
  long,
);
