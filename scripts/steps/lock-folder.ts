// Lets one process at a time install into a folder; others wait for it.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  acquireProcessLock,
  type ProcessLock,
  ProcessLockHeldError,
} from '../../server/platform/files/process-lock.ts';

/** Another installation may take as long as all ways to install a browser together. */
const waitMs = 30 * 60_000;

/** Creates the folder if needed, ignored by git. Throws ProcessLockHeldError if another process holds it for too long. */
export async function lockFolder(folder: string): Promise<ProcessLock> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, '.gitignore'), '*\n');
  const end = Date.now() + waitMs;
  for (;;) {
    try {
      return acquireProcessLock(join(folder, 'install.lock'));
    } catch (error) {
      if (!(error instanceof ProcessLockHeldError) || Date.now() > end) throw error;
      await wait(200);
    }
  }
}
