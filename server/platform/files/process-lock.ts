// A lock on a file that one process holds until it ends, however it ends.
// The lock is the kernel's own (taken through SQLite, the one way Node offers to it): it vanishes with its process, needs no
// judgement about dead owners or reused pids, and is also seen from other containers that share the folder.
// The lock file stays behind, empty; only a held lock counts. Reading that file inside the holding process would drop the lock.
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
// Also keeps each lock from being collected as garbage, which would free it.
const heldHere = new Map<string, DatabaseSync>();

/** Takes the lock or throws at once: ProcessLockHeldError when a living process has it, the system's error when the file cannot be written. */
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
    // The journal in memory keeps SQLite from writing anything beside the file.
    database.exec('pragma journal_mode = memory');
    // IMMEDIATE takes one lock in one step, so of several processes at once exactly one succeeds.
    database.exec('begin immediate');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) throw new ProcessLockHeldError(file, readOwner(file));
    throw error;
  }
}

// The pid is for the reader of the message only: a holder that has not written it yet, or could not, is "another process".
function readOwner(file: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(ownerFile(file), 'utf8'), 10);
    return Number.isInteger(pid) ? pid : null;
  } catch {
    return null;
  }
}
