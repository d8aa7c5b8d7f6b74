// Runs the real PostgreSQL server that npm brought, on a data folder of ours.
// The order matters: first the lock (one Zeus a folder), then what an earlier one left, then the cluster, then the server.

import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { PostgresAddress } from '../db.ts';
import { makeFolder } from '../files/make-folder.ts';
import { acquireProcessLock, type ProcessLock, ProcessLockHeldError } from '../files/process-lock.ts';
import { OperatorError } from '../operator-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { initializeOnce } from './data-folder/initialize.ts';
import { clearLeftovers } from './data-folder/leftovers.ts';
import { finishReplacing } from './data-folder/replace-folder.ts';
import { removeSocketDirectory } from './data-folder/socket-directory.ts';
import { explained, explainFailure } from './explain.ts';
import { findPlace } from './identity/placement.ts';
import { chooseRunAs, type RunAs } from './identity/run-as.ts';
import { openZeusDatabase } from './server/connect.ts';
import { runServer } from './server/run-server.ts';
import type { ServerProcess } from './server/server-process.ts';

export interface EmbeddedPostgres {
  address: PostgresAddress;
  /** Stops the server and releases the folder. May be called again. */
  stop(): Promise<void>;
  /** Called once, with a message, if the server ended on its own. The folder is free by then, so it can be started again. */
  onExit(listener: (reason: string) => void): void;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  password: string;
  /** What PostgreSQL prints. */
  log: (line: string) => void;
  /** What Zeus does with the folder and the programs, such as moving them; by default the same as `log`. */
  note?: (line: string) => void;
  /** False trades safety against power loss for speed: for tests. */
  durable?: boolean;
  maxConnections?: number;
  /** Other programs than Zeus's own: for a cluster of an older PostgreSQL. */
  binaries?: Binaries;
  /** For tests: how the server must run, and where files go that its user cannot reach. */
  force?: { runAs?: RunAs['kind']; dieWithParent?: boolean; systemFolder?: string };
}

/** Starts the server, creating its cluster if needed. Throws OperatorError with a message for the operator. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.dataDir);
  return explained(folder, async () => {
    const lock = await lockFolder(folder);
    try {
      return await startLocked(options, folder, lock);
    } catch (error) {
      lock.release();
      throw error;
    }
  });
}

/** Keeps every other Zeus off the folder until released. Throws OperatorError if one is there. */
export async function lockFolder(folder: string): Promise<ProcessLock> {
  makeFolder(dirname(folder));
  const home = await realpath(dirname(folder));
  try {
    return acquireProcessLock(join(home, `${basename(folder)}.lock`));
  } catch (error) {
    if (!(error instanceof ProcessLockHeldError)) throw error;
    const owner = error.ownerPid === null ? '' : ` (pid ${error.ownerPid})`;
    throw new OperatorError(
      `Another Zeus${owner} is already running on ${home}. Stop it first, or set ZEUS_HOME and PORT to run a second one beside it.`,
      { cause: error },
    );
  }
}

/** The same on a folder that is already locked. The lock is released when the server has ended. */
export async function startLocked(
  options: EmbeddedPostgresOptions,
  folder: string,
  lock: ProcessLock,
): Promise<EmbeddedPostgres> {
  const { password, log, note = log, durable = true, maxConnections = 100 } = options;
  const { runAs: only, dieWithParent = true, systemFolder = '/var/lib' } = options.force ?? {};
  await finishReplacing(folder);
  const owner = await stat(folder).catch(() => undefined);
  const runAs = await chooseRunAs({ owner, only, dieWithParent });
  const { binaries, dataDir } = await findPlace({
    runAs,
    binaries: options.binaries ?? findBinaries(),
    folder,
    systemFolder,
    log: note,
  });
  await clearLeftovers(dataDir, note);
  const isNew = await initializeOnce({ binaries, runAs, dataDir, password, durable });
  try {
    const { server, host, port } = await runServer({ binaries, runAs, dataDir, durable, maxConnections, log });
    const address = { host, port, user: 'zeus', password, database: 'zeus' };
    await openZeusDatabase(address, { dataDir, isNew }).catch((error) =>
      server.stop().then(() => Promise.reject(error)),
    );
    return { address, ...watchServer(server, dataDir, { lock, runAs }) };
  } catch (error) {
    await removeSocketDirectory(dataDir, runAs);
    throw error;
  }
}

function watchServer(server: ServerProcess, dataDir: string, { lock, runAs }: { lock: ProcessLock; runAs: RunAs }) {
  const listeners: ((reason: string) => void)[] = [];
  let stopping = false;
  let reason: string | undefined;
  const ended = server.exited.then((said) => {
    lock.release();
    if (stopping) return;
    reason = explainFailure(`PostgreSQL on ${dataDir} stopped by itself`, dataDir, said).message;
    for (const listener of listeners) listener(reason);
  });
  return {
    async stop() {
      stopping = true;
      await server.stop();
      await removeSocketDirectory(dataDir, runAs);
      await ended;
    },
    onExit(listener: (reason: string) => void) {
      if (reason === undefined) listeners.push(listener);
      else listener(reason);
    },
  };
}
