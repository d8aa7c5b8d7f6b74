// Reads the memory of a browser process, and kills it.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

// The memory page size on every system with /proc that Zeus runs on.
const pageBytes = 4096;

/** Resident bytes by process, without processes that have ended. Never rejects. */
export async function memoryOf(pids: readonly number[]): Promise<Map<number, number>> {
  if (process.platform === 'win32' || pids.length === 0) return new Map();
  return process.platform === 'linux' ? fromProc(pids) : fromPs(pids);
}

async function fromProc(pids: readonly number[]): Promise<Map<number, number>> {
  const read = pids.map(async (pid) => {
    const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
    return [pid, Number(text.split(' ')[1] ?? 0) * pageBytes] as const;
  });
  return new Map((await Promise.all(read)).filter(([, bytes]) => bytes > 0));
}

async function fromPs(pids: readonly number[]): Promise<Map<number, number>> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,rss=', '-p', pids.join(',')]).catch(() => ({
    stdout: '',
  }));
  const rows = stdout.trim().split('\n');
  return new Map(
    rows.flatMap((row) => {
      const [pid, kilobytes] = row.trim().split(/\s+/).map(Number);
      return pid && kilobytes ? [[pid, kilobytes * 1024] as const] : [];
    }),
  );
}

/** Kills it; a process that has already ended is not an error. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended on its own.
  }
}
