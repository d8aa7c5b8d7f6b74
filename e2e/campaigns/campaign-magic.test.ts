// A Magic Search: its filters, what it costs, two windows of one user, and that another user sees nothing of it.
import { expect, test } from 'vitest';
import { expectNoFaults, heading, newUser } from '../people.ts';
import { expectSelected, followWhen, newUserWithCampaign, openCampaignStory, selectedOf } from './campaigns.ts';
import { callAs } from './prepared.ts';

const story = openCampaignStory();
const keyword = 'Managed WordPress Hosting';

test('from the filters to paid backlinks, live in two windows and in no one else’s', async () => {
  const page = await story.newPage();
  await newUserWithCampaign(page);
  await page.getByText('Magic Search', { exact: true }).click();
  await page.getByText('Up to 100 backlink credits:').waitFor();
  await page.getByRole('textbox', { name: 'Keyword' }).fill(keyword);
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByText('Minimum Words & Traffic must be filled out and > 0').waitFor();
  await expectNoFaults(page);
  await page.getByLabel('Minimum Words').fill('100');
  await page.getByLabel('Minimum Traffic').fill('1');
  const second = await page.context().newPage();
  await second.goto('/');
  await second.getByText("Oh no! You don't have any campaign.").waitFor();
  await page.getByRole('button', { name: 'Start campaign' }).dblclick();
  const confirmation = page.getByRole('dialog', { name: 'Start Magic Search' });
  await confirmation.getByText('The number of backlinks is only known after the search.').waitFor();
  await confirmation.getByText('100 credits').nth(1).waitFor();
  await expectNoFaults(page, confirmation);
  // Each backlink costs a screenshot.
  await confirmation.getByRole('textbox', { name: 'Maximum backlinks' }).fill('12');
  await confirmation.getByText('12 credits').waitFor();
  await confirmation.getByRole('button', { name: 'Start search' }).click();
  await heading(page, 'Campaigns').waitFor();

  await followWhen(second, keyword, 'Waiting to Pick Backlinks');
  await followWhen(page, keyword, 'Waiting to Pick Backlinks');
  await page.getByRole('checkbox').nth(1).waitFor();
  const [selected, count] = await selectedOf(page);
  expect(selected).toBe(0);
  expect(count).toBeGreaterThan(10);
  expect(await callAs(page, 'GET', '/data/profiles/me')).toMatchObject({ credits: 100 - count });

  await second.getByRole('checkbox').nth(1).waitFor();
  await page.getByRole('button', { name: 'Select all' }).click();
  await expectSelected(second, count, count);
  await second.getByRole('checkbox').nth(1).click();
  await expectSelected(page, count - 1, count);

  await page.getByRole('searchbox').fill('wordpress hosting');
  await page.getByRole('button', { name: 'Select none of the matches' }).click();
  await page.getByRole('button', { name: 'Clear filter' }).first().click();
  await expect.poll(async () => (await selectedOf(page))[0], { timeout: 30_000 }).toBeLessThan(count - 1);

  story.expectMessage(/status of 404/);
  const stranger = await story.newPage();
  await newUser(stranger);
  await stranger.goto(page.url());
  await stranger.getByText('This campaign does not exist.').waitFor();
  await stranger.goto('/');
  await stranger.getByText("Oh no! You don't have any campaign.").waitFor();
}, 240_000);
