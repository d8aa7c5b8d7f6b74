// What each tutorial shows. Each scene builds on what the scenes before it have left behind.
import type { Locator, Page } from 'playwright-core';
import type { Film } from './film.ts';
import { click, pointAt, write } from './pointer.ts';

export interface Scene {
  /** The name of its files. */
  readonly film: string;
  /** Brings the page to where the film starts; not recorded. */
  before?(page: Page): Promise<void>;
  play(page: Page, film: Film): Promise<void>;
}

const golf = 'Best Golf Courses In America';
const hosting = 'Managed WordPress Hosting';
const longWait = { timeout: 180_000 };

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const campaignRow = (page: Page, keyword: string) => page.getByRole('link', { name: keyword }).first();
const status = (page: Page, text: string) => page.getByText(text, { exact: false }).first();
const emailMode = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name });
const checkbox = (page: Page, row: number) => page.getByRole('table').getByRole('checkbox').nth(row);

async function openCampaign(page: Page, keyword: string): Promise<void> {
  await page.goto('/');
  await campaignRow(page, keyword).click();
}

/** Clicks a link or button, and waits until its target is visible. */
async function follow(page: Page, target: Locator, seen: Locator): Promise<void> {
  await click(page, target);
  await seen.waitFor(longWait);
}

async function startOrganic(page: Page, film: Film): Promise<void> {
  await film.say('A campaign starts with a keyword. Choose Create new campaign.');
  await follow(page, page.getByRole('link', { name: 'Create new campaign' }).first(), button(page, 'Start campaign'));
  await film.say('Organic Search looks up the pages that rank for your keyword and who links to them.');
  await write(page, page.getByRole('textbox', { name: 'Keyword' }), golf);
  await film.say('Set the lowest and highest Domain Rating you want, then start.');
  await write(page, page.getByLabel('Minimum DR'), '20');
  await follow(page, button(page, 'Start campaign'), status(page, 'Waiting to Pick Search Results'));
}

async function pickResults(page: Page, film: Film, many: number): Promise<void> {
  await film.say('A few seconds later, the search results appear. Open the campaign to pick from them.');
  await follow(page, campaignRow(page, golf), checkbox(page, 1));
  await film.say('Tick the pages closest to yours, and choose Get backlinks.');
  for (let row = 1; row <= many; row += 1) await click(page, checkbox(page, row));
  await follow(page, button(page, 'Get backlinks'), button(page, 'Find backlinks'));
  await film.say('You see what it can cost at most, and set a limit if you like.');
  await follow(page, button(page, 'Find backlinks'), status(page, 'Waiting to Pick Backlinks'));
}

async function screenLeads(page: Page, film: Film, many: number): Promise<void> {
  await film.say(
    'You see each page, its link in a box, and any warning signs. Press K to keep the lead, R to remove it.',
  );
  for (let lead = 0; lead < many; lead += 1) {
    await page.waitForTimeout(1_400);
    await page.keyboard.press(lead % 3 === 2 ? 'r' : 'k');
  }
}

async function keepAll(page: Page): Promise<void> {
  for (let lead = 0; lead < 200 && (await page.getByRole('dialog').count()) === 0; lead += 1) {
    await page.keyboard.press('k');
    await page.waitForTimeout(60);
  }
}

