// `npm run record-screenshots`: takes the screenshots for the README from the product itself, on the practice web: a list of backlinks,
// and screening. Needs a browser (npm run install-browser) and ffmpeg (apt-get install ffmpeg).
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { withNewcomer } from '../tutorials/newcomer.ts';
import { savePicture } from '../tutorials/posters.ts';

const folder = join(import.meta.dirname, '../../docs/screenshots');
const keyword = 'Best Golf Courses In America';
const longWait = { timeout: 180_000 };
/** Small enough for a page of text, large enough to read; about 40 KB each. */
const width = 1120;

const button = (page: Page, name: string) => page.getByRole('button', { name });
const tick = async (page: Page, rows: readonly number[]) => {
  for (const row of rows) await page.getByRole('table').getByRole('checkbox').nth(row).click();
};

const window = { viewport: { width: 1280, height: 760 }, reducedMotion: 'reduce' } as const;
await withNewcomer({ env: { TRIAL_BACKLINK_CREDITS: '2000' }, ...window }, async (page) => {
  await mkdir(folder, { recursive: true });
  await startCampaign(page);
  await selectBacklinks(page);
  await screenBacklinks(page);
  await savePicture(page, join(folder, 'screening.webp'), width);
  await listBacklinks(page);
  await savePicture(page, join(folder, 'backlinks.webp'), width);
});

async function startCampaign(page: Page): Promise<void> {
  await page.goto('/campaign');
  await page.getByRole('textbox', { name: 'Keyword' }).fill(keyword);
  await button(page, 'Start campaign').click();
  await page.getByText('Waiting to Pick Search Results').first().waitFor(longWait);
}

async function selectBacklinks(page: Page): Promise<void> {
  await page.getByRole('link', { name: keyword }).first().click();
  await page.getByRole('heading', { name: 'Search Results' }).waitFor();
  await button(page, 'Select page').click();
  await button(page, 'Get backlinks').click();
  await button(page, 'Find backlinks').click();
  await page.getByText('Waiting to Pick Backlinks').first().waitFor(longWait);
  await page.goto('/');
  await page.getByRole('link', { name: keyword }).first().click();
  await page.getByRole('heading', { name: 'Backlinks', exact: true }).waitFor();
  await tick(page, [1, 2, 3, 4, 5, 6, 7]);
}

async function screenBacklinks(page: Page): Promise<void> {
  await button(page, 'Screen backlinks').click();
  for (const key of ['k', 'k']) {
    await page.getByRole('img', { name: /Screenshot of/ }).waitFor(longWait);
    await page.keyboard.press(key);
  }
  await page.getByRole('img', { name: /Screenshot of/ }).waitFor(longWait);
  await picturesAreDrawn(page);
}

/** After screening, because the links are checked when the pages are captured. */
async function listBacklinks(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Back to backlinks list' }).click();
  await page.getByRole('heading', { name: 'Backlinks', exact: true }).waitFor();
  await page.mouse.move(0, 0);
  await page.waitForLoadState('networkidle').catch(() => {});
  await picturesAreDrawn(page);
}

async function picturesAreDrawn(page: Page): Promise<void> {
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))));
}
