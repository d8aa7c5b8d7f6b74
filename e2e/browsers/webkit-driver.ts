// WebKit: GTK's MiniBrowser on a virtual screen, driven by the W3C WebDriver protocol.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../server/test/free-port.ts';
import type { Driver, DriverOptions } from './driver.ts';
import { openSession } from './webdriver.ts';

/** Its folder is named after the processor. */
export const findMiniBrowser = () => globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser').at(-1);

export async function openWebkit({ home, downloads }: DriverOptions): Promise<Driver> {
  await writeFile(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [display] = (await once(createInterface(screen.stdout), 'line')) as [string];
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${display}`, HOME: home, XDG_CONFIG_HOME: home },
  });
  const address = `http://127.0.0.1:${port}`;
  await untilReady(address, driver);
  const session = await openSession(address, {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: findMiniBrowser(), args: ['--automation'] },
  });
  return {
    ...session,
    async close() {
      await session.close().catch(() => {});
      for (const one of [driver, screen]) await end(one);
    },
  };
}

async function untilReady(address: string, driver: ChildProcess) {
  while (driver.exitCode === null) {
    const answer = await fetch(`${address}/status`).catch(() => null);
    if (answer?.ok) return;
    await wait(100);
  }
  throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`);
}

async function end(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}
