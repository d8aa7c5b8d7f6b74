// One running Chromium behind the filtering proxy, with an eye on its memory.
import { type Browser, type CDPSession, chromium } from 'playwright-core';
import { type Chromium, chromiumLaunchOptions } from '../../../platform/chromium/chromium.ts';
import type { Log } from '../../../platform/log.ts';
import { BROWSER_ARGUMENTS, type OutboundProxy } from '../../../platform/outbound/proxy/proxy.ts';
import { kill, memoryOf } from './process-memory.ts';

export interface RunningBrowser {
  browser: Browser;
  /** Of the browser process; 0 when it could not be learned. */
  pid: number;
  /** Resident bytes of all its processes together. */
  memory(): Promise<number>;
  /** Closes it, by force when it does not answer. Does not reject. */
  close(): Promise<void>;
}

export interface LaunchOptions {
  found: Chromium;
  proxy: OutboundProxy;
  /** A process that draws pages and holds more is ended; its page ends as crashed. */
  maxMemoryBytes: number;
  log: Pick<Log, 'warn'>;
}

const watchEveryMs = 1_000;
const closeWithinMs = 5_000;
const startWithinMs = 30_000;
/** Also the heap of scripts has a limit, so that most hungry pages fail by themselves and soon. */
const scriptMegabytes = 384;

/** Starts the browser. Rejects when it does not start. */
export async function launchBrowser({ found, proxy, maxMemoryBytes, log }: LaunchOptions): Promise<RunningBrowser> {
  const options = chromiumLaunchOptions(found);
  const browser = await chromium.launch({
    ...options,
    args: [
      ...(options.args ?? []),
      ...BROWSER_ARGUMENTS,
      `--js-flags=--max-old-space-size=${scriptMegabytes}`,
      '--mute-audio',
      '--hide-scrollbars',
      // No windows but ours. The full Chromium does not know this one; there they are closed as they come.
      '--block-new-web-contents',
    ],
    proxy: { server: proxy.url },
    // Stopping is the worker's business.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: startWithinMs,
  });
  const cdp = await browser.newBrowserCDPSession();
  const processes = () => processesOf(cdp);
  const pid = (await processes()).find(({ type }) => type === 'browser')?.id ?? 0;
  const watch = setInterval(() => void endHungry(processes, maxMemoryBytes, log), watchEveryMs);
  browser.once('disconnected', () => clearInterval(watch));
  return {
    browser,
    pid,
    async memory() {
      const held = await memoryOf((await processes()).map(({ id }) => id));
      return [...held.values()].reduce((sum, bytes) => sum + bytes, 0);
    },
    async close() {
      clearInterval(watch);
      const force = setTimeout(() => pid > 0 && kill(pid), closeWithinMs);
      await browser.close().catch(() => undefined);
      clearTimeout(force);
    },
  };
}

interface BrowserProcess {
  type: string;
  id: number;
}

async function processesOf(cdp: CDPSession): Promise<BrowserProcess[]> {
  const answer = await cdp.send('SystemInfo.getProcessInfo').catch(() => ({ processInfo: [] }));
  return answer.processInfo;
}

async function endHungry(processes: () => Promise<BrowserProcess[]>, limit: number, log: Pick<Log, 'warn'>) {
  const drawing = (await processes()).filter(({ type }) => type === 'renderer').map(({ id }) => id);
  for (const [pid, bytes] of await memoryOf(drawing)) {
    if (bytes <= limit) continue;
    log.warn({ megabytes: Math.round(bytes / 1024 / 1024) }, 'a page took too much memory and was ended');
    kill(pid);
  }
}
