// Screens under system conditions: forced colors, paper, a window as low as at 400 % zoom, and less motion.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openStory } from './browser.ts';
import { callAs, practicePage, statusIs } from './campaigns/prepared.ts';
import { expectNoSidewaysScroll, heading, newUser } from './people.ts';

const story = openStory();

/** How an element differs from its neighbor in what forced colors leave: borders and outlines. */
const edgesOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { borderTopWidth, borderTopColor, outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
      return { borderTopWidth, borderTopColor, outline: `${outlineStyle} ${outlineWidth} ${outlineColor}` };
    });

/** The share of the window covered by boxes that stay in place while the page scrolls. */
const covered = (page: Page) =>
  page.evaluate(() => {
    window.scrollTo(0, document.documentElement.scrollHeight / 2);
    const stays = [...document.querySelectorAll('body *')].filter((one) => {
      const { position, pointerEvents, visibility } = getComputedStyle(one);
      return ['fixed', 'sticky'].includes(position) && pointerEvents !== 'none' && visibility !== 'hidden';
    });
    const heights = stays.map((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return Math.max(0, Math.min(bottom, window.innerHeight) - Math.max(top, 0));
    });
    return heights.reduce((sum, height) => sum + height, 0) / window.innerHeight;
  });

/** The lightness of the text, from 0 to 1. */
const inkOf = (page: Page) =>
  page.evaluate(() => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(document.body).color)?.[1]));

test('forced colors still show what is selected, and neither on paper nor at 400 % zoom do bars cover the page', async () => {
  const page = await story.newPage();
  await newUser(page);
  // Own backlinks need no search, so nothing has to be crawled first.
  const backlinks = ['publiclinks/', 'wphandbook/'].map(practicePage);
  const campaign = { campaignType: 'BYOB', keyword: 'Conditions', backlinks };
  const { id } = await callAs<{ id: string }>(page, 'POST', '/api/campaign/new', campaign);
  await statusIs(page, id, 'Waiting to Pick Backlinks');

  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/campaign');
  await heading(page, 'New campaign').waitFor();
  expect(await edgesOf(page, '.source-card:has(:checked)')).not.toEqual(
    await edgesOf(page, '.source-card:not(:has(:checked))'),
  );
  await page.goto(`/campaign/backlinks/${id}`);
  await page
    .getByRole('checkbox', { name: /^Select (?!all)/ })
    .first()
    .click();
  await page.locator('tbody tr:not([data-selected])').waitFor();
  expect(await edgesOf(page, 'tbody tr[data-selected]')).not.toEqual(
    await edgesOf(page, 'tbody tr:not([data-selected])'),
  );
  await page.emulateMedia({ forcedColors: 'none' });

  // As wide as a sheet of paper, and in the theme that has light text.
  await page.setViewportSize({ width: 718, height: 1046 });
  await page.getByRole('button', { name: /dark/ }).click();
  expect(await inkOf(page)).toBeGreaterThan(0.9);
  await page.emulateMedia({ media: 'print' });
  expect(await inkOf(page)).toBeLessThan(0.3);
  expect(await covered(page)).toBe(0);
  await page.emulateMedia({ media: 'screen' });

  await page.setViewportSize({ width: 320, height: 256 });
  const pages = [
    ['/', 'Campaigns'],
    ['/campaign?onboarding=true', 'New campaign'],
    [`/campaign/backlinks/${id}`, 'Backlinks'],
    [`/campaign/screen-leads/${id}`, 'Screen backlinks'],
    ['/account', 'Account'],
  ] as const;
  for (const [path, title] of pages) {
    await page.goto(path);
    await heading(page, title).waitFor();
    await page.locator('.skeleton').first().waitFor({ state: 'detached' });
    expect(await covered(page), path).toBeLessThan(0.1);
    await expectNoSidewaysScroll(page);
  }
}, 240_000);

/** The pictures in the style sheets that move within themselves, which no rule about animations stops. */
const movingPictures = (page: Page) =>
  page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules]).map(({ cssText }) => cssText);
    return rules.join().match(/(?:%3C|<)animate\w*/gi) ?? [];
  });

/** How many animations of a spinner are running. */
const turning = (page: Page) =>
  page.evaluate(() => {
    const spinner = document.createElement('span');
    spinner.className = 'spinner size-5';
    document.body.append(spinner);
    const running = spinner.getAnimations().filter(({ playState }) => playState === 'running');
    const endless = running.filter(({ effect }) => effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY);
    spinner.remove();
    return endless.length;
  });

test('spinners turn, but not for people who prefer less motion', async () => {
  const page = await story.newPage();
  await page.goto('/login');
  await heading(page, 'Log in').waitFor();
  expect(await movingPictures(page)).toEqual([]);
  expect(await turning(page)).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await turning(page)).toBe(1);
  await page.emulateMedia({ reducedMotion: 'reduce' });
});
