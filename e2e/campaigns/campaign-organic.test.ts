// An organic campaign from the keyword to screening, by mouse and keyboard, on a desktop and a phone.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { backlinksFile } from '../../shared/csv.ts';
import type { SearchResult } from '../../shared/search-result.ts';
import type { TriageSettings } from '../../shared/triage.ts';
import { groupNames, signalLabels } from '../../shared/triage-names.ts';
import { maxWeight, triageGroups } from '../../shared/triage-values.ts';
import { expectNoFaults, heading, useDarkPhone } from '../people.ts';
import {
  expectSelected,
  followWhen,
  longWait,
  newUserWithCampaign,
  openCampaignStory,
  rowOf,
  selectedOf,
  startCampaign,
} from './campaigns.ts';
import { backlinksOf, callAs, downloaded, wholeFile } from './prepared.ts';

const story = openCampaignStory();
const keyword = 'Best Golf Courses In America';
const long = 240_000;

test(
  'from the keyword through picked results to backlinks, their file, and the first screenshot',
  async () => {
    const page = await story.newPage();
    await newUserWithCampaign(page);
    await page.getByText('You are on the practice web').waitFor();
    await page.getByText('100 backlink credits').waitFor();
    await page.getByRole('button', { name: 'Start campaign' }).click();
    await page.getByText('Keyword cannot be empty').waitFor();
    await page.getByRole('button', { name: keyword }).click();
    await startCampaign(page);

    await followWhen(page, keyword, 'Waiting to Pick Search Results');
    await heading(page, 'Search Results').waitFor();
    await page.getByRole('checkbox').nth(1).waitFor();
    const [, results] = await selectedOf(page);
    const getBacklinks = page.getByRole('button', { name: 'Get backlinks' });
    expect(await getBacklinks.isDisabled()).toBe(true);
    await page.getByRole('checkbox').nth(1).focus();
    for (const key of ['Space', 'ArrowDown', 'Space', 'ArrowDown', 'Space']) await page.keyboard.press(key);
    await expectSelected(page, 3, results);
    const list = `/data/search-results?campaignId=${new URL(page.url()).pathname.split('/').at(-1)}`;
    const saved = async () => (await callAs<SearchResult[]>(page, 'GET', list)).filter(({ keep }) => keep);
    await expect.poll(saved).toHaveLength(3);
    await page.reload();
    await expectSelected(page, 3, results);
    await getBacklinks.click();
    const price = page.getByRole('dialog');
    await price.getByText(/The 3 search results you picked are known to have/).waitFor();
    const limit = 12;
    await price.getByRole('textbox', { name: 'Maximum backlinks' }).fill(String(limit));
    await price.getByText(`${limit} credits`).waitFor();
    await expectNoFaults(page, price);
    await price.getByRole('button', { name: 'Find backlinks' }).click();
    await heading(page, 'Campaigns').waitFor();

    await followWhen(page, keyword, 'Waiting to Pick Backlinks');
    await heading(page, 'Backlinks').waitFor();
    await page.getByRole('checkbox').nth(1).waitFor();
    const [, count] = await selectedOf(page);
    expect(count).toBe(limit);
    await page.getByText(/\d+ backlinks were left out: your limit was reached\./).waitFor();
    expect(await page.getByRole('button', { name: 'Screen backlinks' }).isDisabled()).toBe(true);

    await page.getByRole('button', { name: 'Select page' }).click();
    await expectSelected(page, 10, count);
    await page.getByRole('button', { name: 'DR', exact: true }).click();
    await page.keyboard.press('ArrowRight');
    await page.getByText(`11–${Math.min(20, count)} of ${count}`).waitFor();

    const backlinks = await backlinksOf(page, new URL(page.url()).pathname.split('/').at(-1) ?? '');
    expect(backlinks).toHaveLength(count);
    expect(await downloaded(page, () => page.getByRole('button', { name: 'Download backlinks' }).click())).toEqual({
      name: 'best-golf-courses-in-america-backlinks.csv',
      text: wholeFile(backlinksFile, backlinks),
    });

    await page.getByRole('button', { name: 'Screen backlinks' }).click();
    await heading(page, 'Screen backlinks').waitFor();
    await page.getByText(/^1 of 10$/).waitFor();
    await screenByGroup(page);
  },
  long,
);

/** Groups arrive with the pictures. Changes a weight by keyboard, and screens the group of the first lead. */
async function screenByGroup(page: Page) {
  const signals = page.getByRole('region', { name: 'Signals' });
  const anyGroup = new RegExp(`^(${triageGroups.map((group) => groupNames[group]).join('|')})$`);
  await signals.getByText(anyGroup).waitFor(longWait);
  await page.getByRole('button', { name: 'Weights' }).click();
  const weights = page.getByRole('dialog');
  await weights.getByRole('slider', { name: signalLabels.stale }).focus();
  await page.keyboard.press('End');
  await weights.getByText(/^With these weights: /).waitFor();
  await expectNoFaults(page, weights);
  await weights.getByRole('button', { name: 'Save weights' }).click();
  await weights.waitFor({ state: 'detached' });
  expect((await callAs<TriageSettings>(page, 'GET', '/data/triage')).weights.stale).toBe(maxWeight);

  const campaignId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const lead = (await backlinksOf(page, campaignId)).find(({ keep }) => keep);
  const group = groupNames[lead?.triage?.group ?? 'unchecked'];
  const button = page.getByRole('button', { name: new RegExp(`^${group} [1-9]`) });
  await button.click();
  await page.getByText(/^1 of \d+$/).waitFor();
  await page.keyboard.press('r');
  await page.getByText('0 kept · 1 removed').waitFor();
  const saved = async () => (await backlinksOf(page, campaignId)).find(({ id }) => id === lead?.id);
  await expect.poll(saved, longWait).toMatchObject({ keep: false, screened: true });
  await page.reload();
  await page.getByText('0 kept · 1 removed').waitFor();
  expect(await button.getAttribute('aria-pressed')).toBe('true');
  await expectNoFaults(page);
}

