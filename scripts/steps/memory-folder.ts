// A temporary folder in memory for the databases and homes of a test run, which are copied and removed all the time. The
// database tests took 12 to 13 s of system time with it, and 16 to 34 s on a disk.
import { mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

// For the files and for the processes of the run: a generous guess, not a measured peak.
const enoughBytes = 8 * 2 ** 30;
const prefix = 'zeus-tests-';

/** Creates the folder. Returns undefined if there is no file system in memory, too little room, or no way to run programs from it. */
export function createMemoryFolder(root = '/dev/shm', available = process.availableMemory()): string | undefined {
  try {
    const { bavail, bsize } = statfsSync(root);
    if (Math.min(bavail * bsize, available) < enoughBytes || isWithoutPrograms(root)) return undefined;
    removeLeftovers(root);
    const folder = join(root, `${prefix}${process.pid}`);
    // PostgreSQL may run as another user.
    mkdirSync(folder, { mode: 0o755 });
    return folder;
  } catch {
    return undefined;
  }
}

const isWithoutPrograms = (root: string) =>
  readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .some(([, place, , options]) => place === root && options?.split(',').includes('noexec'));

/** Removes what killed runs left. */
function removeLeftovers(root: string): void {
  for (const name of readdirSync(root)) {
    const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length)) : Number.NaN;
    if (Number.isInteger(pid) && !isRunning(pid)) rmSync(join(root, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
