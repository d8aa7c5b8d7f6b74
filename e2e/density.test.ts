// How much of a list is on the first screen, and where yellow may appear.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openStory } from './browser.ts';
import { backlinksOf, callAs, deliverBacklinks, organicCampaign, statusIs } from './campaigns/prepared.ts';
import { heading, newUser } from './people.ts';

const story = openStory();
const mostAboveRows = 200;
const mostRowHeight = 56;

async function expectDense(page: Page, where: string) {
  await page.locator('tbody:not([aria-hidden]) tr').first().waitFor();
  const found = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    return { above: (rows[0]?.top ?? 0) + window.scrollY, highest: Math.max(...rows.map(({ height }) => height)) };
  });
  expect(found.above, `pixels above the first row of ${where}`).toBeLessThanOrEqual(mostAboveRows);
  expect(found.highest, `the highest row of ${where}`).toBeLessThanOrEqual(mostRowHeight);
}

/** What is filled with yellow but is not the main action. */
const yellowThings = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.setProperty('background-color', 'var(--color-primary)');
    const yellow = getComputedStyle(probe).backgroundColor;
    probe.remove();
    const filled = (one: Element) => getComputedStyle(one).backgroundColor === yellow;
    return [...document.body.querySelectorAll(':not(.btn-primary)')].filter(filled).map((one) => one.outerHTML);
  });

test('lists start within 200 px at 1280, their rows are at most 56 px high, and only main actions are yellow', async () => {
  const page = await story.newPage({ viewport: { width: 1280, height: 800 } });
  await newUser(page);
  const id = await organicCampaign(page, 'Best Golf Courses In America');
  await deliverBacklinks(page, id, 25);
  const rows = (await backlinksOf(page, id)).map(({ id: backlink }, index) => ({ id: backlink, keep: index < 12 }));
  await callAs(page, 'PUT', `/data/backlinks?campaignId=${id}`, rows);
  await callAs(page, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
  await statusIs(page, id, 'Waiting to Download Emails');

  const lists = [
    ['/', 'Campaigns', null],
    [`/campaign/search-results/${id}`, 'Search Results', null],
    [`/campaign/backlinks/${id}`, 'Backlinks', null],
    [`/campaign/contacts/${id}`, 'Contacts', 'See contacts found'],
    [`/campaign/contacts/${id}`, 'Contacts', 'See all backlinks'],
  ] as const;
  for (const [path, title, view] of lists) {
    await page.goto(path);
    await heading(page, title).waitFor();
    if (view) await page.getByRole('button', { name: view }).click();
    await expectDense(page, view ?? title);
    expect(await yellowThings(page), path).toEqual([]);
  }
}, 300_000);
