// Our own browser as a provider of screenshots. How many pages are taken at once is the caller's choice.
import type { Call } from '../../provider.ts';
import { failed, type ScreenshotOutcome, type ScreenshotProvider } from '../screenshot-provider.ts';
import { type BorrowedBrowser, type KeeperOptions, keepBrowser } from './browser/keep-browser.ts';
import { type BrowserPage, openPage, type Visitor } from './browser/open-page.ts';
import { kill } from './browser/process-memory.ts';
import { DEFAULT_PAGE_LIMITS, type PageLimits } from './limits.ts';
import { visitPage } from './visit-page.ts';
import { within } from './within.ts';

export interface OwnBrowserOptions extends Omit<KeeperOptions, 'maxMemoryBytes'>, Visitor {
  limits?: Partial<PageLimits>;
}

export interface OwnBrowser extends ScreenshotProvider {
  /** Closes the browser and the proxy. */
  close(): Promise<void>;
}

const closePageWithinMs = 5_000;

export function openOwnBrowser({ botName, limits: given, ...options }: OwnBrowserOptions): OwnBrowser {
  const limits = { ...DEFAULT_PAGE_LIMITS, ...given };
  const keeper = keepBrowser({ ...options, maxMemoryBytes: limits.maxMemoryBytes });

  async function takeOnce(url: string, { signal }: Call): Promise<ScreenshotOutcome | 'browser gone'> {
    const borrowed = await keeper.borrow();
    if (borrowed === null) return failed('no-browser', 'there is no browser that starts');
    const isGone = () => !borrowed.devtools.isOpen();
    try {
      const outcome = await inPage(borrowed, { url, botName, limits, signal });
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

interface Visit extends Visitor {
  url: string;
  limits: PageLimits;
  signal?: AbortSignal | undefined;
}

async function inPage(borrowed: BorrowedBrowser, { url, botName, limits, signal }: Visit) {
  signal?.throwIfAborted();
  const visit = borrowed.proxy.openVisit({ maxBytes: limits.maxBytes });
  const opening = openPage(borrowed, { botName });
  const { promise: left, reject: leave } = Promise.withResolvers<never>();
  const handleAbort = () => leave(signal?.reason);
  signal?.addEventListener('abort', handleAbort);
  const work = async () => visitPage(url, { page: await opening, visit, limits });
  try {
    const outcome = await Promise.race([left, within(limits.totalMs, work())]);
    return outcome ?? failed('timed-out', 'it took longer than a page may');
  } finally {
    signal?.removeEventListener('abort', handleAbort);
    visit.close();
    await closePage(borrowed, opening);
  }
}

// A page that does not close means a browser that does not answer: it is ended, and the next page starts another.
async function closePage({ pid }: BorrowedBrowser, opening: Promise<BrowserPage>): Promise<void> {
  const closed = opening
    .then((page) => page.close())
    .then(
      () => true,
      () => true,
    );
  if ((await within(closePageWithinMs, closed)) === null) kill(pid);
}
