// Every screen behind the sign-in with content: lists are dense, and nothing is wrong on a desktop or a phone, in light or dark.
// shell.test.ts covers the open pages; empty, working and failed states are in the stories they belong to.
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { openCampaignStory } from './campaigns/campaigns.ts';
import { backlinksOf, callAs, deliverBacklinks, organicCampaign, statusIs } from './campaigns/prepared.ts';
import { expectDenseLists } from './density.ts';
import { expectNoFaultsInAnyLook, heading, newUser } from './people.ts';

const story = openCampaignStory();
const keyword = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** A complete campaign: results, two pages of backlinks, all of them kept, their contacts. */
async function finishedCampaign(page: Page): Promise<string> {
  const id = await organicCampaign(page, 'Best Golf Courses In America');
  await deliverBacklinks(page, id, 11);
  await keepBacklinks(page, id, 11);
  await callAs(page, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
  await statusIs(page, id, 'Waiting to Download Emails');
  return id;
}

async function keepBacklinks(page: Page, id: string, count: number) {
  const rows = (await backlinksOf(page, id)).map(({ id: backlink }, index) => ({ id: backlink, keep: index < count }));
  await callAs(page, 'PUT', `/data/backlinks?campaignId=${id}`, rows);
}

/** Opens a screen, brings it into the state in question, and checks it. */
async function look(page: Page, path: string, title: string, act?: () => Promise<unknown>) {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(path);
  await heading(page, title).waitFor();
  await act?.();
  await expectNoFaultsInAnyLook(page);
}

test('every screen in every theme and size', async () => {
  const page = await story.newPage();
  await newUser(page);
  const id = await finishedCampaign(page);
  const press = (name: string) => page.getByRole('button', { name }).click();

  await expectDenseLists(page, id);
  await callAs(page, 'PATCH', `/data/requests/${id}`, { keyword });
  await keepBacklinks(page, id, 2);
  await look(page, '/', 'Campaigns', () => press(`Actions for ${keyword}`));
  await look(page, '/campaign?onboarding=true', 'New campaign');
  await look(page, `/campaign/search-results/${id}`, 'Search Results');
  await look(page, `/campaign/backlinks/${id}`, 'Backlinks');
  await look(page, `/campaign/screen-leads/${id}`, 'Screen backlinks', () =>
    page.getByRole('img', { name: /Screenshot of/ }).waitFor(),
  );
  await page.keyboard.press('k');
  await page.keyboard.press('k');
  await page.getByRole('dialog').waitFor();
  await expectNoFaultsInAnyLook(page);
  await look(page, `/campaign/contacts/${id}`, 'Contacts', () => page.getByRole('article').waitFor());
  await press('See contacts found');
  await expectNoFaultsInAnyLook(page);
  await press('See all backlinks');
  await press('Download data');
  await expectNoFaultsInAnyLook(page);
  await look(page, '/billing', 'Billing');
  await look(page, '/account', 'Account');
  await look(page, '/help', 'Help', () => press('Create your first campaign'));
}, 600_000);
