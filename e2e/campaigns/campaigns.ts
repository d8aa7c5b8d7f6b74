// Steps shared by the stories next to this file.
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject } from 'vitest';
import { crawledWithinMs, practiceIsCrawled } from '../../server/test/zeus-process.ts';
import { openStory, type Story } from '../browser.ts';
import { heading, newUser } from '../people.ts';

/** Sets up a test file whose stories search the practice web, which Zeus crawls at its first start. */
export function openCampaignStory(): Story {
  beforeAll(() => practiceIsCrawled(inject('zeus').address), crawledWithinMs + 10_000);
  return openStory();
}

/** Zeus works in the background, on machines that may be busy. */
export const longWait = { timeout: 120_000 };

/** A new user on the new-campaign page. */
export async function newUserWithCampaign(page: Page) {
  const email = await newUser(page);
  await page.goto('/campaign?onboarding=true');
  await heading(page, 'New campaign').waitFor();
  return email;
}

/** Submits the form; the list of campaigns is then shown. */
export async function startCampaign(page: Page) {
  await page.getByRole('button', { name: 'Start campaign' }).click();
  await heading(page, 'Campaigns').waitFor();
}

export const rowOf = (page: Page, keyword: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: keyword, exact: true }) });

/** Waits until the row in the list has this status, then opens it. */
export async function followWhen(page: Page, keyword: string, status: string) {
  await rowOf(page, keyword).getByText(status).waitFor(longWait);
  await page.getByRole('link', { name: keyword, exact: true }).click();
}

/** "12 of 58 selected" as two numbers; waits until it is there. */
export async function selectedOf(page: Page): Promise<[number, number]> {
  const text = await page
    .getByText(/ of [\d,]+ selected/)
    .first()
    .textContent();
  const [selected = 0, all = 0] = (text?.match(/[\d,]+/g) ?? []).map((digits) => Number(digits.replaceAll(',', '')));
  return [selected, all];
}

/** Waits until this many rows are selected. */
export async function expectSelected(page: Page, selected: number, all: number) {
  await expect.poll(() => selectedOf(page), { timeout: 30_000 }).toEqual([selected, all]);
}
