// One user in two windows: changes in one appear in the other without a reload. Another user sees nothing of them.
import { expect, test } from 'vitest';
import { expectNoFaults, heading, newUser } from '../people.ts';
import { expectSelected, longWait, openCampaignStory, rowOf, selectedOf } from './campaigns.ts';
import { callAs, organicCampaign, ownCampaign, practicePage } from './prepared.ts';

const story = openCampaignStory();

test('choices and found contacts arrive in the other window', async () => {
  const here = await story.newPage();
  await newUser(here);
  const there = await here.context().newPage();
  // Its stream starts late: what happens between the first read and the stream is not lost.
  const begin = Promise.withResolvers<void>();
  await there.route('**/data/live', async (route) => {
    await begin.promise;
    await route.continue();
  });
  await there.goto('/');
  await there.getByText("Oh no! You don't have any campaign.").waitFor();
  const pages = [
    practicePage('golfcompass/2025/05/best-golf-courses-in-america-the-north-carolina-edition/'),
    practicePage('wphandbook/'),
    practicePage('publiclinks/'),
  ];
  const id = await ownCampaign(here, 'Seen twice', pages);
  begin.resolve();
  await rowOf(there, 'Seen twice').getByText('Waiting to Pick Backlinks').waitFor(longWait);

  await there.goto(`/campaign/backlinks/${id}`);
  await there.getByText('3 of 3 selected').waitFor();
  await here.goto(`/campaign/screen-leads/${id}`);
  await here.getByText('1 of 3', { exact: true }).waitFor();
  await here.keyboard.press('r');
  await there.getByText('2 of 3 selected').waitFor(longWait);

  await there.goto(`/campaign/contacts/${id}`);
  await there.getByText('This backlink has not been searched yet.').waitFor();
  await callAs(here, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
  await there
    .getByText(/Article Author|We did not find a contact/)
    .first()
    .waitFor(longWait);
  await there.getByText('This backlink has not been searched yet.').waitFor({ state: 'detached' });

  story.expectMessage(/status of 404/);
  const stranger = await story.newPage();
  await newUser(stranger);
  await stranger.goto('/');
  await stranger.getByText("Oh no! You don't have any campaign.").waitFor();
  for (const path of ['contacts', 'screen-leads', 'backlinks']) {
    await stranger.goto(`/campaign/${path}/${id}`);
    await stranger
      .getByText(/does not exist/)
      .first()
      .waitFor();
    expect(await stranger.getByText('Seen twice').count()).toBe(0);
    expect(await stranger.getByText('golfcompass').count()).toBe(0);
  }
  await expectNoFaults(stranger);
  await heading(stranger, 'Backlinks').waitFor();
}, 300_000);

test('a long list: filters in the URL, all that match, and an undo that leaves what the other window chose', async () => {
  const here = await story.newPage();
  await newUser(here);
  const id = await organicCampaign(here, 'Best Golf Courses In America');
  await here.goto(`/campaign/search-results/${id}`);
  await here.getByRole('button', { name: 'Select none' }).click();
  const rows = here.locator('tbody:not([aria-hidden]) tr');
  const [, all] = await selectedOf(here);
  await expectSelected(here, 0, all);
  await here.getByText('Select at least one search result.').waitFor();

  await here.getByRole('combobox', { name: 'Rows per page' }).selectOption('25');
  await expect.poll(() => rows.count()).toBe(25);
  await here.getByRole('button', { name: 'Filters' }).click();
  await here.getByRole('spinbutton', { name: 'Minimum DR' }).fill('60');
  const matches = here.locator('.data-table-matches');
  await matches.waitFor();
  await expectNoFaults(here);
  await here.keyboard.press('Escape');
  const found = Number((await matches.textContent())?.match(/\d+/)?.[0]);
  expect(found).toBeGreaterThan(1);
  expect(found).toBeLessThan(all);

  const there = await here.context().newPage();
  await there.goto(here.url());
  await there.getByText(`· ${found} match`).waitFor();
  await here.getByRole('button', { name: 'Select all matching' }).click();
  await expectSelected(here, found, all);
  await expectSelected(there, found, all);

  // The first row is chosen on purpose in the other window: by a click next to its texts, once off and once on.
  const chosen = there.locator('tbody:not([aria-hidden]) tr').first().locator('td').last();
  for (const selected of [found - 1, found]) {
    const saved = there.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await chosen.click();
    await expectSelected(there, selected, all);
    await saved;
  }
  await here.keyboard.press('z');
  await expectSelected(here, 1, all);
  await expectSelected(there, 1, all);

  // The filter survives a visit elsewhere, and a reload.
  await here.getByRole('navigation').first().getByRole('link', { name: 'Campaigns' }).click();
  await heading(here, 'Campaigns').waitFor();
  await here.goBack();
  await here.getByText(`· ${found} match`).waitFor();
  await here.reload();
  await here.getByText(`· ${found} match`).waitFor();
  await here.keyboard.press('?');
  await here.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await expectNoFaults(here, here.getByRole('dialog'));
}, 300_000);

test('an archived campaign leaves both windows, and a search finds it again', async () => {
  const here = await story.newPage();
  await newUser(here);
  await ownCampaign(here, 'Put away', [practicePage('publiclinks/')]);
  const there = await here.context().newPage();
  for (const page of [here, there]) await page.goto('/');
  await rowOf(there, 'Put away').waitFor();
  await here.getByRole('button', { name: 'Actions for Put away' }).click();
  await here.getByRole('button', { name: 'Archive', exact: true }).click();
  await here.getByText('All your campaigns are archived.').waitFor();
  await there.getByText('All your campaigns are archived.').waitFor(longWait);
  await there.getByRole('searchbox', { name: 'Filter campaigns' }).fill('put');
  await rowOf(there, 'Put away').getByText('Archived').waitFor();
  await expectNoFaults(there);
  await here.getByRole('button', { name: 'Archived 1' }).click();
  await here.getByRole('button', { name: 'Actions for Put away' }).click();
  await here.getByRole('button', { name: 'Unarchive' }).click();
  await rowOf(here, 'Put away').waitFor();
  expect(await here.getByRole('button', { name: 'Archived 1' }).count()).toBe(0);
  await there.getByRole('searchbox', { name: 'Filter campaigns' }).fill('');
  await rowOf(there, 'Put away').waitFor(longWait);
}, 300_000);
