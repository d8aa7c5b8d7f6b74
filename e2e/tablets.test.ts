// Tablets and small laptops, between the sizes of every-screen.test.ts: everything fits, and nothing covers anything else.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openCampaignStory } from './campaigns/campaigns.ts';
import { backlinksOf, callAs, deliverBacklinks, organicCampaign, statusIs } from './campaigns/prepared.ts';
import { cutForNothing } from './density.ts';
import { expectNoSidewaysScroll, heading, newUser, settle } from './people.ts';

const story = openCampaignStory();

async function campaignWithContacts(page: Page): Promise<string> {
  const id = await organicCampaign(page, 'Best Golf Courses In America');
  await deliverBacklinks(page, id, 4);
  const rows = (await backlinksOf(page, id)).map((backlink) => ({ id: backlink.id, keep: true }));
  await callAs(page, 'PUT', `/data/backlinks?campaignId=${id}`, rows);
  await callAs(page, 'POST', '/api/campaign/get-emails', { campaignId: id, mode: 'author' });
  await statusIs(page, id, 'Waiting to Download Emails');
  return id;
}

/** In the page: what sticks out of its cell, what covers another entry of the bar, and titles of which nothing can be read. */
function findFaults(): string[] {
  const name = (element: Element) => element.textContent?.trim().slice(0, 60) || element.outerHTML.slice(0, 60);
  const tooWide = [...document.querySelectorAll('.data-table-card td[data-label]')]
    .filter((cell) => cell.checkVisibility() && cell.scrollWidth > cell.clientWidth)
    .map((cell) => `sticks out: ${name(cell)}`);
  const entries = [...document.querySelectorAll('nav[aria-label="Main"] :is(a, button)')];
  const covered = entries.flatMap((one, index) => {
    const box = one.getBoundingClientRect();
    const others = entries.slice(index + 1).filter((other) => {
      const { left, right, top, bottom } = other.getBoundingClientRect();
      return Math.min(right, box.right) - Math.max(left, box.left) > 1 && top < box.bottom && bottom > box.top;
    });
    return others.map((other) => `${name(one)} covers ${name(other)}`);
  });
  const narrow = [...document.querySelectorAll('.table-title')]
    .filter((title) => title.scrollWidth > title.clientWidth && title.clientWidth < 64)
    .map((title) => `unreadable: ${name(title)}`);
  const glued = [...document.querySelectorAll('td[data-label="Position"] .table-two-lines + span')]
    .filter((role) => {
      const position = role.previousElementSibling?.getBoundingClientRect();
      return position !== undefined && role.getBoundingClientRect().top < position.bottom - 1;
    })
    .map((role) => `on the line of the position: ${name(role)}`);
  return [...tooWide, ...covered, ...narrow, ...glued];
}

/** In the page: what the element covers of the bar. */
function findCovered(element: Element): string[] {
  const box = element.getBoundingClientRect();
  return [...document.querySelectorAll('nav[aria-label="Main"] :is(a, button)')]
    .filter((entry) => {
      const { left, right, top, bottom } = entry.getBoundingClientRect();
      return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    })
    .map((entry) => entry.textContent ?? '');
}

test('lists and the bar on tablets and small laptops', async () => {
  const page = await story.newPage();
  // Wide figures in the bar.
  await page.route('/data/profiles/me', async (route) => {
    const profile = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...profile, credits: 12_345, email_credits: 12_345 } });
  });
  await newUser(page);
  const id = await campaignWithContacts(page);
  const screens = [
    ['/', 'Campaigns', null],
    [`/campaign/search-results/${id}`, 'Search Results', null],
    [`/campaign/backlinks/${id}`, 'Backlinks', null],
    [`/campaign/contacts/${id}`, 'Contacts', 'Screen by site'],
    [`/campaign/contacts/${id}`, 'Contacts', 'See contacts found'],
    [`/campaign/contacts/${id}`, 'Contacts', 'See all backlinks'],
  ] as const;
  for (const [path, title, view] of screens) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await heading(page, title).waitFor();
    if (view) await page.getByRole('button', { name: view }).click();
    await settle(page);
    for (const width of [768, 834, 976, 1024, 1180]) {
      await page.setViewportSize({ width, height: 800 });
      await settle(page);
      await expectNoSidewaysScroll(page);
      expect(await page.evaluate(findFaults), `${view ?? title} at ${width} px`).toEqual([]);
      expect(await cutForNothing(page), `${view ?? title} at ${width} px`).toEqual([]);
    }
  }

  for (const width of [390, 768, 834, 1024, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const tops = new Set<number | undefined>();
    for (const view of ['See contacts found', 'See all backlinks', 'Screen by site']) {
      await page.getByRole('button', { name: view, pressed: false }).click();
      await page.getByRole('button', { name: view, pressed: true }).waitFor();
      tops.add((await page.getByRole('group', { name: 'View' }).boundingBox())?.y);
    }
    expect(tops.size, `heights of the view buttons at ${width} px`).toBe(1);
  }

  const rows = (await backlinksOf(page, id)).map((backlink) => ({ id: backlink.id, keep: false }));
  await callAs(page, 'PUT', `/data/backlinks?campaignId=${id}`, rows);
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto(`/campaign/backlinks/${id}`);
  await page.getByText('Select at least one backlink.').waitFor();
  await settle(page);
  const reason = await page.getByText('Select at least one backlink.').boundingBox();
  const intro = await page.getByText('Select the ones you want to screen.').boundingBox();
  expect(reason?.y).toBeGreaterThanOrEqual(intro ? intro.y + intro.height : Number.NaN);
}, 600_000);

test('a dialog does not move the page, a message covers no entry of the bar, and a centered header is in the middle', async () => {
  const page = await story.newPage();
  await newUser(page);
  const id = await organicCampaign(page, 'Best Golf Courses In America');
  await page.goto(`/campaign/search-results/${id}`);
  const filter = page.getByLabel('Filter search results');
  await filter.waitFor();
  await settle(page);
  const before = await filter.boundingBox();
  await page.getByRole('button', { name: 'Get backlinks' }).click();
  await page.getByRole('dialog').waitFor();
  expect(await filter.boundingBox()).toEqual(before);
  await page.keyboard.press('Escape');

  story.expectMessage(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED/);
  await page.context().setOffline(true);
  await page.getByRole('row').nth(1).getByRole('checkbox').click();
  const saving = page.getByText('Changes not saved yet.');
  await saving.waitFor();
  for (const width of [1024, 1280, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await saving.evaluate(findCovered), `${width} px`).toEqual([]);
  }
  for (const width of [390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const notice = await page.getByText(/^You are offline\./).boundingBox();
    const message = await saving.boundingBox();
    expect(message?.y, `${width} px`).toBeGreaterThanOrEqual(notice ? notice.y + notice.height : Number.NaN);
  }
  await page.context().setOffline(false);
  await saving.waitFor({ state: 'detached' });

  await page.goto('/confirm-email');
  const title = await heading(page, 'Email Confirmed! One last step...').boundingBox();
  const button = await page.getByRole('link', { name: 'Create my first campaign' }).boundingBox();
  const middle = (box: typeof title) => (box ? box.x + box.width / 2 : Number.NaN);
  expect(Math.abs(middle(title) - middle(button))).toBeLessThan(1);
}, 600_000);
