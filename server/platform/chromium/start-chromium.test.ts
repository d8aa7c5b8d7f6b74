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
  const { browser, devtools, pid, majorVersion, close } = await start();
  expect(Number(majorVersion)).toBeGreaterThan(100);
  const profile = process.platform === 'linux' ? profileOf(pid) : '';
  const { targetId } = await devtools.send('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await devtools.send('Target.attachToTarget', { targetId, flatten: true });
  const page = devtools.connection()?.session(sessionId);
  if (!page) throw new Error('no session');
  const long = 'ü'.repeat(300_000);
  const { result } = await page.send('Runtime.evaluate', { expression: `'ü'.repeat(${long.length})` });
  expect(result.value).toBe(long);
  await expect(page.send('Page.navigate', { url: 'no address' })).rejects.toThrow('Cannot navigate');
  // A call that can no longer be answered must not wait forever.
  const endless = page.send('Runtime.evaluate', { expression: 'new Promise(() => 0)', awaitPromise: true });
  const refused = expect(endless).rejects.toThrow();
  await devtools.send('Target.closeTarget', { targetId });
  await refused;
  await vi.waitFor(() => expect(page.send('Page.enable')).rejects.toThrow(), 30_000);
  await close();
  expect(browser.connected).toBe(false);
  expect(existsSync(profile)).toBe(false);
  await expect(devtools.send('Browser.getVersion')).rejects.toThrow('closed');
}, 60_000);

test('notices a crash and rejects pending calls', async () => {
  const { browser, devtools, pid, close } = await start();
  const closed = vi.fn();
  browser.on('disconnected', closed);
  process.kill(pid, 'SIGSTOP');
  const asked = expect(devtools.send('Browser.getVersion')).rejects.toThrow('closed');
  process.kill(pid, 'SIGKILL');
  await asked;
  expect(closed).toHaveBeenCalledOnce();
  await close();
}, 60_000);

test('ends a browser that can no longer be reached, even a frozen one', async () => {
  const { browser, pid, close } = await start();
  process.kill(pid, 'SIGSTOP');
  await browser.disconnect();
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow('ESRCH'), 30_000);
  await close();
}, 60_000);

test('a missing program, and one that is not a browser, do not start', async () => {
  const program = (executablePath: string): Chromium => ({ executablePath, kind: 'headless-shell', sandbox: true });
  await expect(startChromium(program('/nowhere/chromium'), [])).rejects.toThrow();
  await expect(startChromium(program(process.execPath), [])).rejects.toThrow();
}, 60_000);
