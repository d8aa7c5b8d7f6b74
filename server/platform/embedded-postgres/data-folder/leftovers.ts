// Cleans up what a killed Zeus or server leaves in a data folder, before the next start. The caller holds the folder's lock, so
// any server still running here is our own orphan.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OperatorError } from '../../operator-error.ts';
import { isServerOn, serverProcessesOn } from '../server/recognize-server.ts';

/**
 * Stops servers left running on the folder and disarms files that would block a new one. Throws OperatorError on
 * failure.
 */
export async function clearLeftovers(dataDir: string, log: (line: string) => void): Promise<void> {
  const pidFile = join(dataDir, 'postmaster.pid');
  const pid = await pidIn(pidFile);
  if (pid !== null && (await isServerOn(pid, dataDir))) {
    log(`stopping the PostgreSQL server (pid ${pid}) that an earlier Zeus left running`);
    await endProcesses([pid], dataDir, ['SIGINT', 'SIGQUIT', 'SIGKILL']);
  }
  await disarm(pidFile);
  // Without their server these end on their own unless busy; until then they hold the shared memory.
  await endProcesses(await serverProcessesOn(dataDir), dataDir, ['SIGQUIT', 'SIGKILL']);
  await removeSocketFiles(dataDir);
}

async function pidIn(file: string): Promise<number | null> {
  const pid = Math.abs(Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10));
  return pid > 0 ? pid : null;
}

/** Larger than any real pid. */
const pidOfNobody = 2 ** 30 - 1;

// PostgreSQL trusts a pid file whose pid is alive, even if another process has that pid now (or a zombie). The file is kept with a pid that is
// certainly dead, because its other lines let PostgreSQL check whether the old server's memory is still in use.
async function disarm(pidFile: string): Promise<void> {
  const text = await readFile(pidFile, 'utf8').catch(() => null);
  if (text === '') await rm(pidFile);
  else if (text !== null) await writeFile(pidFile, text.replace(/^-?\d+/, String(pidOfNobody)), { mode: 0o600 });
}

async function removeSocketFiles(dataDir: string): Promise<void> {
  const files = await readdir(dataDir).catch(() => []);
  for (const file of files) {
    if (file.startsWith('.s.PGSQL.')) await rm(join(dataDir, file), { force: true });
  }
}

async function endProcesses(pids: number[], dataDir: string, signals: NodeJS.Signals[]): Promise<void> {
  for (const signal of signals) {
    for (const pid of pids) sendSignal(pid, signal, dataDir);
    if (await allGone(pids, dataDir, signal === 'SIGINT' ? 15_000 : 5_000)) return;
  }
  throw new OperatorError(
    `A PostgreSQL server (pid ${pids.join(', ')}) is still running on ${dataDir} and could not be stopped. Stop it and start again.`,
  );
}

function sendSignal(pid: number, signal: NodeJS.Signals, dataDir: string): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return;
    throw new OperatorError(
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
    await delay(25);
  }
}
