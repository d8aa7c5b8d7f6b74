// Steps shared by the stories about accounts.
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations } from './axe.ts';
import { besidePage, requestsUnderWay } from './browser.ts';
import { newAddress, waitForMail } from './mailbox.ts';
import { runInEveryDocument } from './reused-page.ts';

export const password = 'correct horse';

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** What the browser stores under a name. */
export const kept = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name);

export async function signUp(page: Page, email: string, query = '') {
  await page.goto(`/signup${query}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await heading(page, 'Check your email').waitFor();
}

/** Creates a user with a confirmed email and trial credits, without the forms, which have their own stories. */
export async function createUser(page: Page): Promise<{ email: string; session: Session }> {
  const email = newAddress();
  const post = async (path: string, data: object, headers: Record<string, string> = {}) => {
    const answer = await page.request.post(path, { data, headers: { ...besidePage, ...headers } });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as unknown;
  };
  await post('/auth/v1/signup', { email, password });
  const { code } = await waitForMail(page, email, 'Confirm your sign-up');
  const session = (await post('/auth/v1/verify', { type: 'signup', email, token: code })) as Session;
  await post('/api/user/init', { offer: null }, { authorization: `Bearer ${session.access_token}` });
  return { email, session };
}

interface Session {
  readonly access_token: string;
}

const sessionsToStore = new WeakMap<Page, Session>();

/** A new user, who is signed in on the first page that is opened, in this tab or another; returns the address. */
export async function newUser(page: Page): Promise<string> {
  const { email, session } = await createUser(page);
  sessionsToStore.set(page, session);
  await runInEveryDocument(page, storeOnce, JSON.stringify(session));
  return email;
}

/** In the page, once: who logs out stays out. */
function storeOnce(session: string) {
  if (location.protocol === 'about:' || localStorage.getItem('story.has-session')) return;
  localStorage.setItem('story.has-session', 'true');
  localStorage.setItem('zeus.session', session);
}

/** The access token of the user who is signed in on this page. */
export async function accessTokenOf(page: Page): Promise<string> {
  const stored = page.url() === 'about:blank' ? undefined : await kept(page, 'zeus.session');
  const session = stored ? (JSON.parse(stored) as Session) : sessionsToStore.get(page);
  return session?.access_token ?? '';
}

/** Fills in /login, which must be open. */
export async function logIn(page: Page, email: string, secret = password) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(secret);
  await page.getByLabel('Password', { exact: true }).press('Enter');
}

export async function logOut(page: Page) {
  // On a phone it is in the account menu.
  const menu = page.getByRole('button', { name: 'Account menu' });
  const button = page.getByRole('button', { name: 'Log out', exact: true });
  await menu.or(button).first().click();
  if (await menu.isVisible()) await button.click();
  await heading(page, 'Log in').waitFor();
}

/**
 * No accessibility violation, and no horizontal scrolling. `within`: the only new part of a page that every-screen.test.ts or
 * shell.test.ts checks as a whole; looking only there takes less time.
 */
export async function expectNoFaults(page: Page, within?: Locator) {
  await settle(page);
  await lookForFaults(page, { within });
}

const colorRules = ['color-contrast', 'link-in-text-block'];

/** No violation in the colors, and no horizontal scrolling: for another theme, which changes colors and nothing else. */
export async function expectNoColorFaults(page: Page) {
  await settle(page);
  await lookForFaults(page, { only: colorRules });
}

/** As on a phone that is set to dark. */
export async function useDarkPhone(page: Page) {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
}

/** The same on a desktop and a phone, in light and dark. */
export async function expectNoFaultsInAnyLook(page: Page) {
  await settle(page);
  const look = async (width: number, height: number, colorScheme: 'light' | 'dark') => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    await stopMoving(page);
    return `${page.url()} at ${width} px in ${colorScheme}`;
  };
  await lookForFaults(page, { where: await look(1280, 800, 'light') });
  // The theme changes colors and nothing else.
  await lookForFaults(page, { only: colorRules, where: await look(1280, 800, 'dark') });
  await page.evaluate(markNewLook);
  const where = await look(390, 844, 'dark');
  const differs = await page.evaluate(markNewLook);
  if (differs) await lookForFaults(page, { only: colorRules, within: page.locator('[data-new-look]'), where });
  await lookForFaults(page, { where: await look(390, 844, 'light') });
}

/**
 * In the page: marks what was not visible or had other colors at the previous call, but not the parts of a marked element.
 * Returns whether anything is marked.
 */
function markNewLook(): boolean {
  const known = window as { colorsBefore?: WeakMap<Element, string> };
  const before = known.colorsBefore;
  const now = new WeakMap<Element, string>();
  known.colorsBefore = now;
  for (const element of document.querySelectorAll('[data-new-look]')) element.removeAttribute('data-new-look');
  for (const element of document.body.querySelectorAll('*')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { color, backgroundColor } = getComputedStyle(element);
    now.set(element, `${color} on ${backgroundColor}`);
    const isNew = before !== undefined && before.get(element) !== now.get(element);
    if (isNew && !element.closest('[data-new-look]')) element.setAttribute('data-new-look', '');
  }
  return document.querySelector('[data-new-look]') !== null;
}

interface FaultSearch {
  only?: readonly string[];
  within?: Locator | undefined;
  where?: string;
}

async function lookForFaults(page: Page, { only, within, where }: FaultSearch) {
  expect(await findViolations(page, { only, within }), where).toEqual([]);
  await expectNoSidewaysScroll(page);
}

export async function expectNoSidewaysScroll(page: Page) {
  const { inner, outer } = await page.evaluate(() => ({
    inner: document.documentElement.scrollWidth,
    outer: window.innerWidth,
  }));
  expect(inner).toBeLessThanOrEqual(outer);
}

/** Waits until nothing is loading or moving any more. */
export async function settle(page: Page) {
  await page.waitForLoadState('load');
  // An answer may lead to the next request: it is quiet when nothing is under way before and after the page was drawn.
  const isQuiet = async () => {
    const before = requestsUnderWay(page);
    await nextFrames(page);
    const skeletons = await page.locator('.skeleton').count();
    return before + skeletons + requestsUnderWay(page) === 0;
  };
  await expect.poll(isQuiet, { timeout: 60_000, interval: 20 }).toBe(true);
  await stopMoving(page);
}

const nextFrames = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Colors in the middle of a transition are not errors. */
async function stopMoving(page: Page) {
  // What has changed begins to move with the next frame.
  await nextFrames(page);
  await page.evaluate(async () => {
    // An animation without an end, or one that follows the scrolling, never finishes.
    const moving = document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime));
    // One that the browser has replaced never ends.
    const longEnough = new Promise((resolve) => setTimeout(resolve, 3_000));
    await Promise.race([longEnough, Promise.allSettled(moving.map((one) => one.finished))]);
  });
}
