// Reaches the embedded server from a second program, such as a backup: the running one, or one started temporarily.
import { readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresAddress } from '../db.ts';
import { ProcessLockHeldError } from '../files/process-lock.ts';
import { openZeusDatabase } from './server/connect.ts';
import { type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';

export interface ReachedPostgres {
  address: PostgresAddress;
  /** Stops the server if it was started here. */
  close(): Promise<void>;
}

/** Throws OperatorError if the server neither runs nor can be started. */
export async function reachEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<ReachedPostgres> {
  try {
    const server = await startEmbeddedPostgres(options);
    return { address: server.address, close: () => server.stop() };
  } catch (error) {
    const isRunning = error instanceof Error && error.cause instanceof ProcessLockHeldError;
    const address = isRunning ? await runningAddress(options) : null;
    if (!address) throw error;
    await openZeusDatabase(address, { dataDir: options.dataDir, isNew: false });
    return { address, close: async () => {} };
  }
}

// The server's own pid file: pid, folder, start time, port, socket folder, listen address, memory, state.
async function runningAddress({ dataDir, password }: EmbeddedPostgresOptions): Promise<PostgresAddress | null> {
  const folder = await realpath(dataDir).catch(() => dataDir);
  const note = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [, , , port, socketDirectory, listenAddress] = note.split('\n');
  const host = socketDirectory || listenAddress;
  return host ? { host, port: Number(port), user: 'zeus', password, database: 'zeus' } : null;
}
