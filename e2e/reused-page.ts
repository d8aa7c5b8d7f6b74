// The page that stories hand on to each other. A page in a new profile starts a process, compiles Zeus and axe-core again, and
// so takes 1.3 s of CPU time until it is checked, instead of 0.7 s.
import type { Disposable, Page } from 'playwright-core';
import { inject } from 'vitest';

const initScripts = new WeakMap<Page, Disposable[]>();
const origins = new WeakMap<Page, Set<string>>();

/** Runs the function at the start of every document, in all tabs of this person, until the page is handed on. */
export async function runInEveryDocument(page: Page, act: (argument: string) => void, argument: string): Promise<void> {
  const script = await page.context().addInitScript(act, argument);
  initScripts.set(page, [...(initScripts.get(page) ?? []), script]);
}

/** Remembers which origins the page visits: what it stores there cannot be seen from elsewhere. */
export function watchOrigins(page: Page): void {
  const visited = new Set<string>();
  origins.set(page, visited);
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame() && frame.url() !== 'about:blank') visited.add(new URL(frame.url()).origin);
  });
}

/** Makes the page one of a new person, signed out. False if that is not possible; then close it. */
export async function makeNew(page: Page): Promise<boolean> {
  const { address } = inject('zeus');
  const { origin } = new URL(address);
  if (page.isClosed() || [...(origins.get(page) ?? [])].some((visited) => visited !== origin)) return false;
  const context = page.context();
  for (const tab of context.pages()) if (tab !== page) await tab.close();
  for (const script of initScripts.get(page) ?? []) await script.dispose();
  initScripts.delete(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  // A page of the same origin without our code, which could still store something.
  await page.goto(`${address}/healthz`);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' });
  return true;
}
