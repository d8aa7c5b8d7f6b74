// Where this machine may have a Chromium, in the order they are tried: the project's own folder, then headless shells (3.5
// times cheaper for screenshots than the full browser), then full browsers. scripts/browser/install-browser.ts fills the
// project's own folder; nothing here starts or installs anything.
import { readdirSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join, resolve } from 'node:path';

/** The project's own browser folder: ignored by git, kept by `npm ci`. */
export const chromiumFolder: string = resolve(import.meta.dirname, '../../../.chromium');

/** The start script that install-browser writes after extracting Debian's packages into a folder. */
export function unpackedChromium(folder: string): string {
  return join(folder, 'debian', 'chromium-headless-shell');
}

/** The folder for Playwright's download inside a browser folder. */
export function downloadedChromium(folder: string): string {
  return join(folder, 'playwright');
}

/** The paths at which `folder` may contain a browser; they need not exist. Never fails. */
export function placesInFolder(folder: string): string[] {
  return [unpackedChromium(folder), ...playwrightPlaces(downloadedChromium(folder))];
}

/** Every path at which this machine may have a browser, best first; they need not exist. Never fails. */
export function chromiumPlaces(): string[] {
  const playwright = playwrightPlaces(playwrightCache());
  return [
    ...placesInFolder(chromiumFolder),
    ...systemPlaces().filter(isHeadlessShell),
    ...playwright.filter(isHeadlessShell),
    ...systemPlaces().filter((path) => !isHeadlessShell(path)),
    ...playwright.filter((path) => !isHeadlessShell(path)),
  ];
}

/** Distinguishes the small headless browser from the full one by its path. */
export function isHeadlessShell(path: string): boolean {
  return /headless[-_]shell/.test(path);
}

function systemPlaces(): string[] {
  if (platform() === 'darwin') {
    return ['/Applications', join(homedir(), 'Applications')].flatMap((apps) => [
      join(apps, 'Google Chrome.app/Contents/MacOS/Google Chrome'),
      join(apps, 'Chromium.app/Contents/MacOS/Chromium'),
    ]);
  }
  if (platform() === 'win32') {
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter((folder) => folder !== undefined)
      .map((folder) => join(folder, 'Google/Chrome/Application/chrome.exe'));
  }
  return [
    // The binary itself comes first: Debian's /usr/bin script starts it as a child, which outlives a killed script.
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
  ];
}

function playwrightCache(): string {
  const configured = process.env.PLAYWRIGHT_BROWSERS_PATH;
  if (configured !== undefined && configured !== '' && configured !== '0') return configured;
  if (platform() === 'darwin') return join(homedir(), 'Library/Caches/ms-playwright');
  if (platform() === 'win32') return join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright');
  return join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ms-playwright');
}

// Playwright keeps one folder per revision, with one folder per platform inside.
const playwrightBinaries = [
  'chrome-headless-shell',
  'chrome-headless-shell.exe',
  'headless_shell',
  'chrome',
  'chrome.exe',
  'Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'Chromium.app/Contents/MacOS/Chromium',
];

function playwrightPlaces(cache: string): string[] {
  const revisions = foldersIn(cache).filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name));
  const newestFirst = revisions.sort((a, b) => revisionOf(b) - revisionOf(a));
  const places = newestFirst.flatMap((revision) =>
    foldersIn(join(cache, revision)).flatMap((platformFolder) =>
      playwrightBinaries.map((binary) => join(cache, revision, platformFolder, binary)),
    ),
  );
  return [...places.filter(isHeadlessShell), ...places.filter((path) => !isHeadlessShell(path))];
}

function revisionOf(name: string): number {
  return Number(name.slice(name.lastIndexOf('-') + 1));
}

function foldersIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
}
