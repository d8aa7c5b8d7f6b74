// Finds a Chromium that really starts on this machine and how to start it: with its sandbox wherever the system allows one,
// even as root. A path that merely exists is not enough: Ubuntu's /usr/bin/chromium is a stub for a snap, and an extracted
// browser may lack a library. scripts/browser/install-browser.ts installs one.
import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LaunchOptions } from 'playwright-core';
import { chromiumPlaces, isHeadlessShell } from './chromium-places.ts';

export interface Chromium {
  readonly executablePath: string;
  readonly env?: Record<string, string>;
  readonly kind: 'headless-shell' | 'chromium';
  readonly sandbox: boolean;
}

// A start takes 0.25 s on an idle machine; the limit is for a machine that is swapping.
const startLimitMs = 30_000;
const namespaceScript = join(import.meta.dirname, 'chromium-in-namespace.sh');
/** What was found, by `CHROMIUM_PATH`. */
const known = new Map<string, Promise<Chromium | null>>();

/**
 * Finds the first browser that starts: `CHROMIUM_PATH`, the project's own, the system's, Playwright's. Null if there is none (then show
 * `howToInstallChromium()`); throws if `CHROMIUM_PATH` is set and does not start. One that has started once is found again for as long as
 * its program is there, because a machine short of memory may fail to start it another time.
 */
export async function findChromium(chromiumPath = process.env.CHROMIUM_PATH ?? ''): Promise<Chromium | null> {
  const search = known.get(chromiumPath) ?? firstStartable(chromiumPath === '' ? chromiumPlaces() : [chromiumPath]);
  known.set(chromiumPath, search);
  const found = await search;
  if (found !== null && isExecutable(programOf(found))) return found;
  if (known.get(chromiumPath) === search) known.delete(chromiumPath);
  if (found !== null) return findChromium(chromiumPath);
  if (chromiumPath === '') return null;
  throw new Error(`CHROMIUM_PATH is ${chromiumPath}, which does not start. Correct it or remove it.`);
}

/** The browser's own program, even if a script starts it. */
export const programOf = ({ executablePath, env }: Pick<Chromium, 'executablePath' | 'env'>): string =>
  env?.ZEUS_CHROMIUM ?? executablePath;

/** The first path that starts; null if none does. Never fails. */
export async function firstStartable(paths: string[]): Promise<Chromium | null> {
  for (const path of paths) {
    const found = await startable(path);
    if (found !== null) return found;
  }
  return null;
}

/** The flags for every start: no window, no calls to the vendor, no QUIC (it would bypass an HTTP proxy). */
export function chromiumArgs(found: Pick<Chromium, 'sandbox'>): string[] {
  return [
    '--headless',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...(found.sandbox ? [] : ['--no-sandbox']),
  ];
}

/** The options for playwright-core's `chromium.launch`. The browser gets no settings or secrets from our environment. */
export function chromiumLaunchOptions(found: Chromium): LaunchOptions {
  return {
    executablePath: found.executablePath,
    args: chromiumArgs(found),
    chromiumSandbox: found.sandbox,
    env: browserEnv(found),
    headless: true,
  };
}

/** The message if no browser was found. */
export function howToInstallChromium(): string {
  return [
    'No working Chromium was found. Try one of these:',
    '  - npm run install-browser (tries what it can from the list below)',
    '  - Debian: sudo apt-get install --no-install-recommends chromium-headless-shell fonts-liberation fonts-noto-color-emoji',
    '  - other systems: npx playwright-core install --with-deps chromium-headless-shell, or install Google Chrome',
    '  - set CHROMIUM_PATH to a Chromium or Chrome that is already there',
  ].join('\n');
}

async function startable(path: string): Promise<Chromium | null> {
  if (!isExecutable(path)) return null;
  const kind = isHeadlessShell(path) ? 'headless-shell' : 'chromium';
  const inNamespace = { executablePath: namespaceScript, env: { ZEUS_CHROMIUM: path }, kind, sandbox: true } as const;
  const sandboxed = { executablePath: path, kind, sandbox: true } as const;
  const bare = { executablePath: path, kind, sandbox: false } as const;
  const safe = process.getuid?.() === 0 ? inNamespace : sandboxed;
  if (await starts(safe)) return safe;
  if (!(await starts(bare))) return null;
  // On a busy machine the first start may have failed for another reason than the sandbox.
  return (await starts(safe)) ? safe : bare;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

async function starts(way: Chromium): Promise<boolean> {
  const profile = await mkdtemp(join(tmpdir(), 'zeus-chromium-'));
  try {
    const page = 'data:text/html,<title>zeus</title>';
    const args = [...chromiumArgs(way), '--disable-dev-shm-usage', `--user-data-dir=${profile}`, '--dump-dom', page];
    return (await output(way, args)).includes('<title>zeus</title>');
  } finally {
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

// What the browser prints; empty if it cannot start, fails or exceeds the limit.
function output(way: Chromium, args: string[]): Promise<string> {
  return new Promise((done) => {
    const child = spawn(way.executablePath, args, {
      env: browserEnv(way),
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: process.platform !== 'win32',
    });
    let text = '';
    const timer = setTimeout(() => killGroup(child), startLimitMs);
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    child.on('error', () => {
      clearTimeout(timer);
      done('');
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      done(code === 0 ? text : '');
    });
  });
}

/** Kills a process with its children; one that never started or has ended is not an error. */
export function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has ended on its own.
  }
}

const passedOn = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'LOCALAPPDATA',
  'SYSTEMROOT',
];

function browserEnv(found: Pick<Chromium, 'env'>): Record<string, string> {
  const kept = passedOn.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), ...found.env };
}
