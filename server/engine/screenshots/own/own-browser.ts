// Our own browser as a provider of screenshots, and of links added by scripts. The caller decides how many pages are captured
// at once; links are read from one page at a time.

import pLimit from 'p-limit';
import { within } from '../../../platform/within.ts';
import { failed, type NoPicture, NoPictureNow, type ScreenshotProvider } from '../screenshot-provider.ts';
import { type BorrowedBrowser, type BrowserKeeper, type KeeperOptions, keepBrowser } from './browser/keep-browser.ts';
import { type BrowserPage, openPage, type Visitor } from './browser/open-page.ts';
import { kill } from './browser/process-memory.ts';
import { DEFAULT_PAGE_LIMITS, type PageLimits } from './limits.ts';
import { photograph } from './photograph.ts';
import { readLinks } from './read-links.ts';
import { type Outcome, type PageWork, visitPage } from './visit-page.ts';

/** How many pages may have a browser of their own at once, after the one for all has crashed. */
const maxAlone = 2;

export interface OwnBrowserOptions extends Omit<KeeperOptions, 'maxMemoryBytes'>, Visitor {
  limits?: Partial<PageLimits>;
}

export interface OwnBrowser extends ScreenshotProvider {
  /**
   * The URLs the page links to after its scripts have run; null if it could not be opened. Only this document is opened: if a
   * script redirects to another page, that is not followed. Throws only when the signal ends the call. The caller respects robots.txt
   * and pauses.
   */
  renderedLinks(url: string, signal?: AbortSignal): Promise<string[] | null>;
  /** Closes the browser and the proxy. */
  close(): Promise<void>;
}

export function openOwnBrowser({ botName, limits: given, ...options }: OwnBrowserOptions): OwnBrowser {
  const limits = { ...DEFAULT_PAGE_LIMITS, ...given };
  const keeper = keepBrowser({ ...options, maxMemoryBytes: limits.maxMemoryBytes });
  const alone = pLimit(maxAlone);

  async function visitOnce<Result extends Outcome>(
    borrow: BrowserKeeper['borrow'],
    { signal, ...visit }: Visit,
    work: PageWork<Result>,
  ) {
    signal?.throwIfAborted();
    const borrowed = await borrow().catch((error: unknown) => {
      throw new NoPictureNow('the browser does not start', { cause: error });
    });
    if (borrowed === null) return failed('no-browser', 'this machine has none');
    const isGone = () => !borrowed.browser.connected;
    try {
      const outcome = await inPage(borrowed, { ...visit, signal }, work);
      return outcome.kind === 'failed' && isGone() ? 'browser gone' : outcome;
    } catch (error) {
      signal?.throwIfAborted();
      return isGone() ? 'browser gone' : failed('unavailable', (error as Error).message);
    } finally {
      borrowed.giveBack();
    }
  }

  async function visit<Result extends Outcome>(request: Visit, work: PageWork<Result>): Promise<Result | NoPicture> {
    const first = await visitOnce(keeper.borrow, request, work);
    if (first !== 'browser gone') return first;
    // Another page may have crashed it. If a browser with only this page crashes, it was this page.
    const second = await alone(() => visitOnce(keeper.borrowAlone, request, work));
    return second === 'browser gone' ? failed('unavailable', 'the browser died of it twice') : second;
  }

  let lastLinks: Promise<unknown> = Promise.resolve();
  async function linksAfter(before: Promise<unknown>, url: string, signal: AbortSignal | undefined) {
    await before;
    signal?.throwIfAborted();
    const request = { url, botName, limits: { ...limits, maxNavigations: 1 }, signal };
    const outcome = await visit(request, readLinks).catch((error: Error) => {
      signal?.throwIfAborted();
      return failed('unavailable', error.message);
    });
    if (outcome.kind === 'links') return outcome.urls;
    options.log.info({ url, reason: outcome.reason, detail: outcome.detail }, 'no rendered links');
    return null;
  }

  return {
    source: 'zeus-own',
    take: (url, { signal }, options) =>
      visit({ url, botName, limits, signal }, (opened) => photograph(opened, options)),
    renderedLinks(url, signal) {
      const links = linksAfter(lastLinks, url, signal);
      lastLinks = links.catch(() => undefined);
      return links;
    },
    close: keeper.close,
  };
}

interface Visit extends Visitor {
  url: string;
  limits: PageLimits;
  signal?: AbortSignal | undefined;
}

async function inPage<Result extends Outcome>(
  borrowed: BorrowedBrowser,
  { url, botName, limits, signal }: Visit,
  work: PageWork<Result>,
): Promise<Result | NoPicture> {
  signal?.throwIfAborted();
  const visit = borrowed.proxy.openVisit({ maxBytes: limits.maxBytes });
  const opening = openPage(borrowed, { botName });
  const { promise: left, reject: leave } = Promise.withResolvers<never>();
  const handleAbort = () => leave(signal?.reason);
  signal?.addEventListener('abort', handleAbort);
  const visiting = async () => visitPage(url, { page: await opening, visit, limits }, work);
  try {
    const outcome = await Promise.race([left, within(limits.totalMs, visiting())]);
    return outcome ?? failed('timed-out', 'it took longer than a page may');
  } finally {
    signal?.removeEventListener('abort', handleAbort);
    visit.close();
    await closePage(borrowed, opening, limits);
  }
}

// If a page doesn't close, the browser isn't responding: kill it, and the next page starts another.
async function closePage(
  { pid, browser }: BorrowedBrowser,
  opening: Promise<BrowserPage>,
  { closeMs }: PageLimits,
): Promise<void> {
  const closed = opening
    .then((page) => page.close())
    .then(
      () => true,
      () => true,
    );
  if ((await within(closeMs, closed)) !== null || !browser.connected) return;
  const gone = new Promise((resolve) => browser.once('disconnected', resolve));
  kill(pid);
  await within(closeMs, gone);
}
