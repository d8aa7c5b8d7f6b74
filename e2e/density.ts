// How much of a list is on the first screen, and where yellow may appear.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { heading } from './people.ts';

const mostAboveRows = 200;
const mostRowHeight = 56;
const leastTitleWidth = 200;

/** URLs of pages that are cut off although there is space next to them. */
export const cutForNothing = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('td .page-facts')].flatMap((facts) => {
      const url = facts.firstElementChild;
      const cell = facts.closest('td');
      if (!url || !cell || url.scrollWidth <= url.clientWidth) return [];
      const end = cell.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(cell).paddingRight);
      const last = [...facts.children].findLast((fact) => fact.checkVisibility());
      const left = end - (last?.getBoundingClientRect().right ?? end);
      return left > 1 ? [url.textContent] : [];
    }),
  );

async function expectDense(page: Page, where: string) {
  await page.locator('tbody:not([aria-hidden]) tr').first().waitFor();
  const found = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect());
    const cutTitles = [...document.querySelectorAll('.table-title')].filter((one) => one.scrollWidth > one.clientWidth);
    return {
      above: (rows[0]?.top ?? 0) + window.scrollY,
      highest: Math.max(...rows.map(({ height }) => height)),
      narrowest: Math.min(...cutTitles.map(({ clientWidth }) => clientWidth)),
    };
  });
  expect(found.above, `pixels above the first row of ${where}`).toBeLessThanOrEqual(mostAboveRows);
  expect(found.highest, `the highest row of ${where}`).toBeLessThanOrEqual(mostRowHeight);
  expect(await cutForNothing(page), where).toEqual([]);
  expect(found.narrowest, `the narrowest title of ${where}`).toBeGreaterThanOrEqual(leastTitleWidth);
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

/** At 1280 px, lists start within 200 px, rows are at most 56 px high, URLs and titles use the width, and only main actions are yellow. */
export async function expectDenseLists(page: Page, campaignId: string) {
  await page.setViewportSize({ width: 1280, height: 800 });
  const lists = [
    ['/', 'Campaigns', null],
    [`/campaign/search-results/${campaignId}`, 'Search Results', null],
    [`/campaign/backlinks/${campaignId}`, 'Backlinks', null],
    [`/campaign/contacts/${campaignId}`, 'Contacts', 'See contacts found'],
    [`/campaign/contacts/${campaignId}`, 'Contacts', 'See all backlinks'],
  ] as const;
  for (const [path, title, view] of lists) {
    await page.goto(path);
    await heading(page, title).waitFor();
    if (view) await page.getByRole('button', { name: view }).click();
    await expectDense(page, view ?? title);
    expect(await yellowThings(page), path).toEqual([]);
  }
}
