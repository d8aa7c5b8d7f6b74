// Our own browser as a provider of screenshots. How many pages are taken at once is the caller's choice.
import type { Browser, BrowserContext } from 'playwright-core';
import type { Call } from '../../provider.ts';
import { failed, type ScreenshotOutcome, type ScreenshotProvider } from '../screenshot-provider.ts';
import { type BorrowedBrowser, type KeeperOptions, keepBrowser } from './keep-browser.ts';
import { DEFAULT_PAGE_LIMITS, type PageLimits } from './limits.ts';
import { kill } from './process-memory.ts';
import { contextOptions, visitPage, within } from './visit-page.ts';

export interface OwnBrowserOptions extends Omit<KeeperOptions, 'maxMemoryBytes'> {
  /** Said behind the browser's own name, so that a site knows who visits. */
  botName: string;
  limits?: Partial<PageLimits>;
}

export interface OwnBrowser extends ScreenshotProvider {
  /** Closes the browser and the proxy. */
  close(): Promise<void>;
}

const closeContextWithinMs = 5_000;

export function openOwnBrowser({ botName, limits: given, ...options }: OwnBrowserOptions): OwnBrowser {
  const limits = { ...DEFAULT_PAGE_LIMITS, ...given };
  const keeper = keepBrowser({ ...options, maxMemoryBytes: limits.maxMemoryBytes });

  async function takeOnce(url: string, { signal }: Call): Promise<ScreenshotOutcome | 'browser gone'> {
    const borrowed = await keeper.borrow();
    if (borrowed === null) return failed('no-browser', 'there is no browser that starts');
    const isGone = () => !borrowed.browser.isConnected();
    try {
      const outcome = await inContext(borrowed, { url, botName, limits, signal });
      return outcome.kind === 'failed' && isGone() ? 'browser gone' : outcome;
    } catch (error) {
      signal?.throwIfAborted();
      return isGone() ? 'browser gone' : failed('unavailable', (error as Error).message);
    } finally {
      borrowed.giveBack();
    }
  }

  return {
    source: 'zeus-own',
    async take(url, call) {
      const first = await takeOnce(url, call);
      if (first !== 'browser gone') return first;
      // It may have died of a neighbour's page. When it dies again, it was this one.
      const second = await takeOnce(url, call);
      return second === 'browser gone' ? failed('unavailable', 'the browser died of it twice') : second;
    },
    close: keeper.close,
  };
}

interface Visit {
  url: string;
  botName: string;
  limits: PageLimits;
  signal?: AbortSignal | undefined;
}

async function inContext(borrowed: BorrowedBrowser, { url, botName, limits, signal }: Visit) {
  const { browser, proxy } = borrowed;
  signal?.throwIfAborted();
  const visit = proxy.openVisit({ maxBytes: limits.maxBytes });
  const opening = browser.newContext({ ...contextOptions, userAgent: userAgentOf(browser, botName) });
  const { promise: left, reject: leave } = Promise.withResolvers<never>();
  const handleAbort = () => leave(signal?.reason);
  signal?.addEventListener('abort', handleAbort);
  const work = async () => visitPage(url, { context: await opening, visit, limits });
  try {
    const outcome = await Promise.race([left, within(limits.totalMs, work())]);
    return outcome ?? failed('timed-out', 'it took longer than a page may');
  } finally {
    signal?.removeEventListener('abort', handleAbort);
    visit.close();
    await closeContext(borrowed, opening);
  }
}

// A context that does not close means a browser that does not answer: it is ended, and the next page starts another.
async function closeContext({ pid }: BorrowedBrowser, opening: Promise<BrowserContext>): Promise<void> {
  const closed = opening
    .then((context) => context.close())
    .then(
      () => true,
      () => true,
    );
  if ((await within(closeContextWithinMs, closed)) === null && pid > 0) kill(pid);
}

function userAgentOf(browser: Browser, botName: string): string {
  const [major] = browser.version().split('.');
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36 ${botName}`;
}
