// Runs the real PostgreSQL server that npm brought, on a data folder of ours.
// The order matters: first the lock (one Zeus a folder), then what an earlier one left, then the cluster, then the server.
import { mkdir, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { basename, dirname, join, resolve } from 'node:path';
import { acquireProcessLock, type ProcessLock, ProcessLockHeldError } from '../process-lock.ts';
import { findBinaries } from './binaries.ts';
import { openZeusDatabase } from './connect.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { explained } from './explain.ts';
import { initialiseOnce } from './initialise.ts';
import { clearLeftovers } from './leftovers.ts';
import { findPlace } from './placement.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { serverArguments } from './settings.ts';
import { openSocketDirectory, removeSocketDirectory } from './socket-directory.ts';

/** Where a server listens. A host that begins with '/' is the folder of a unix socket. */
export interface PostgresAddress {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedPostgres {
  address: PostgresAddress;
  /** Stops the server and frees the folder. May be called again. */
  stop(): Promise<void>;
  /** Told once when the server ends without having been stopped. The folder is free by then: it may be started again. */
  onExit(listener: (reason: string) => void): void;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  password: string;
  log: (line: string) => void;
  /** False gives up safety against power loss for speed: for tests. */
  durable?: boolean;
  maxConnections?: number;
  /** For tests: how the server must run, and where files go that its user cannot reach in their place. */
  force?: { runAs?: RunAs['kind']; dieWithParent?: boolean; systemFolder?: string };
}

/** Starts the server, making its cluster first if needed. Throws EmbeddedPostgresError with a sentence for the operator. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.dataDir);
  const lock = await lockFolder(folder);
  try {
    return await startLocked(options, folder, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function lockFolder(folder: string): Promise<ProcessLock> {
  return explained(folder, async () => {
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 });
    const home = await realpath(dirname(folder));
    try {
      return acquireProcessLock(join(home, `${basename(folder)}.lock`));
    } catch (error) {
      if (!(error instanceof ProcessLockHeldError)) throw error;
      const owner = error.ownerPid === null ? '' : ` (pid ${error.ownerPid})`;
      throw new EmbeddedPostgresError(
        `Another Zeus${owner} is already running on ${home}. Stop it first, or set ZEUS_HOME and PORT to run a second one beside it.`,
        { cause: error },
      );
    }
  });
}

async function startLocked(
  options: EmbeddedPostgresOptions,
  folder: string,
  lock: ProcessLock,
): Promise<EmbeddedPostgres> {
  const { password, log, durable = true, maxConnections = 100, force = {} } = options;
  const runAs = await chooseRunAs({
    owner: await explained(folder, () => stat(folder).catch(() => undefined)),
    only: force.runAs,
    dieWithParent: force.dieWithParent ?? true,
  });
  const { binaries, dataDir } = await explained(folder, () =>
    findPlace({ runAs, binaries: findBinaries(), folder, systemFolder: force.systemFolder ?? '/var/lib', log }),
  );
  await clearLeftovers(dataDir, log);
  const isNew = await explained(dataDir, () => initialiseOnce({ binaries, runAs, dataDir, password, durable }));
  const socketDirectory =
    process.platform === 'win32' ? null : await explained(dataDir, () => openSocketDirectory(dataDir, runAs));
  const port = socketDirectory === null ? await freePort() : 5432;
  const args = serverArguments(dataDir, { socketDirectory, port, durable, maxConnections });
  const server = startServerProcess({ binaries, runAs, dataDir, args, log });
  const address = { host: socketDirectory ?? '127.0.0.1', port, user: 'zeus', password, database: 'zeus' };
  try {
    await server.ready;
    await openZeusDatabase(address, { dataDir, isNew });
  } catch (error) {
    await server.stop();
    await removeSocketDirectory(dataDir);
    throw error;
  }
  return watchServer(server, address, async () => {
    await removeSocketDirectory(dataDir);
    lock.release();
  });
}

function watchServer(server: ServerProcess, address: PostgresAddress, leave: () => Promise<void>): EmbeddedPostgres {
  const listeners: ((reason: string) => void)[] = [];
  let stopping = false;
  const left = server.exited.then(async (said) => {
    await leave();
    if (stopping) return;
    for (const listener of listeners) listener(said);
  });
  return {
    address,
    async stop() {
      stopping = true;
      await server.stop();
      await left;
    },
    onExit: (listener) => listeners.push(listener),
  };
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
