// Losing the connection in the middle of screening, and getting it back.
import { expect, test } from 'vitest';
import { expectNoFaults, newUser } from '../people.ts';
import { longWait, openCampaignStory } from './campaigns.ts';
import { backlinksOf, callAs, ownCampaign, practicePage } from './prepared.ts';

const story = openCampaignStory();
const notice = /^You are offline\. What you select, remove or block in a campaign is saved when you are back online\./;

test('decisions made offline are kept and saved later, and updates arrive again', async () => {
  story.expectMessage(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/);
  const page = await story.newPage();
  await newUser(page);
  const pages = ['wphandbook/', 'coursewiki/', 'publiclinks/'].map(practicePage);
  const id = await ownCampaign(page, 'On a train', pages);
  await page.goto(`/campaign/screen-leads/${id}`);
  await page.getByText('1 of 3', { exact: true }).waitFor();
  await page.getByRole('img', { name: /Screenshot of/ }).waitFor(longWait);

  await page.context().setOffline(true);
  await page.getByText(notice).waitFor();
  await page.keyboard.press('k');
  await page.keyboard.press('r');
  await page.getByText('1 kept · 1 removed').waitFor();

  await page.context().setOffline(false);
  await page.getByText(notice).waitFor({ state: 'detached' });
  const decided = async () => (await backlinksOf(page, id)).filter(({ screened }) => screened).length;
  await expect.poll(decided, longWait).toBe(2);
  await page.getByText('1 kept · 1 removed').waitFor();
  await expectNoFaults(page);

  const [last] = (await backlinksOf(page, id)).filter(({ screened }) => !screened);
  await callAs(page, 'PATCH', `/data/backlinks/${last?.id}`, { keep: false });
  await page.getByText('1 kept · 2 removed').waitFor(longWait);
}, 300_000);

test('a page opened without a connection says so and appears when it is back', async () => {
  story.expectMessage(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED|status of 503/);
  const page = await story.newPage();
  await newUser(page);
  const id = await ownCampaign(page, 'Away', [practicePage('wphandbook/')]);
  await page.goto('/');
  await page.getByRole('link', { name: 'Away', exact: true }).waitFor();
  const unreachable = (path: string) => page.route(path, (route) => route.abort());
  await unreachable('**/data/backlinks?*');
  await page.goto(`/campaign/screen-leads/${id}`);
  await page.getByText('Zeus cannot be reached. Check your connection and try again.').waitFor(longWait);
  await expectNoFaults(page);
  await page.unroute('**/data/backlinks?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 of 1', { exact: true }).waitFor();
}, 300_000);