test(
  'on a phone in dark mode, and deleting removes it',
  async () => {
    const page = await story.newPage();
    await useDarkPhone(page);
    await newUserWithCampaign(page);
    await page.getByRole('textbox', { name: 'Keyword' }).fill('Best Golf Courses In America');
    await startCampaign(page);
    await expectNoFaults(page);
    await followWhen(page, keyword, 'Waiting to Pick Search Results');
    await heading(page, 'Search Results').waitFor();
    await page.getByRole('checkbox').nth(1).waitFor();
    const address = page.url();

    await page.getByRole('link', { name: 'Campaigns' }).click();
    await rowOf(page, keyword)
      .getByRole('button', { name: `Actions for ${keyword}` })
      .click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Golf');
    await expectNoFaults(page, page.getByRole('dialog'));
    await page.keyboard.press('Enter');
    await rowOf(page, 'Golf').getByRole('button', { name: 'Actions for Golf' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await expectNoFaults(page, page.getByRole('dialog'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Actions for Golf');
    await page.keyboard.press('Enter');
    // The menu takes the focus when it has opened; a key pressed before that would go elsewhere.
    await page.locator('button:focus', { hasText: 'Rename' }).waitFor();
    for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Delete campaign' }).click();
    await page.getByText("Oh no! You don't have any campaign. Create one to get started.").waitFor();
    await expectNoFaults(page);
    story.expectMessage(/status of 404/);
    await page.goto(address);
    await page.getByText('This campaign does not exist. It may have been deleted.').waitFor();
    await expectNoFaults(page);
  },
  long,
);

test(
  'several keywords with a refined search become one campaign each, however often the button is pressed',
  async () => {
    const page = await story.newPage();
    await newUserWithCampaign(page);
    await page.getByRole('button', { name: 'Enter several' }).click();
    await page.getByRole('textbox', { name: 'Keywords' }).fill('golf courses\n\ngolf trips\nGolf Courses');
    await page.getByText('2 so far.').waitFor();
    await page.getByText('Refine the search').click();
    await page.getByRole('textbox', { name: 'Words to include' }).fill('walking');
    await page.getByRole('textbox', { name: 'Words to exclude' }).fill('golf');
    await page.getByRole('switch', { name: '“Best …” lists' }).click();
    await page.getByRole('textbox', { name: 'Number of results' }).fill('5');
    // The practice web has no search source that knows dates.
    expect(await page.getByLabel('Published').count()).toBe(0);
    await page.getByRole('button', { name: 'Start 2 campaigns' }).click();
    await page.getByText('Your keyword contains “golf”, so nothing would be left.').waitFor();
    await expectNoFaults(page);
    await page.getByRole('textbox', { name: 'Words to exclude' }).fill('ocean view');
    await page.getByRole('button', { name: 'Start 2 campaigns' }).dblclick();
    await heading(page, 'Campaigns').waitFor();
    await rowOf(page, 'golf courses').waitFor();
    await rowOf(page, 'golf trips').waitFor();
    expect(await callAs<unknown[]>(page, 'GET', '/data/requests')).toHaveLength(2);

    await followWhen(page, 'golf courses', 'Waiting to Pick Search Results');
    await heading(page, 'Search Results').waitFor();
    const note = page.getByRole('region', { name: 'Refined search' });
    for (const part of ['with “walking”', 'without “ocean view”', '“Best …” lists', 'at most 5 results']) {
      await note.getByText(part).waitFor();
    }
    await expectNoFaults(page);
    const list = `/data/search-results?campaignId=${new URL(page.url()).pathname.split('/').at(-1)}`;
    const results = await callAs<SearchResult[]>(page, 'GET', list);
    expect(results.length).toBeGreaterThan(0);
    expect(results.length).toBeLessThanOrEqual(5);
    expect(results.filter(({ title }) => /ocean view/i.test(title))).toEqual([]);
  },
  long,
);

test('a keyword without results says so', async () => {
  const page = await story.newPage();
  await newUserWithCampaign(page);
  await page.getByRole('textbox', { name: 'Keyword' }).fill('Zxqvwk Plomfrt');
  await startCampaign(page);
  await followWhen(page, 'Zxqvwk Plomfrt', 'No organic result');
  await page.getByText('No organic results for “Zxqvwk Plomfrt”.').waitFor();
  await expectNoFaults(page);
});
