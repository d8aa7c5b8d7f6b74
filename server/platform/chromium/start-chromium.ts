// Our own Chromium as a child process, controlled by Puppeteer through pipes: no open port, and it ends with this process.
// Puppeteer carries the browser's protocol, typed; its pages are not used, because they have the browser report everything.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import type { Browser, CDPSession, ConnectionTransport } from 'puppeteer-core';
import { within } from '../within.ts';
import { type Chromium, chromiumLaunchOptions, killGroup } from './chromium.ts';
import { pipeTransport } from './pipe-transport.ts';

export interface ChromiumProcess {
  readonly pid: number;
  /** The browser's major version, such as `156`. */
  readonly majorVersion: string;
  /** Tells whether it is connected, and when it no longer is. */
  readonly browser: Browser;
  /** The protocol session of the browser itself. */
  readonly devtools: CDPSession;
  /** Closes it, by force if it does not respond. Never rejects. */
  close(): Promise<void>;
}

/** For every call of the protocol, so for the start too. No page is visited for longer. */
const callWithinMs = 30_000;
const closeWithinMs = 5_000;

/** Flags that Playwright sets too, as far as screenshots of single pages need them. */
const steadyArguments: readonly string[] = [
  // Pages render the same everywhere, at full speed, as for a person with a mouse.
  '--force-color-profile=srgb',
  '--disable-field-trial-config',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--enable-features=CDPScreenshotNewSurface',
  '--disable-features=PaintHolding,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints',
  '--enable-unsafe-swiftshader',
  // Nothing is stored, reported or asked.
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-hang-monitor',
  '--disable-prompt-on-repost',
  '--disable-search-engine-choice-screen',
  '--metrics-recording-only',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  // Containers give 64 MB of shared memory.
  '--disable-dev-shm-usage',
  '--no-startup-window',
];

/** Starts it with these arguments in addition to the usual ones. Rejects if it does not start. */
export async function startChromium(found: Chromium, more: readonly string[]): Promise<ChromiumProcess> {
  const { executablePath = '', args = [], env = {} } = chromiumLaunchOptions(found);
  const profile = await mkdtemp(join(tmpdir(), 'zeus-browser-'));
  const child = spawn(
    executablePath,
    [...args, ...steadyArguments, ...more, `--user-data-dir=${profile}`, '--remote-debugging-pipe'],
    { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' },
  );
  const ended = endOf(child, profile);
  try {
    const connecting = connectTo(pipeTransport(child.stdio[4] as Readable, child.stdio[3] as Writable));
    const browser = await Promise.race([connecting, ended.then(() => Promise.reject(new Error('the browser ended')))]);
    const devtools = await openSession(browser);
    const { product } = await devtools.send('Browser.getVersion');
    // A page may have broken the connection by a message that is too long.
    browser.on('disconnected', () => killGroup(child));
    const close = async () => {
      browser.close().catch(() => undefined);
      if ((await within(closeWithinMs, ended)) === null) killGroup(child);
      await ended;
    };
    return { pid: child.pid ?? 0, majorVersion: /\/(\d+)/.exec(product)?.[1] ?? '', browser, devtools, close };
  } catch (error) {
    killGroup(child);
    throw error;
  }
}

async function connectTo(transport: ConnectionTransport): Promise<Browser> {
  // Loaded when needed: it takes 35 MB and 0.3 CPU seconds, and not every process opens a browser.
  const { connect } = await import('puppeteer-core');
  return connect({ transport, defaultViewport: null, protocolTimeout: callWithinMs });
}

// Puppeteer attaches to every target, and lets service workers run. This ends that, and opens a session that only we use.
async function openSession(browser: Browser): Promise<CDPSession> {
  const devtools = await browser.target().createCDPSession();
  const connection = devtools.connection();
  const none = { autoAttach: false, waitForDebuggerOnStart: false, flatten: true };
  await Promise.all([
    connection?.send('Target.setAutoAttach', none),
    connection?.send('Target.setDiscoverTargets', { discover: false }),
  ]);
  return devtools;
}

async function endOf(child: ChildProcess, profile: string): Promise<void> {
  const endNow = () => {
    killGroup(child);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once('exit', endNow);
  // A missing program emits an error and no exit.
  await Promise.race([once(child, 'exit'), new Promise((resolve) => child.once('error', resolve))]).catch(
    () => undefined,
  );
  process.off('exit', endNow);
  endNow();
}
