import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Makes a folder and the missing ones above it, private to this user; an existing one is left as it is. Rejects with the system's error.
 * Node's own recursive mkdir never returns in places like /proc, where the system answers "no such folder" below an existing one.
 */
export async function makeFolder(path: string): Promise<void> {
  const failure = await tryMake(path);
  if (failure?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    const again = await tryMake(path);
    if (again) throw again;
  } else if (failure) {
    throw failure;
  }
}

async function tryMake(path: string): Promise<NodeJS.ErrnoException | null> {
  try {
    await mkdir(path, { mode: 0o700 });
    return null;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    if (failure.code === 'EEXIST' || failure.code === 'EROFS') {
      if ((await stat(path).catch(() => null))?.isDirectory()) return null;
    }
    return failure;
  }
}
