// Lets one process at a time install into a folder; others wait for it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { acquireProcessLock, ProcessLockHeldError } from '../../server/platform/files/process-lock.ts';

/** Creates the folder if needed, ignored by git. Throws ProcessLockHeldError after 15 minutes. */
export async function withLockedFolder(folder: string, install: () => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
  const lock = await lockFolder(folder);
  try {
    await install();
  } finally {
    lock.release();
  }
}

async function lockFolder(folder: string) {
  const end = Date.now() + 15 * 60_000;
  for (;;) {
    try {
      return acquireProcessLock(join(folder, 'install.lock'));
    } catch (error) {
      if (!(error instanceof ProcessLockHeldError) || Date.now() > end) throw error;
      await wait(200);
    }
  }
}
