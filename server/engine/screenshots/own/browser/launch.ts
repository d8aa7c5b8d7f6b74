// One running Chromium behind the filtering proxy, with an eye on its memory.
import type { Chromium } from '../../../../platform/chromium/chromium.ts';
import type { Devtools } from '../../../../platform/chromium/devtools.ts';
import { type ChromiumProcess, startChromium } from '../../../../platform/chromium/start-chromium.ts';
import type { Log } from '../../../../platform/log.ts';
import { BROWSER_ARGUMENTS, type OutboundProxy } from '../../../../platform/outbound/proxy/proxy.ts';
import { kill, memoryOf } from './process-memory.ts';

export interface RunningBrowser extends ChromiumProcess {
  /** Resident bytes of all its processes together. */
  memory(): Promise<number>;
  /** The one page each context may have, by the context's id. */
  pages: Map<string, string>;
}

export interface LaunchOptions {
  found: Chromium;
  proxy: OutboundProxy;
  /** A process that draws pages and holds more is ended; its page ends as crashed. */
  maxMemoryBytes: number;
  log: Pick<Log, 'warn'>;
}

const watchEveryMs = 1_000;
/** Also the heap of scripts has a limit, so that most hungry pages fail by themselves and soon. */
const scriptMegabytes = 384;

/** Flags for a browser that takes pictures of pages. */
export const PICTURE_ARGUMENTS: readonly string[] = [
  `--js-flags=--max-old-space-size=${scriptMegabytes}`,
  '--mute-audio',
  '--hide-scrollbars',
  // No frame without its pictures.
  '--disable-checker-imaging',
  '--lang=en-US',
  '--accept-lang=en-US',
  '--force-prefers-reduced-motion',
  // A picture of a page whose certificate has run out is better than none; nothing is sent there.
  '--ignore-certificate-errors',
  // No windows but ours. The full Chromium does not know this one; there they are closed as they come.
  '--block-new-web-contents',
];

/** Starts the browser. Rejects when it does not start. */
export async function launchBrowser({ found, proxy, maxMemoryBytes, log }: LaunchOptions): Promise<RunningBrowser> {
  const chromium = await startChromium(found, [
    ...PICTURE_ARGUMENTS,
    ...BROWSER_ARGUMENTS,
    `--proxy-server=${proxy.url}`,
  ]);
  const { browser } = chromium.devtools;
  const pages = new Map<string, string>();
  const processes = () => processesOf(browser);
  const watch = setInterval(() => void endHungry(processes, maxMemoryBytes, log), watchEveryMs);
  chromium.devtools.onClose(() => clearInterval(watch));
  await Promise.all([closeOtherPages(browser, pages), closeServiceWorkers(browser)]);
  return {
    ...chromium,
    pages,
    async memory() {
      const held = await memoryOf((await processes()).map(({ id }) => id));
      return [...held.values()].reduce((sum, bytes) => sum + bytes, 0);
    },
  };
}

async function closeOtherPages(browser: Devtools, pages: RunningBrowser['pages']): Promise<void> {
  browser.on('Target.targetCreated', ({ targetInfo: { targetId, browserContextId = '' } }) => {
    const wanted = pages.get(browserContextId);
    if (wanted === undefined || wanted === targetId) return;
    browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
  });
  await browser.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] });
}

// They are stopped before their first line. A script in every page that takes `register` away costs 5 % of a picture.
async function closeServiceWorkers(browser: Devtools): Promise<void> {
  browser.on('Target.attachedToTarget', ({ targetInfo: { type, targetId } }) => {
    if (type === 'service_worker') browser.send('Target.closeTarget', { targetId }).catch(() => undefined);
  });
  const filter = [{ type: 'service_worker' }];
  await browser.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true, filter });
}

interface BrowserProcess {
  type: string;
  id: number;
}

async function processesOf(browser: Devtools): Promise<BrowserProcess[]> {
  const answer = await browser.send('SystemInfo.getProcessInfo').catch(() => ({ processInfo: [] }));
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
