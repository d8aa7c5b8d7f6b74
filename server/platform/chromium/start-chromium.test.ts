// A real Chromium over pipes: it answers, its pages end with it, and it leaves nothing behind.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { type Chromium, findChromium, howToInstallChromium } from './chromium.ts';
import { startChromium } from './start-chromium.ts';

async function start() {
  const found = await findChromium();
  if (found === null) throw new Error(howToInstallChromium());
  return startChromium(found, []);
}

const profileOf = (pid: number) =>
  /--user-data-dir=([^\0]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? '';

test('answers, rejects bad calls, and is gone with its profile when closed', async () => {
  const { devtools, pid, majorVersion, close } = await start();
  const { browser } = devtools;
  expect(Number(majorVersion)).toBeGreaterThan(100);
  const profile = process.platform === 'linux' ? profileOf(pid) : '';
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const page = devtools.session(sessionId);
  const long = 'ü'.repeat(300_000);
  const { result } = await page.send('Runtime.evaluate', { expression: `'ü'.repeat(${long.length})` });
  expect(result.value).toBe(long);
  await expect(page.send('Page.navigate', { url: 'no address' })).rejects.toThrow('Page.navigate: Cannot navigate');
  // A call that can no longer be answered must not wait forever.
  const endless = page.send('Runtime.evaluate', { expression: 'new Promise(() => 0)', awaitPromise: true });
  const refused = expect(endless).rejects.toThrow();
  await browser.send('Target.closeTarget', { targetId });
  await refused;
  await vi.waitFor(() => expect(page.send('Page.enable')).rejects.toThrow(), 30_000);
  await close();
  expect(devtools.isOpen()).toBe(false);
  expect(existsSync(profile)).toBe(false);
  await expect(browser.send('Browser.getVersion')).rejects.toThrow('it is gone');
}, 60_000);

test('notices a crash and rejects pending calls', async () => {
  const { devtools, pid, close } = await start();
  const closed = vi.fn();
  devtools.onClose(closed);
  process.kill(pid, 'SIGSTOP');
  const asked = expect(devtools.browser.send('Browser.getVersion')).rejects.toThrow('it is gone');
  process.kill(pid, 'SIGKILL');
  await asked;
  expect(closed).toHaveBeenCalledOnce();
  await close();
}, 60_000);

test('a missing program, and one that is not a browser, do not start', async () => {
  const program = (executablePath: string): Chromium => ({ executablePath, kind: 'headless-shell', sandbox: true });
  await expect(startChromium(program('/nowhere/chromium'), [])).rejects.toThrow();
  await expect(startChromium(program(process.execPath), [])).rejects.toThrow('it is gone');
}, 60_000);
