// Keeps one browser running for all pages: started on demand, replaced when it has grown or died, closed after a while without
// use. A capture in progress keeps its browser until it is done.
import { type Chromium, findChromium } from '../../../../platform/chromium/chromium.ts';
import type { Log } from '../../../../platform/log.ts';
import type { Practice } from '../../../../platform/outbound/connecting/target.ts';
import { type OutboundProxy, startOutboundProxy } from '../../../../platform/outbound/proxy/proxy.ts';
import { launchBrowser, type RunningBrowser } from './launch.ts';

export interface KeeperOptions {
  chromiumPath?: string | undefined;
  practice?: Practice | undefined;
  log: Pick<Log, 'info' | 'warn'>;
  maxMemoryBytes: number;
  /** Then a new browser takes over, which ends any leaks. */
  maxPages?: number | undefined;
  /** The same when all its processes together use more memory; checked after every page. */
  maxBrowserBytes?: number | undefined;
  /** For tests: DNS answers and connections without a network. */
  proxy?: Pick<NonNullable<Parameters<typeof startOutboundProxy>[0]>, 'resolve' | 'dial'> | undefined;
}

export interface BorrowedBrowser extends RunningBrowser {
  proxy: OutboundProxy;
  giveBack(): void;
}

export interface BrowserKeeper {
  /** Null if this machine has no browser. Rejects if the one it has does not start this time, not even at the second attempt. */
  borrow(): Promise<BorrowedBrowser | null>;
  /** The same with a browser that no other page uses; it closes when it is given back. */
  borrowAlone(): Promise<BorrowedBrowser | null>;
  close(): Promise<void>;
}

interface Kept {
  running: RunningBrowser;
  proxy: OutboundProxy;
  pages: number;
  inUse: number;
  retired: boolean;
}

const MB = 1024 * 1024;
const idleMs = 120_000;

export function keepBrowser(options: KeeperOptions): BrowserKeeper {
  const { maxPages = 250, maxBrowserBytes = 1500 * MB, log } = options;
  let proxy: OutboundProxy | undefined;
  let current: Promise<Kept | null> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let hasWarned = false;
  const running = new Set<Kept>();
  const closing = new Set<Promise<void>>();

  function warnWithoutSandbox({ sandbox }: Chromium): void {
    if (sandbox || hasWarned) return;
    hasWarned = true;
    log.warn(
      'the browser for screenshots runs without its sandbox, which this system does not allow: see docs/operating.md',
    );
  }

  function retire(kept: Kept): void {
    if (!kept.retired) current = undefined;
    kept.retired = true;
    if (kept.inUse > 0) return;
    const closed = kept.running.close().finally(() => closing.delete(closed));
    closing.add(closed);
  }

  async function find(): Promise<Chromium | null> {
    try {
      return await findChromium(options.chromiumPath);
    } catch (error) {
      log.warn({ err: error }, 'there is no browser for screenshots');
      return null;
    }
  }

  async function start(): Promise<Kept | null> {
    const found = await find();
    if (found === null) return null;
    warnWithoutSandbox(found);
    // It has started before, or it would not have been found.
    return startFound(found).catch((error: unknown) => {
      log.warn({ err: error }, 'the browser for screenshots did not start; trying once more');
      return startFound(found);
    });
  }

  async function startFound(found: Chromium): Promise<Kept> {
    proxy ??= await startOutboundProxy({ practice: options.practice, ...options.proxy });
    const launched = await launchBrowser({ ...options, found, proxy });
    const kept: Kept = { running: launched, proxy, pages: 0, inUse: 0, retired: false };
    running.add(kept);
    launched.browser.on('disconnected', () => {
      running.delete(kept);
      if (kept.retired) return;
      log.warn('the browser for screenshots has ended; the next page starts another');
      kept.retired = true;
      current = undefined;
    });
    return kept;
  }

  /** The browser that runs, or the next. One that did not start is forgotten, so that the next page starts another. */
  function currentOrNew(): Promise<Kept | null> {
    if (current !== undefined) return current;
    const starting = start();
    current = starting;
    const forget = () => {
      if (current === starting) current = undefined;
    };
    starting.then((kept) => kept === null && forget(), forget);
    return starting;
  }

  function lend(kept: Kept): BorrowedBrowser {
    kept.pages += 1;
    kept.inUse += 1;
    return { ...kept.running, proxy: kept.proxy, giveBack: () => giveBack(kept) };
  }

  function giveBack(kept: Kept): void {
    kept.inUse -= 1;
    if (kept.retired || kept.pages >= maxPages) retire(kept);
    else void retireWhenLarge(kept);
    if (kept.inUse === 0) idle = setTimeout(() => kept.inUse === 0 && !kept.retired && retire(kept), idleMs).unref();
  }

  async function retireWhenLarge(kept: Kept): Promise<void> {
    const bytes = await kept.running.memory();
    if (bytes > maxBrowserBytes && !kept.retired) retire(kept);
  }

  return {
    async borrow() {
      clearTimeout(idle);
      const kept = await currentOrNew();
      return kept && lend(kept);
    },
    async borrowAlone() {
      const kept = await start();
      if (kept === null) return null;
      kept.retired = true;
      return lend(kept);
    },
    async close() {
      clearTimeout(idle);
      await current?.catch(() => null);
      for (const kept of running) {
        kept.inUse = 0;
        retire(kept);
      }
      await Promise.all(closing);
      await proxy?.stop();
    },
  };
}
