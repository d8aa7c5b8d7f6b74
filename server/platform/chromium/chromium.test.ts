import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { chromiumArgs, chromiumLaunchOptions, findChromium, firstStartable, howToInstallChromium } from './chromium.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zeus-chromium-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function program(name: string, body: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return path;
}

test('skips a stub that starts no browser, whatever it prints', async () => {
  const refusing = await program('refusing', 'echo "Command requires the chromium snap to be installed." >&2; exit 1');
  const lying = await program('lying', 'echo "Chromium 156.0"; exit 0');
  expect(await firstStartable([join(folder, 'absent'), folder, refusing, lying])).toBeNull();
});

test('tries the sandbox again if the first start failed, as on a busy machine', async ({ skip }) => {
  const starting = await program('starting', 'echo "<title>zeus</title>"');
  if (!(await firstStartable([starting]))?.sandbox) skip('no sandbox here');
  const started = join(folder, 'started');
  const busy = await program('busy', `[ -e ${started} ] && echo "<title>zeus</title>"; touch ${started}`);
  expect(await firstStartable([busy])).toMatchObject({ sandbox: true });
});

test('does without the sandbox where the browser starts only so', async () => {
  const bare = await program('bare', 'case "$*" in *--no-sandbox*) echo "<title>zeus</title>" ;; *) exit 1 ;; esac');
  expect(await firstStartable([bare])).toMatchObject({ sandbox: false });
});

test('reports a CHROMIUM_PATH that does not start instead of replacing it', async () => {
  await expect(findChromium(join(folder, 'absent'))).rejects.toThrow(
    /^CHROMIUM_PATH is .*absent, which does not start/,
  );
});

test('finds a browser that has started once again without starting it, until it is removed', async () => {
  const counted = join(folder, 'counted');
  const once = await program(
    'once',
    `echo >> ${counted}; [ $(wc -l < ${counted}) -eq 1 ] && echo "<title>zeus</title>"`,
  );
  const found = await findChromium(once);
  expect(found).not.toBeNull();
  expect(await findChromium(once)).toBe(found);
  await rm(once);
  await expect(findChromium(once)).rejects.toThrow(/once, which does not start/);
});

test('disables the sandbox only where the system has none', () => {
  expect(chromiumArgs({ sandbox: false })).toContain('--no-sandbox');
  expect(chromiumArgs({ sandbox: true })).not.toContain('--no-sandbox');
});

test('the browser found here renders a page and sees nothing of our environment', { timeout: 120_000 }, async () => {
  const found = await findChromium();
  if (found === null) throw new Error(howToInstallChromium());
  const options = chromiumLaunchOptions(found);
  expect(Object.keys(options.env ?? {})).not.toContain('NODE_ENV');
  const browser = await chromium.launch(options);
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  await page.goto('data:text/html,<title>found</title>');
  expect(await page.title()).toBe('found');
  expect((await page.screenshot()).subarray(1, 4).toString()).toBe('PNG');
});
