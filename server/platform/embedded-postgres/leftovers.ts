// What a killed Zeus or a killed server leaves on a data folder, and how it is cleared before the next start.
// The caller holds the folder's lock, so any server still running here is an orphan of ours.
import { readdir, readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { runCommand } from './run-command.ts';

/** Stops servers that were left running on the folder and removes pid files that would block a new one. Throws EmbeddedPostgresError when one cannot be stopped. */
export async function clearLeftovers(dataDir: string, log: (line: string) => void): Promise<void> {
  const pid = await pidInFile(join(dataDir, 'postmaster.pid'));
  if (pid !== null && (await isServerOn(pid, dataDir))) {
    log(`stopping the PostgreSQL server (pid ${pid}) that an earlier Zeus left running`);
    await endProcesses([pid], dataDir, ['SIGINT', 'SIGQUIT', 'SIGKILL']);
  }
  // Without their server these end by themselves, unless they are busy; until then they hold the shared memory.
  await endProcesses(await serverProcesses(dataDir), dataDir, ['SIGQUIT', 'SIGKILL']);
  await removeStaleLocks(dataDir);
}

// PostgreSQL trusts a pid file whose pid is alive, whoever that is now. Nobody is on this folder any more: the files are stale.
async function removeStaleLocks(dataDir: string): Promise<void> {
  const files = await readdir(dataDir).catch(() => []);
  const stale = files.filter((file) => file === 'postmaster.pid' || file.startsWith('.s.PGSQL.'));
  for (const file of stale) await rm(join(dataDir, file), { force: true });
}

async function pidInFile(file: string): Promise<number | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const pid = Math.abs(Number.parseInt(text, 10));
  return pid > 0 ? pid : null;
}

async function isServerOn(pid: number, dataDir: string): Promise<boolean> {
  if (process.platform === 'linux') return isServerByProc(pid, await realpath(dataDir));
  if (process.platform === 'win32') {
    return (await runCommand(['tasklist', '/FI', `PID eq ${pid}`, '/NH'])).output.includes('postgres');
  }
  const { output } = await runCommand(['ps', '-ww', '-p', String(pid), '-o', 'command=']);
  return output.includes('postgres') && output.includes(dataDir);
}

// Every PostgreSQL process works inside its data folder, under whatever name it shows.
async function isServerByProc(pid: number, realDataDir: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (folder !== realDataDir) return false;
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).startsWith('postgres');
}

async function serverProcesses(dataDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const real = await realpath(dataDir).catch(() => null);
  if (real === null) return [];
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(pids.map((pid) => isServerByProc(pid, real)));
  return pids.filter((_, index) => found[index]);
}

async function endProcesses(pids: number[], dataDir: string, signals: NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) {
    for (const pid of pids) sendSignal(pid, signal, dataDir);
    if (await allGone(pids, dataDir, signal === 'SIGINT' ? 15_000 : 5_000)) return;
  }
  throw new EmbeddedPostgresError(
    `A PostgreSQL server (pid ${pids.join(', ')}) is still running on ${dataDir} and could not be stopped. Stop it and start again.`,
  );
}

function sendSignal(pid: number, signal: NodeJS.Signals, dataDir: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
    throw new EmbeddedPostgresError(
      `A PostgreSQL server of another user (pid ${pid}) is running on ${dataDir}. Stop it, or start Zeus as that user.`,
      { cause: error },
    );
  }
}

async function allGone(pids: number[], dataDir: string, limit: number): Promise<boolean> {
  const end = Date.now() + limit;
  for (;;) {
    const alive = await Promise.all(pids.map((pid) => isServerOn(pid, dataDir)));
    if (!alive.includes(true)) return true;
    if (Date.now() > end) return false;
    await delay(20);
  }
}
