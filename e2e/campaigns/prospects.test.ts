// What Zeus knows about sites decides what the next campaign delivers, and a step that is stopped costs only what it has found.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectNoFaults, heading, newUser } from '../people.ts';
import { longWait, openCampaignStory } from './campaigns.ts';
import {
  backlinksOf,
  callAs,
  contactsOf,
  deliverBacklinks,
  organicCampaign,
  ownCampaign,
  practicePage,
} from './prepared.ts';

const story = openCampaignStory();
const long = 300_000;
const keyword = 'Best Golf Courses In America';

interface Result {
  id: string;
  url: string;
  referring_domains: number;
}

/** Delivers the backlinks of one search result, always the same; returns the campaign's id. */
async function deliver(page: Page, contactedDays = 100): Promise<string> {
  const id = await organicCampaign(page, keyword, contactedDays);
  const list = `/data/search-results?campaignId=${id}`;
  const results = await callAs<Result[]>(page, 'GET', list);
  const [picked] = results
    .filter(({ referring_domains: count }) => count >= 4 && count <= 30)
    .toSorted((a, b) => a.referring_domains - b.referring_domains || a.url.localeCompare(b.url));
  const changes = results.map((result) => ({ id: result.id, keep: result === picked }));
  await callAs(page, 'PUT', list, changes);
  await deliverBacklinks(page, id);
  return id;
}

const sitesOf = async (page: Page, campaignId: string) =>
  (await backlinksOf(page, campaignId)).map(({ domain }) => domain).toSorted();

test(
  'a blocked site and one from an imported file are left out of the next campaign, and other users see nothing of it',
  async () => {
    const page = await story.newPage();
    await newUser(page);
    const first = await deliver(page);
    const sites = await sitesOf(page, first);
    const [blocked = '', contacted = ''] = sites;
    expect(sites.length).toBeGreaterThan(2);

    await page.goto(`/campaign/backlinks/${first}`);
    const block = page.getByRole('button', { name: `Block ${blocked}`, exact: true });
    // Each change is shown before it is saved.
    const savedRules = async () => (await callAs<unknown[]>(page, 'GET', '/data/site-rules')).length;
    for (const [button, rules] of [
      [block, 1],
      [page.getByRole('button', { name: 'Undo' }), 0],
      [block, 1],
    ] as const) {
      await button.click();
      await expect.poll(savedRules).toBe(rules);
    }
    await page.getByRole('button', { name: `Unblock ${blocked}`, exact: true }).waitFor();

    await page.goto('/prospects');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const day = new Date().toISOString().slice(0, 10);
    const csv = `where,first,last\n${contacted},2001-01-01,${day}\nnot a site,,\n`;
    await dialog
      .getByLabel('CSV or Excel file')
      .setInputFiles({ name: 'past.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await dialog.getByLabel('Date of contact').selectOption({ label: `last (${day})` });
    await expectNoFaults(page);
    await dialog.getByRole('button', { name: 'Import 1 line' }).click();
    await dialog.getByText('1 site imported.').waitFor();
    await dialog.getByText(/^Line 3: “not a site” is not a site/).waitFor();

    const second = await deliver(page, 90);
    expect(await sitesOf(page, second)).toEqual(sites.slice(2));
    await page.goto(`/campaign/backlinks/${second}`);
    await page.getByText('2 sites left out: 1 blocked, 1 contacted recently. They cost no credits.').waitFor();
    await expectNoFaults(page);

    const stranger = await story.newPage();
    await newUser(stranger);
    await stranger.goto('/prospects');
    await heading(stranger, 'Prospects').waitFor();
    expect(await callAs(stranger, 'GET', '/data/prospects')).toEqual({ total: 0, rows: [] });
    expect(await callAs(stranger, 'GET', '/data/site-rules')).toEqual([]);
  },
  long,
);

test(
  'a stopped search for emails keeps what it has found, and only that is paid for',
  async () => {
    const page = await story.newPage();
    await newUser(page);
    const balance = async () =>
      (await callAs<{ email_credits: number }>(page, 'GET', '/data/profiles/me')).email_credits;
    const found = async () => (await contactsOf(page, id)).filter(({ email }) => email !== null).length;
    const before = await balance();
    const id = await ownCampaign(page, 'Stopped halfway', [
      practicePage('golfcompass/2025/05/best-golf-courses-in-america-the-north-carolina-edition/'),
      practicePage('stopped.half-silent/article'),
    ]);
    await callAs(page, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
    await page.goto(`/campaign/contacts/${id}`);
    await expect.poll(found, longWait).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page
      .getByText(/You stopped/)
      .first()
      .waitFor(longWait);
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
    expect(before - (await balance())).toBe(await found());
    await expectNoFaults(page);
  },
  long,
);
