// `npm run test:browsers`: the main stories in Firefox and WebKit, in addition to the Chromium of `npm test`. Installs both as Debian
// packages when run as root. `npm run test:browsers -- webkit` runs only one of them.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Driver, DriverOptions } from '../e2e/browsers/driver.ts';
import { openFirefox } from '../e2e/browsers/firefox-driver.ts';
import { stories } from '../e2e/browsers/stories.ts';
import { type StoryPage, storyPage } from '../e2e/browsers/story-page.ts';
import { findMiniBrowser, openWebkit } from '../e2e/browsers/webkit-driver.ts';
import { practiceIsCrawled, startZeusProcess } from '../server/test/zeus-process.ts';
import { canInstallPackages, installPackages } from './debian/install-packages.ts';
import { oneCheck, runSteps, type Step } from './steps/steps.ts';
import type { Counts } from './steps/vitest-counts.ts';

interface Browser {
  readonly name: string;
  readonly packages: readonly string[];
  readonly isThere: () => boolean;
  readonly open: (options: DriverOptions) => Promise<Driver>;
}

const browsers: readonly Browser[] = [
  {
    name: 'firefox',
    packages: ['firefox-esr'],
    isThere: () => existsSync('/usr/bin/firefox-esr'),
    open: openFirefox,
  },
  {
    name: 'webkit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    isThere: () => ['WebKitWebDriver', 'Xvfb'].every((name) => existsSync(`/usr/bin/${name}`)) && !!findMiniBrowser(),
    open: openWebkit,
  },
];

async function install({ packages, isThere }: Browser): Promise<boolean> {
  if (!isThere() && canInstallPackages) await installPackages(packages);
  if (!isThere()) console.log(`On Debian or Ubuntu: sudo apt-get install ${packages.join(' ')}`);
  return isThere();
}

/** Runs the stories up to the first failure, because each builds on those before it. */
async function tellStories(page: StoryPage, name: string): Promise<Counts> {
  const person = { email: `${name}@example.com`, password: 'correct horse' };
  let passed = 0;
  for (const story of stories) {
    try {
      await story.tell(page, person);
      assert.deepEqual(await page.errors(), [], 'errors in the page');
      console.log(`✓ ${story.name}`);
      passed += 1;
    } catch (error) {
      console.log(`✗ ${story.name}: ${error instanceof Error ? error.message : error}`);
      return { passed, failed: stories.length - passed, skipped: 0 };
    }
  }
  return { passed, failed: 0, skipped: 0 };
}

async function tellIn(browser: Browser, address: string, folder: string): Promise<Counts> {
  if (!(await install(browser))) return oneCheck(false);
  const home = join(folder, browser.name);
  const downloads = join(home, 'Downloads');
  await mkdir(downloads, { recursive: true });
  const driver = await browser.open({ home, downloads });
  try {
    const counts = await tellStories(storyPage(driver, { address, downloads }), browser.name);
    if (counts.failed > 0) await keepScreenshot(driver, browser.name);
    return counts;
  } finally {
    await driver.close();
  }
}

async function keepScreenshot(driver: Driver, name: string) {
  const file = join(tmpdir(), `zeus-${name}.png`);
  await writeFile(file, await driver.screenshot());
  console.log(`The page as it was then: ${file}`);
}

const wanted = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'zeus-browsers-'));
const zeus = await startZeusProcess({ home: join(folder, 'zeus') });
try {
  await practiceIsCrawled(zeus.address);
  const chosen = browsers.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const steps: Step[] = chosen.map((one) => ({ name: one.name, run: () => tellIn(one, zeus.address, folder) }));
  await runSteps(steps);
} finally {
  await zeus.end();
  await rm(folder, { recursive: true, force: true });
}
