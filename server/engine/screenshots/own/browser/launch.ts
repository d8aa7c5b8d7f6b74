// One running Chromium behind the filtering proxy, with memory limits.
import type { CDPSession } from 'puppeteer-core';
import { screenshotSize } from '../../../../../shared/screenshot.ts';
import type { Chromium } from '../../../../platform/chromium/chromium.ts';
import { type ChromiumProcess, startChromium } from '../../../../platform/chromium/start-chromium.ts';
import type { Log } from '../../../../platform/log.ts';
import { BROWSER_ARGUMENTS, type OutboundProxy } from '../../../../platform/outbound/proxy/proxy.ts';
import { kill, memoryOf } from './process-memory.ts';

export interface RunningBrowser extends ChromiumProcess {
  /** Resident memory of all its processes. */
  memory(): Promise<number>;
  /** The one page each context may have, by context id. */
  pages: Map<string, string>;
}

export interface LaunchOptions {
  found: Chromium;
  proxy: OutboundProxy;
  /** A renderer that uses more is killed; its page ends as crashed. */
  maxMemoryBytes: number;
  log: Pick<Log, 'warn'>;
}

const watchEveryMs = 1_000;
/** The script heap has a limit too, so that most greedy pages fail early on their own. */
const scriptMegabytes = 384;

/** Flags for a browser that captures pages. */
export const PICTURE_ARGUMENTS: readonly string[] = [
  `--js-flags=--max-old-space-size=${scriptMegabytes}`,
  '--mute-audio',
  '--hide-scrollbars',
  // A tile as large as the window: a picture further down the page takes 5 to 8 ms less than with small tiles, the first the same.
  `--default-tile-width=${screenshotSize.width}`,
  `--default-tile-height=${screenshotSize.height}`,
  // No frame without its images.
  '--disable-checker-imaging',
  '--lang=en-US',
  '--accept-lang=en-US',
  '--force-prefers-reduced-motion',
  // A screenshot of a page with an expired certificate is better than none; nothing is sent there.
  '--ignore-certificate-errors',
  // No windows but ours. The full Chromium doesn't know this flag; there we close them when they open.
  '--block-new-web-contents',
];

/** Starts the browser. Rejects if it does not start. */
export async function launchBrowser({ found, proxy, maxMemoryBytes, log }: LaunchOptions): Promise<RunningBrowser> {
  const chromium = await startChromium(found, [
    ...PICTURE_ARGUMENTS,
    ...BROWSER_ARGUMENTS,
    `--proxy-server=${proxy.url}`,
  ]);
  const { browser, devtools } = chromium;
  const pages = new Map<string, string>();
  const processes = () => processesOf(devtools);
  const watch = setInterval(() => void endHungry(processes, maxMemoryBytes, log), watchEveryMs);
  browser.on('disconnected', () => clearInterval(watch));
  try {
    await Promise.all([closeOtherPages(devtools, pages), closeServiceWorkers(devtools)]);
  } catch (error) {
    await chromium.close();
    throw error;
  }
  return {
    ...chromium,
    pages,
    async memory() {
      const held = await memoryOf((await processes()).map(({ id }) => id));
      return [...held.values()].reduce((sum, bytes) => sum + bytes, 0);
    },
  };
}

async function closeOtherPages(devtools: CDPSession, pages: RunningBrowser['pages']): Promise<void> {
  devtools.on('Target.targetCreated', ({ targetInfo: { targetId, browserContextId = '' } }) => {
    const wanted = pages.get(browserContextId);
    if (wanted === undefined || wanted === targetId) return;
    devtools.send('Target.closeTarget', { targetId }).catch(() => undefined);
  });
  await devtools.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
}

// Stopped before their first line. A script that overrides `register` in every page would be no cheaper, and runs among the page's own.
async function closeServiceWorkers(devtools: CDPSession): Promise<void> {
  devtools.on('Target.attachedToTarget', ({ targetInfo: { type, targetId } }) => {
    if (type === 'service_worker') devtools.send('Target.closeTarget', { targetId }).catch(() => undefined);
  });
  const filter = [{ type: 'service_worker' }];
  await devtools.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter,
  });
}

interface BrowserProcess {
  type: string;
  id: number;
}

async function processesOf(devtools: CDPSession): Promise<BrowserProcess[]> {
  const answer = await devtools.send('SystemInfo.getProcessInfo').catch(() => ({ processInfo: [] }));
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
