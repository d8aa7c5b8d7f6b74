// Runs Lighthouse on one page in a Chromium that nothing else controls. It used to share Playwright's browser, and a run on
// arm64 was reported to end after two pages with "browser has been closed". The cause is unknown, so a browser that ends is
// reported with its output, and restarted once.
import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Chromium, chromiumLaunchOptions } from '../../server/platform/chromium/chromium.ts';

export const categories = ['performance', 'accessibility', 'best-practices'] as const;
export type Scores = Record<(typeof categories)[number], number>;
export type FormFactor = 'desktop' | 'mobile';

export interface Visit {
  chromium: Chromium;
  url: string;
  formFactor: FormFactor;
  /** The browser's user data folder: its local storage decides who is signed in. */
  profile: string;
}

/** As Lighthouse's own desktop preset. Its default settings are the mobile ones. */
const desktop = {
  formFactor: 'desktop',
  throttling: {
    rttMs: 40,
    throughputKbps: 10_240,
    cpuSlowdownMultiplier: 1,
    requestLatencyMs: 0,
    downloadThroughputKbps: 0,
    uploadThroughputKbps: 0,
  },
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
};

type Lighthouse = (
  url: string,
  flags: object,
  config: object,
) => Promise<{ lhr: { categories: Record<string, { score: number | null }>; finalDisplayedUrl: string } } | undefined>;

/** A browser that ends midway is restarted once. */
const attempts = 2;

/** Scores a page from 0 to 100. Rejects if the page redirects elsewhere, or if the browser ends twice in a row. */
export async function scorePage(visit: Visit): Promise<Scores> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await scoreOnce(visit);
    } catch (error) {
      if (!(error instanceof BrowserEnded) || attempt === attempts) throw error;
      console.error(`${error.message}; starting another one`);
    }
  }
}

class BrowserEnded extends Error {}

async function scoreOnce({ chromium, url, formFactor, profile }: Visit): Promise<Scores> {
  const lighthouse = await loadLighthouse();
  const browser = startBrowser(chromium, profile);
  try {
    const flags = {
      port: await browser.port,
      onlyCategories: categories,
      disableStorageReset: true,
      logLevel: 'error',
    };
    const config = { extends: 'lighthouse:default', settings: formFactor === 'desktop' ? desktop : {} };
    const run = lighthouse(url, flags, config);
    // If the browser has ended, Lighthouse's error is only a consequence.
    run.catch(() => {});
    const result = await Promise.race([run, browser.ended]);
    if (!result) throw new Error(`Lighthouse has no result for ${url}`);
    const { categories: found, finalDisplayedUrl } = result.lhr;
    if (finalDisplayedUrl !== url) throw new Error(`${url} led to ${finalDisplayedUrl}`);
    const scored = categories.map((name) => [name, Math.round((found[name]?.score ?? 0) * 100)]);
    return Object.fromEntries(scored) as Scores;
  } finally {
    await browser.stop();
  }
}

interface Browser {
  port: Promise<number>;
  /** Rejects with BrowserEnded when the browser ends. */
  ended: Promise<never>;
  /** SIGTERM lets Chromium write its local storage before it ends. */
  stop(): Promise<void>;
}

function startBrowser(chromium: Chromium, profile: string): Browser {
  const { executablePath = '', args = [], env } = chromiumLaunchOptions(chromium);
  const own = ['--remote-debugging-port=0', '--disable-dev-shm-usage', `--user-data-dir=${profile}`, 'about:blank'];
  const child = spawn(executablePath, [...args, ...own], {
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-4_000);
  });
  const gone = exit(child);
  const ended = gone.then((how): never => {
    throw new BrowserEnded(`Chromium ended (${how})\n${said}`);
  });
  ended.catch(() => {});
  return {
    port: Promise.race([debuggingPort(child), ended]),
    ended,
    async stop() {
      child.kill('SIGTERM');
      await gone;
    },
  };
}

function exit(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(`${signal ?? `code ${code}`}`));
  });
}

function debuggingPort({ stderr }: ChildProcess): Promise<number> {
  return new Promise((resolve) => {
    let text = '';
    stderr?.on('data', (chunk: string) => {
      text += chunk;
      const [, port] = /DevTools listening on ws:\/\/[^:]+:(\d+)\//.exec(text) ?? [];
      if (port) resolve(Number(port));
    });
  });
}

async function loadLighthouse(): Promise<Lighthouse> {
  const require = createRequire(join(import.meta.dirname, '../node_modules/'));
  const { default: lighthouse } = (await import(pathToFileURL(require.resolve('lighthouse')).href)) as {
    default: Lighthouse;
  };
  return lighthouse;
}
