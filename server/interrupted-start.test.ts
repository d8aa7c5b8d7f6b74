import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { spawnZeus, temporaryHome } from './test/zeus-process.ts';

test('Ctrl-C while Zeus is starting ends it and leaves no database running', { timeout: 120_000 }, async () => {
  const { home, remove } = temporaryHome();
  onTestFinished(remove);
  const child = await spawnZeus({ home });
  const ended = once(child, 'exit');
  const pidFile = join(home, 'postgres', 'postmaster.pid');
  const readPid = () => Number.parseInt(readFileSync(pidFile, 'utf8'), 10);
  const pid = await vi.waitFor(readPid, { timeout: 60_000, interval: 5 });
  child.kill('SIGINT');
  expect(await ended).toEqual([0, null]);
  await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow(/ESRCH/), { timeout: 20_000 });
});
