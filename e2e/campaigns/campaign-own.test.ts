// Own backlinks: invalid lines, spreadsheets, dead pages, short lists, and the way to screening.
import { expect, inject, test } from 'vitest';
import { makeXlsx } from '../../web/platform/spreadsheets/test/make-xlsx.ts';
import { expectNoFaults, heading } from '../people.ts';
import { expectSelected, followWhen, newUserWithCampaign, openCampaignStory, startCampaign } from './campaigns.ts';

const story = openCampaignStory();

test('bad lines are named, the rest is read, a dead page says so, and kept pages go to screening', async () => {
  const at = (path: string) => `http://fairwaydigest.localhost:${inject('zeus').practicePort}${path}`;
  const page = await story.newPage();
  await newUserWithCampaign(page);
  await page.getByRole('link', { name: 'Bring your own backlinks' }).click();
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByText('Please enter backlinks so Zeus can get to work.').waitFor();
  const area = page.getByRole('textbox', { name: 'Your backlinks' });
  await area.fill('not a url');
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByText('Please enter valid URLs so Zeus can get to work.').waitFor();
  await area.fill(`${at('/')}\nnot a url\n\n${at('/about/')}\nftp://files.example/x\n${at('/no-such-page-here')}`);
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByText('Please enter valid URLs so Zeus can get to work.').waitFor();
  await page.getByText('Line 2', { exact: true }).waitFor();
  await page.getByText('Line 5', { exact: true }).waitFor();
  expect(await area.inputValue()).toContain('not a url');
  await expectNoFaults(page);
  await page.getByLabel('Campaign name').fill('My own list');
  await page.getByRole('button', { name: 'Continue without them' }).click();
  await heading(page, 'Campaigns').waitFor();

  await followWhen(page, 'My own list', 'Waiting to Pick Backlinks');
  await heading(page, 'Backlinks').waitFor();
  await page.getByRole('checkbox').nth(1).waitFor();
  await expectSelected(page, 3, 3);
  await page.getByText("Zeus has fetched less than 10 backlinks, which isn't optimal...").waitFor();
  const dead = page.getByRole('row').filter({ hasText: 'no-such-page-here' });
  expect(await dead.locator('.text-warning').textContent()).not.toBe('');
  await expectNoFaults(page);
  await dead.getByRole('checkbox').click();
  await expectSelected(page, 2, 3);
  await page.getByRole('button', { name: 'Screen backlinks' }).click();
  await page.getByText(/^1 of 2$/).waitFor();
}, 180_000);

test('a list from a spreadsheet: pick the column, and private addresses are refused at once', async () => {
  const at = (path: string) => `http://fairwaydigest.localhost:${inject('zeus').practicePort}${path}`;
  const page = await story.newPage();
  await newUserWithCampaign(page);
  await page.getByRole('link', { name: 'Bring your own backlinks' }).click();
  const area = page.getByRole('textbox', { name: 'Your backlinks' });
  await area.fill(`${at('/contact/')}\n`);
  const rows = [
    ['Title', 'Page'],
    ['Home', at('/')],
    ['Again', at('/')],
    ['About', at('/about/')],
    ['Router', 'http://192.168.0.1'],
  ];
  const buffer = Buffer.from(makeXlsx({ Links: rows }));
  await page.getByLabel('CSV or Excel file').setInputFiles({ name: 'links.xlsx', mimeType: '', buffer });
  const dialog = page.getByRole('dialog', { name: 'Which column has the URLs?' });
  await dialog.getByText('The heading “Page” is left out.').waitFor();
  await expectNoFaults(page, dialog);
  await dialog.getByRole('button', { name: 'Add 4 lines' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await area.inputValue()).toBe([at('/contact/'), ...rows.slice(1).map(([, url]) => url)].join('\n'));
  story.expectMessage(/status of 400/);
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByText('not on the public web').waitFor();
  await page.getByText('Line 5', { exact: true }).waitFor();
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Continue without it' }).click();
  await heading(page, 'Campaigns').waitFor();
  await followWhen(page, 'Own Backlinks', 'Waiting to Pick Backlinks');
  await page.getByRole('checkbox').nth(1).waitFor();
  await expectSelected(page, 3, 3);
}, 180_000);

test('a refused list can be submitted again, and creates one campaign', async () => {
  const page = await story.newPage();
  await newUserWithCampaign(page);
  await page.getByRole('link', { name: 'Bring your own backlinks' }).click();
  await page
    .getByRole('textbox', { name: 'Your backlinks' })
    .fill(`http://fairwaydigest.localhost:${inject('zeus').practicePort}/`);
  let lost = 0;
  await page.route('**/api/campaign/new', async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  story.expectMessage(/ERR_FAILED/);
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await page.getByText('Zeus cannot be reached.').waitFor();
  await startCampaign(page);
  await page.getByRole('link', { name: 'Own Backlinks', exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Own Backlinks', exact: true }).count()).toBe(1);
}, 180_000);
