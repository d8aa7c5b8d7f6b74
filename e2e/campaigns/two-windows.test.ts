// One user in two windows: changes in one appear in the other without a reload. Another user sees nothing of them.
import { expect, test } from 'vitest';
import { openStory } from '../browser.ts';
import { expectNoFaults, heading, newUser } from '../people.ts';
import { patience, rowOf } from './campaigns.ts';
import { callAs, ownCampaign, practicePage } from './prepared.ts';

const story = openStory();

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
  await rowOf(there, 'Seen twice').getByText('Waiting to Pick Backlinks').waitFor(patience);

  await there.goto(`/campaign/backlinks/${id}`);
  await there.getByText('3 of 3 selected').waitFor();
  await here.goto(`/campaign/screen-leads/${id}`);
  await here.getByText('1 of 3', { exact: true }).waitFor();
  await here.keyboard.press('r');
  await there.getByText('2 of 3 selected').waitFor(patience);

  await there.goto(`/campaign/contacts/${id}`);
  await there.getByText('This backlink was not searched yet.').waitFor();
  await callAs(here, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
  await there
    .getByText(/Article Author|We did not find a contact/)
    .first()
    .waitFor(patience);
  await there.getByText('This backlink was not searched yet.').waitFor({ state: 'detached' });

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
