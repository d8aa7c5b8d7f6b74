// What a test run needs only once: the first file that asks for it makes it, the others wait.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, vi } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** For what the files of a run share; it is removed at the end. */
    runFolder: string;
  }
}

/** Returns what `make` returned to the first caller of this run. If it failed, the next caller tries again. */
export async function onceInRun(name: string, make: () => Promise<string>): Promise<string> {
  const file = join(inject('runFolder'), `${name}.made`);
  const lock = `${file}.lock`;
  if (isFirst(lock)) {
    try {
      writeFileSync(`${file}.draft`, await make());
      renameSync(`${file}.draft`, file);
    } catch (error) {
      rmSync(lock, { recursive: true });
      throw error;
    }
  }
  await vi.waitFor(() => expect(existsSync(file)).toBe(true), { timeout: 150_000, interval: 50 });
  return readFileSync(file, 'utf8');
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}
