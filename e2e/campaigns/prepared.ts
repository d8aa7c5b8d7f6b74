// Brings a user quickly to the start of a story, with the calls a browser would make but without the clicks.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { Backlink } from '../../shared/backlink.ts';
import type { Campaign } from '../../shared/campaign.ts';
import type { Contact } from '../../shared/contact.ts';
import type { CsvFile } from '../../shared/csv.ts';
import { besidePage } from '../browser.ts';
import { accessTokenOf } from '../people.ts';
import { longWait } from './campaigns.ts';

/** A page of the practice web, by 'site/path'. */
export function practicePage(address: string): string {
  const [site, ...path] = address.split('/');
  return `http://${site}.localhost:${inject('zeus').practicePort}/${path.join('/')}`;
}

/** Calls the server as the user who is signed in on this page. */
export async function callAs<Answer>(page: Page, method: string, path: string, body?: unknown): Promise<Answer> {
  const headers = { ...besidePage, authorization: `Bearer ${await accessTokenOf(page)}` };
  const answer = await page.request.fetch(path, { method, headers, ...(body === undefined ? {} : { data: body }) });
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
  return (await answer.json()) as Answer;
}

export async function statusIs(page: Page, campaignId: string, status: Campaign['status']) {
  const read = async () => (await callAs<Campaign>(page, 'GET', `/data/requests/${campaignId}`)).status;
  await expect.poll(read, { ...longWait, interval: 300 }).toBe(status);
}

export const backlinksOf = (page: Page, campaignId: string) =>
  callAs<Backlink[]>(page, 'GET', `/data/backlinks?campaignId=${campaignId}`);

export const contactsOf = (page: Page, campaignId: string) =>
  callAs<Contact[]>(page, 'GET', `/data/contacts?campaignId=${campaignId}`);

/** The file downloaded by this action: its name and contents. */
export async function downloaded(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const event = page.waitForEvent('download');
  await act();
  const file = await event;
  return { name: file.suggestedFilename(), text: (await readFile(await file.path())).toString('utf8') };
}

/** The whole file of these rows. */
export const wholeFile = <Row>({ head, line }: CsvFile<Row>, rows: readonly Row[]) => head + rows.map(line).join('');

/** Creates a campaign of these pages, all kept; returns its id. */
export async function ownCampaign(page: Page, keyword: string, pages: readonly string[]): Promise<string> {
  const body = { campaignType: 'BYOB', keyword, backlinks: pages };
  const { id } = await callAs<{ id: string }>(page, 'POST', '/api/campaign/new', body);
  await statusIs(page, id, 'Waiting to Pick Backlinks');
  return id;
}

/**
 * Creates an organic campaign with its search results, all kept; returns its id. Two campaigns with the same keyword need
 * different numbers of days, or the second form counts as a repetition of the first.
 */
export async function organicCampaign(page: Page, keyword: string, contactedDays = 100): Promise<string> {
  // Sites of the story's other campaigns are wanted again.
  const skip = { inCampaign: false, contactedDays };
  const form = { keyword, minDR: 0, maxDR: 100, magicCampaign: false, minTraffic: 0, minWords: 0, skip };
  const { id } = await callAs<{ id: string }>(page, 'POST', '/api/campaign/new', form);
  await statusIs(page, id, 'Waiting to Pick Search Results');
  const list = `/data/search-results?campaignId=${id}`;
  const results = await callAs<{ id: string }[]>(page, 'GET', list);
  await callAs(
    page,
    'PUT',
    list,
    results.map((result) => ({ id: result.id, keep: true })),
  );
  return id;
}

/** Gets the backlinks of an organic campaign, as far as the credits last. Each costs a screenshot: ask for as few as will do. */
export async function deliverBacklinks(page: Page, campaignId: string, limit?: number) {
  await callAs(page, 'POST', '/api/campaign/get-backlinks', { campaignId, limit });
  await statusIs(page, campaignId, 'Waiting to Pick Backlinks');
}