export const scenes: readonly Scene[] = [
  {
    film: 'create-campaign',
    async before(page) {
      await page.goto('/');
    },
    async play(page, film) {
      await startOrganic(page, film);
      await pickResults(page, film, 3);
      await film.say('Zeus finds the pages that link to them. These are your backlinks.');
    },
  },
  {
    film: 'pick-backlinks',
    before: (page) => openCampaign(page, golf),
    async play(page, film) {
      await film.say('These pages link to the results you picked, strongest first.');
      await click(page, checkbox(page, 0));
      await film.say('Select the promising ones and choose Screen backlinks.');
      await click(page, button(page, 'Screen backlinks'));
      await page.getByRole('heading', { name: 'Screen backlinks' }).waitFor(longWait);
      await screenLeads(page, film, 6);
      await film.say('Press U to undo the last decision. You can stop at any time and continue later.');
      await page.keyboard.press('u');
      await page.waitForTimeout(1_000);
    },
  },
  {
    film: 'find-emails',
    async before(page) {
      await openCampaign(page, golf);
      await button(page, 'Screen backlinks').click();
      await page.getByRole('heading', { name: 'Screen backlinks' }).waitFor(longWait);
      await keepAll(page);
    },
    async play(page, film) {
      await film.say('When all leads are screened, choose how Zeus should find emails.');
      await pointAt(page, emailMode(page, 'Author Mode'));
      await film.say('Author Mode looks for the person who wrote the page, Domain Mode for everyone at the site.');
      await click(page, emailMode(page, 'Author Mode'));
      await follow(page, campaignRow(page, golf), page.getByRole('heading', { name: 'Contacts' }));
      await film.say('Authors and their verified addresses arrive site by site.');
      await page.waitForTimeout(4_000);
      await click(page, button(page, 'See contacts found'));
      await film.say('See contacts found lists every email, and whether it is valid.');
      await click(page, button(page, 'Download data'));
      await film.say('Download selected contacts, all contacts or your backlinks as CSV.');
      await page.waitForTimeout(800);
    },
  },
  {
    film: 'golf-courses',
    async before(page) {
      await page.goto('/');
    },
    async play(page, film) {
      await film.say('A campaign about golf after an Organic Search.');
      await follow(page, campaignRow(page, golf), page.getByRole('heading', { name: 'Contacts' }));
      await film.say('Screen by site shows one page at a time with the people behind it. The author is marked.');
      for (let site = 0; site < 4; site += 1) {
        await page.keyboard.press('ArrowRight');
        await page.waitForTimeout(1_300);
      }
      await film.say('No email for someone yet? Get email looks for it, and you only pay if it finds one.');
      const getEmail = button(page, 'Get email').first();
      if ((await getEmail.count()) > 0) await click(page, getEmail);
      await page.waitForTimeout(3_000);
      await film.say('Keep the people you want to write to, and download the list.');
      await click(page, button(page, 'See contacts found'));
      await page.waitForTimeout(1_500);
    },
  },
  {
    film: 'wordpress-hosting',
    async before(page) {
      await page.goto('/campaign');
    },
    async play(page, film) {
      await film.say('Magic Search goes straight to pages about your keyword.');
      await click(page, page.getByText('Magic Search', { exact: true }).first());
      await write(page, page.getByRole('textbox', { name: 'Keyword' }), hosting);
      await film.say('Set a minimum of words and traffic to get only real articles.');
      await write(page, page.getByLabel('Minimum Words'), '300');
      await write(page, page.getByLabel('Minimum Traffic'), '100');
      await follow(page, button(page, 'Start campaign'), button(page, 'Start search'));
      await film.say('You see what it can cost at most, and set a limit if you like.');
      await follow(page, button(page, 'Start search'), status(page, 'Waiting to Pick Backlinks'));
      await film.say('The backlinks arrive within seconds.');
      await follow(page, campaignRow(page, hosting), checkbox(page, 1));
      for (let row = 1; row <= 4; row += 1) await click(page, checkbox(page, row));
      await click(page, button(page, 'Screen backlinks'));
      await page.getByRole('heading', { name: 'Screen backlinks' }).waitFor(longWait);
      await page.waitForTimeout(1_500);
      await keepAll(page);
      await film.say('Domain Mode finds up to 10 emails per site, for one credit per site.');
      await click(page, emailMode(page, 'Domain Mode'));
      await follow(page, campaignRow(page, hosting), page.getByRole('heading', { name: 'Contacts' }));
      await film.say('Review them, deselect anyone who does not fit, and export.');
      await page.waitForTimeout(5_000);
    },
  },
];
