// Gets Debian's chromium-headless-shell without root: apt downloads the packages (with its own lists, signatures checked),
// dpkg-deb extracts them into a folder, and a start script points the browser at its libraries and fonts. Touches nothing
// outside the folder.
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstStartable } from '../../server/platform/chromium/chromium.ts';
import { unpackedChromium } from '../../server/platform/chromium/chromium-places.ts';
import { reasonIn, runCommand } from '../steps/run-command.ts';
import { aptLimits } from './install-packages.ts';

export const debianPackages: string[] = ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji'];

const plainTexts = { LC_ALL: 'C' };

// Which packages count as installed. 'missing' relies on the machine's libraries (90 MB to download, 300 MB on disk, 15 s); 'all'
// takes everything except the C library (160 MB, 540 MB, 30 s) and is the second attempt.
type Closure = 'missing' | 'all';

// The C library must be the machine's own, matching its loader; the others contain no library.
const neverUnpacked = /^(libc6|libc-bin|base-files|base-passwd|dpkg|debconf)_/;

/** Extracts the browser into `<folder>/debian` and checks that it starts. Throws with the reason if it can't. */
export async function unpackChromium(folder: string, closures: Closure[] = ['missing', 'all']): Promise<void> {
  await removeLeftovers(folder);
  const work = join(folder, `unpacking-${process.pid}`);
  try {
    const options = await aptWithOwnLists(join(work, 'apt'));
    const lists = await runCommand('apt-get', [...options, 'update'], { timeoutMs: 180_000, env: plainTexts });
    const failures: string[] = [];
    for (const closure of closures) {
      const failure = await tryClosure(work, options, closure).catch((error: Error) => error);
      if (failure === undefined) return await putInPlace(work, folder);
      failures.push(failure.message);
    }
    throw new Error(reasonIn([lists.output, ...failures].join('\n')));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('unpacking-')) await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function tryClosure(work: string, options: string[], closure: Closure): Promise<void> {
  await writeFile(join(work, 'apt/status'), closure === 'all' ? '' : await statusWithoutBrowser());
  const wanted = ['install', '-y', '--no-install-recommends', '--download-only', ...debianPackages];
  await mustRun('apt-get', [...options, ...wanted], 600_000);
  await unpack(work);
  await writeStart(join(work, 'debian'));
  const started = await firstStartable([unpackedChromium(work)]);
  if (started === null) throw new Error(`the unpacked browser does not start (${closure} libraries unpacked)`);
}

async function putInPlace(work: string, folder: string): Promise<void> {
  await rm(join(folder, 'debian'), { recursive: true, force: true });
  await rename(join(work, 'debian'), join(folder, 'debian'));
}

async function aptWithOwnLists(apt: string): Promise<string[]> {
  await mkdir(join(apt, 'state/lists/partial'), { recursive: true });
  await mkdir(join(apt, 'cache/archives/partial'), { recursive: true });
  await writeFile(join(apt, 'status'), '');
  const settings = {
    'Dir::State': join(apt, 'state'),
    'Dir::State::status': join(apt, 'status'),
    'Dir::Cache': join(apt, 'cache'),
    'Debug::NoLocking': '1',
    'APT::Sandbox::User': '',
    'Acquire::Languages': 'none',
  };
  return ['-q', ...aptLimits, ...Object.entries(settings).flatMap(([name, value]) => ['-o', `${name}=${value}`])];
}

// The machine's package list without the browser itself, so that a broken or removed one is downloaded again.
async function statusWithoutBrowser(): Promise<string> {
  const status = await readFile('/var/lib/dpkg/status', 'utf8').catch(() => '');
  const asked = /^Package: (chromium.*|fonts-liberation.*|fonts-noto-color-emoji)$/m;
  return status
    .split('\n\n')
    .filter((stanza) => !asked.test(stanza))
    .join('\n\n');
}

async function unpack(work: string): Promise<void> {
  const root = join(work, 'debian/root');
  await mkdir(root, { recursive: true });
  const archives = join(work, 'apt/cache/archives');
  const packages = (await readdir(archives)).filter((name) => name.endsWith('.deb') && !neverUnpacked.test(name));
  if (packages.length === 0) throw new Error('apt-get downloaded no package');
  for (const name of packages) await mustRun('dpkg-deb', ['-x', join(archives, name), root], 120_000);
  for (const unread of ['doc', 'man', 'locale', 'lintian', 'info']) {
    await rm(join(root, 'usr/share', unread), { recursive: true, force: true });
  }
}

async function writeStart(debian: string): Promise<void> {
  const libraries = await libraryFolders(join(debian, 'root'));
  const script = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="${libraries.map((path) => `$here/root/${path}`).join(':')}"
export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/root/usr/lib/chromium/chromium-headless-shell" "$@"
`;
  await writeFile(join(debian, 'chromium-headless-shell'), script, { mode: 0o755 });
  await writeFile(join(debian, 'fonts.conf'), fontsConf);
}

// lib/<triplet> and usr/lib/<triplet>, and subfolders with libraries (pulseaudio).
async function libraryFolders(root: string): Promise<string[]> {
  const found: string[] = [];
  for (const base of ['usr/lib', 'lib']) {
    const triplets = (await foldersIn(join(root, base))).filter((name) => name.includes('-linux-gnu'));
    for (const triplet of triplets) {
      found.push(`${base}/${triplet}`);
      for (const inner of await foldersIn(join(root, base, triplet))) {
        const files = await readdir(join(root, base, triplet, inner));
        if (files.some((file) => /^lib.+\.so/.test(file))) found.push(`${base}/${triplet}/${inner}`);
      }
    }
  }
  return found;
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

async function mustRun(command: string, args: string[], timeoutMs: number): Promise<void> {
  const { ok, output } = await runCommand(command, args, { timeoutMs, env: plainTexts });
  if (!ok) throw new Error(`${command} failed\n${output}`);
}

// Maps the fonts that pages expect to those we have; anything unknown becomes sans-serif.
const fontAliases: Record<string, string[]> = {
  'Liberation Sans': ['Arial', 'Helvetica', 'sans-serif'],
  'Liberation Serif': ['Times New Roman', 'Times', 'serif'],
  'Liberation Mono': ['Courier New', 'Courier', 'monospace'],
  'Noto Color Emoji': ['emoji'],
};

const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>/usr/share/fonts</dir>
  <dir prefix="relative">root/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
${Object.entries(fontAliases)
  .flatMap(([font, families]) => families.map((family) => fontAlias(family, font)))
  .join('\n')}
  <match><edit name="family" mode="append_last"><string>Liberation Sans</string></edit></match>
</fontconfig>
`;

function fontAlias(family: string, font: string): string {
  return `  <alias binding="same"><family>${family}</family><accept><family>${font}</family></accept></alias>`;
}
