// A real browser for a story. Anything a careful person would see in the console fails the story it happened in.
import { randomBytes } from 'node:crypto';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from 'playwright-core';
import { afterEach, beforeAll, expect, inject } from 'vitest';
import { chromiumLaunchOptions, findChromium, howToInstallChromium } from '../server/platform/chromium/chromium.ts';

export interface Story {
  /** A new page in its own profile: another person, signed out. */
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

/** The address of another person, as a proxy in front of Zeus would state it. */
function newClientAddress(): string {
  const [a = 0, b = 0, c = 0] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}

let launched: Promise<Browser> | undefined;

/** One browser for all files that this process runs: it ends with the process. Each page has a profile of its own. */
function sharedBrowser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<Browser> {
  const found = await findChromium();
  if (!found) throw new Error(howToInstallChromium());
  const browser = await chromium.launch(chromiumLaunchOptions(found));
  // If it crashes, only the story it crashed in fails.
  browser.once('disconnected', () => {
    launched = undefined;
  });
  return browser;
}

/** Sets up a test file: it gets pages, and stray messages fail the test they happen in. */
export function openStory(): Story {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const messages: string[] = [];
  const expected: RegExp[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close();
    const stray = messages.splice(0).filter((message) => !expected.some((pattern) => pattern.test(message)));
    expected.length = 0;
    expect(stray, 'messages in the console').toEqual([]);
  });

  return {
    async newPage(options = {}) {
      const context = await browser.newContext({
        baseURL: inject('zeus').address,
        reducedMotion: 'reduce',
        extraHTTPHeaders: { 'x-forwarded-for': newClientAddress() },
        ...options,
      });
      contexts.push(context);
      context.setDefaultTimeout(60_000);
      context.on('page', watchRequests);
      const page = await context.newPage();
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) messages.push(message.text());
      });
      page.on('pageerror', (error) => messages.push(error.message));
      return page;
    },
    expectMessage: (pattern) => expected.push(pattern),
  };
}
