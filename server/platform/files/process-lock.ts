// A file lock that a process holds until it ends, however it ends. It is the kernel's own lock (taken through SQLite, the only
// way Node offers): it vanishes with its process, needs no guessing about dead owners or reused pids, and also works across
// containers that share the folder. The lock file stays behind, empty; only a held lock counts. Reading that file inside the
// holding process would drop the lock.
import { accessSync, closeSync, constants, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface ProcessLock {
  release(): void;
}

export class ProcessLockHeldError extends Error {
  readonly ownerPid: number | null;
  constructor(path: string, ownerPid: number | null) {
    super(`${path} is locked by ${ownerPid === null ? 'another process' : `process ${ownerPid}`}`);
    this.name = 'ProcessLockHeldError';
    this.ownerPid = ownerPid;
  }
}

const SQLITE_BUSY = 5;
// Also keeps each lock from being garbage-collected, which would release it.
const heldHere = new Map<string, DatabaseSync>();

/** Takes the lock or throws: ProcessLockHeldError if a living process has it, the system's error if the file is not writable. */
export function acquireProcessLock(path: string): ProcessLock {
  const file = resolve(path);
  if (heldHere.has(file)) throw new ProcessLockHeldError(file, process.pid);
  createWritable(file);
  const database = lockThroughSqlite(file);
  heldHere.set(file, database);
  const release = () => {
    if (!heldHere.delete(file)) return;
    rmSync(ownerFile(file), { force: true });
    database.close();
  };
  try {
    writeFileSync(ownerFile(file), `${process.pid}\n`);
  } catch (error) {
    release();
    throw error;
  }
  return { release };
}

const ownerFile = (file: string) => `${file}.pid`;

function createWritable(file: string): void {
  try {
    closeSync(openSync(file, 'ax', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    accessSync(file, constants.R_OK | constants.W_OK);
  }
}

function lockThroughSqlite(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  try {
    // The in-memory journal keeps SQLite from writing anything next to the file.
    database.exec('pragma journal_mode = memory');
    // IMMEDIATE takes the lock in one step, so exactly one of several processes succeeds.
    database.exec('begin immediate');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new ProcessLockHeldError(file, readOwner(file));
    throw error;
  }
}

// The pid is only for the message: a holder that has not written it, or could not, is "another process".
function readOwner(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(ownerFile(file), 'utf8'), 10);
    return Number.isInteger(pid) ? pid : null;
  } catch {
    return null;
  }
}
