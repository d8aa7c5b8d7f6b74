// Makes sure that this machine has a Chromium that starts, for the browser tests and for screenshots. Uses an existing one.
// Otherwise, in this order: Debian's package by apt (root), Debian's packages extracted into .chromium/ (no root needed),
// Playwright's download into .chromium/. `--unpack` does only the second of these, `--into DIR` chooses another folder than
// .chromium/. Safe to repeat, even concurrently.
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Chromium,
  findChromium,
  firstStartable,
  howToInstallChromium,
  programOf,
} from '../../server/platform/chromium/chromium.ts';
import { chromiumFolder, downloadedChromium, placesInFolder } from '../../server/platform/chromium/chromium-places.ts';
import { canInstallPackages, hasApt, installPackages } from '../debian/install-packages.ts';
import { lockFolder } from '../steps/lock-folder.ts';
import { mustRun, runCommand } from '../steps/run-command.ts';
import { debianPackages, unpackChromium } from './unpack-chromium.ts';

interface Way {
  readonly name: string;
  readonly can: boolean;
  readonly install: (folder: string) => Promise<void>;
}

const systemPackage: Way = {
  name: 'Debian package by apt-get',
  can: canInstallPackages,
  install: () => installPackages(debianPackages),
};
const unpacked: Way = {
  name: 'Debian packages extracted into a folder',
  can: hasApt,
  install: (folder) => unpackChromium(folder),
};
const playwright: Way = { name: "Playwright's download", can: true, install: downloadByPlaywright };

/** Finds a browser or installs one into the system or `.chromium/`. Null if nothing worked; it has then printed what to do. */
export async function ensureBrowser(): Promise<Chromium | null> {
  const ways = [systemPackage, unpacked, playwright];
  return (await findChromium()) ?? installOne(ways, chromiumFolder, findChromium);
}

/** One line for the screen: which browser, and whether its sandbox is on. */
export function describeBrowser(found: Chromium): string {
  return `Browser: ${programOf(found)} (${found.kind}, sandbox ${found.sandbox ? 'on' : 'off'})`;
}

async function unpackOnly(folder: string): Promise<Chromium | null> {
  const find = () => firstStartable(placesInFolder(folder));
  return (await find()) ?? installOne([unpacked], folder, find);
}

async function installOne(ways: Way[], folder: string, find: () => Promise<Chromium | null>): Promise<Chromium | null> {
  const lock = await lockFolder(folder).catch((error: Error) => error);
  if (lock instanceof Error) {
    console.log(`Browser: cannot install into ${folder}: ${lock.message}\n${howToInstallChromium()}`);
    return null;
  }
  try {
    const installedByAnother = await find();
    if (installedByAnother !== null) return installedByAnother;
    for (const way of ways.filter(({ can }) => can)) {
      console.log(`Browser: trying ${way.name} …`);
      const failure = await way.install(folder).catch((error: Error) => error.message);
      const found = await find();
      if (found !== null) return found;
      console.log(`Browser: ${way.name} did not work: ${failure ?? 'installed, but it does not start'}`);
    }
  } finally {
    lock.release();
  }
  console.log(howToInstallChromium());
  return null;
}

async function downloadByPlaywright(folder: string): Promise<void> {
  const cli = join(createRequire(import.meta.url).resolve('playwright-core/package.json'), '../cli.js');
  const env = { PLAYWRIGHT_BROWSERS_PATH: downloadedChromium(folder) };
  const options = { timeoutMs: 600_000, env };
  // Libraries belong to the system; without root, the download must make do with those that exist.
  if (canInstallPackages) await runCommand(process.execPath, [cli, 'install-deps', 'chromium-headless-shell'], options);
  await mustRun(process.execPath, [cli, 'install', '--no-progress', 'chromium-headless-shell'], options);
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { unpack: { type: 'boolean' }, into: { type: 'string' } } });
  const found = values.unpack ? await unpackOnly(resolve(values.into ?? chromiumFolder)) : await ensureBrowser();
  if (found === null) process.exitCode = 1;
  else console.log(describeBrowser(found));
}
