// A real browser for a story. Anything a careful person would see in the console fails the story it happened in.
import { randomBytes } from 'node:crypto';
import {
  type Browser,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { chromiumLaunchOptions } from '../server/platform/chromium/chromium.ts';
import { makeNew, watchOrigins } from './reused-page.ts';

export interface Story {
  /** A page of another person, signed out. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /** Declares that a console message is part of the story. */
  expectMessage(pattern: RegExp): void;
}

const underWay = new WeakMap<Page, Set<Request>>();

/** How many requests the page still waits for, except the live connection, which never ends. */
export const requestsUnderWay = (page: Page): number => underWay.get(page)?.size ?? 0;

function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    const from = request.redirectedFrom();
    if (from) requests.delete(from);
    if (/^http/.test(request.url()) && !request.url().endsWith('/data/live')) requests.add(request);
  });
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
}

/**
 * Headers of requests besides those of the page. A connection that is kept open may be cut by Zeus, for it was idle, at the very
 * moment it is used again.
 */
export const besidePage = { connection: 'close' };

/** The address of another person, as a proxy in front of Zeus would state it. */
function newClientAddress(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}

let launched: Promise<Browser> | undefined;

/** One browser for all files that this process runs: it ends with the process. */
function sharedBrowser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

const thriftyBrowser = [
  // No page lives long enough to earn back what the optimizing compilers and the threads that help to collect garbage cost. Those threads
  // and little room for young objects add 5 % to the browser's CPU time.
  '--js-flags=--no-maglev --no-turbofan --single-threaded-gc --min-semi-space-size=16',
  // Pages are laid out but not drawn, because no story looks at pixels: drawing adds 30 % to the browser's CPU time for a page load.
  '--blink-settings=acceleratedCompositingEnabled=false',
];

async function launch(): Promise<Browser> {
  const options = chromiumLaunchOptions(inject('chromium'));
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), ...thriftyBrowser] });
  // If it crashes, only the story it crashed in fails.
  browser.once('disconnected', () => {
    launched = undefined;
  });
  return browser;
}

/** Pages of stories that have ended, ready for the next persons. No story reuses more than two. */
const spares: Page[] = [];
const mostSpares = 2;

/** Undefined if there is none; those of a browser that crashed are closed. */
function takeSpare(): Page | undefined {
  const page = spares.pop();
  return page?.isClosed() ? takeSpare() : page;
}

async function openPage(browser: Browser, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ baseURL: inject('zeus').address, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(60_000);
  context.on('page', watchRequests);
  const page = await context.newPage();
  watchOrigins(page);
  return page;
}

/** Sets up a test file: it gets pages, and stray messages fail the test they happen in. */
export function openStory(): Story {
  let browser: Browser;
  /** With whether the next story may have it. */
  const pages = new Map<Page, boolean>();
  const messages: string[] = [];
  const expected: RegExp[] = [];
  const noteMessage = (message: ConsoleMessage) => {
    if (['error', 'warning'].includes(message.type())) messages.push(message.text());
  };
  const noteError = (error: Error) => messages.push(error.message);

  /** Keeps the page for the next story. False if that is not possible. */
  async function handOn(page: Page): Promise<boolean> {
    // What the page has logged arrives before this answer; leaving the page is not part of the story.
    await page.evaluate(() => undefined);
    page.off('console', noteMessage).off('pageerror', noteError);
    if (!(await makeNew(page))) return false;
    spares.push(page);
    return true;
  }

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async ({ task }) => {
    const hasPassed = task.result?.state !== 'fail';
    for (const [page, mayBeReused] of pages) {
      const isKept = mayBeReused && hasPassed && spares.length < mostSpares && (await handOn(page).catch(() => false));
      if (!isKept) await page.context().close();
    }
    pages.clear();
    const stray = messages.splice(0).filter((message) => !expected.some((pattern) => pattern.test(message)));
    expected.length = 0;
    expect(stray, 'messages in the console').toEqual([]);
  });

  return {
    async newPage(options) {
      const reused = options === undefined ? takeSpare() : undefined;
      const page = reused ?? (await openPage(browser, options ?? {}));
      pages.set(page, options === undefined);
      await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': newClientAddress() });
      return page.on('console', noteMessage).on('pageerror', noteError);
    },
    expectMessage: (pattern) => expected.push(pattern),
  };
}
