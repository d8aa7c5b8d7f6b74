// Whether a process is a PostgreSQL server on a given data folder, so that a reused pid is never mistaken for one.
import { readdir, readFile, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { runCommand } from '../run-command.ts';

/** True for a living server process on this folder (with links resolved), false for any other process, a zombie, or none. */
export async function isServerOn(pid: number, dataDir: string): Promise<boolean> {
  if (process.platform === 'linux')
    return (await isServerByCommand(pid, dataDir)) || (await isServerByFolder(pid, dataDir));
  if (process.platform === 'win32') {
    return (await runCommand(['tasklist', '/FI', `PID eq ${pid}`, '/NH'])).output.includes('postgres');
  }
  const { output } = await runCommand(['ps', '-ww', '-p', String(pid), '-o', 'command=']);
  return output.includes('postgres') && output.includes(dataDir);
}

/** The server's processes on this folder, even if their main process is gone. Empty where the system cannot tell. */
export async function serverProcessesOn(dataDir: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(pids.map((pid) => isServerByFolder(pid, dataDir)));
  return pids.filter((_, index) => found[index]);
}

// The main process keeps its command line, which every user may read.
async function isServerByCommand(pid: number, dataDir: string): Promise<boolean> {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  return basename(words[0] ?? '') === 'postgres' && words[words.indexOf('-D') + 1] === dataDir;
}

// Its children rename themselves, but all of them work inside the data folder.
async function isServerByFolder(pid: number, dataDir: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  if (folder !== dataDir) return false;
  return (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres';
}
