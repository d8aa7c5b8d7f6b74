import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents, private to this user; an existing one is left as it is. Throws the system's error.
 * Node's own recursive mkdir never returns in places like /proc, where the system answers "no such folder" below an existing
 * one.
 */
export function makeFolder(path: string): void {
  const failure = tryMake(path);
  if (failure?.code === 'ENOENT' && dirname(path) !== path) {
    makeFolder(dirname(path));
    const again = tryMake(path);
    if (again) throw again;
  } else if (failure) {
    throw failure;
  }
}

function tryMake(path: string): NodeJS.ErrnoException | null {
  try {
    mkdirSync(path, { mode: 0o700 });
    return null;
  } catch (error) {
    const failure = error as NodeJS.ErrnoException;
    const mayBeThere = failure.code === 'EEXIST' || failure.code === 'EROFS';
    return mayBeThere && statSync(path, { throwIfNoEntry: false })?.isDirectory() ? null : failure;
  }
}
