// Starts the server process on a prepared data folder, and retries while a killed one still holds its memory.
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { clearLeftovers } from '../data-folder/leftovers.ts';
import { openSocketDirectory } from '../data-folder/socket-directory.ts';
import { type ServerProcess, type ServerStart, startServerProcess } from './server-process.ts';
import { serverArguments } from './settings.ts';

export interface RunningServer {
  server: ServerProcess;
  host: string;
  port: number;
}

export type RunOptions = Omit<ServerStart, 'args'> & { durable: boolean; maxConnections: number };

/** Resolves when the server accepts connections; throws OperatorError if it does not come up. */
export async function runServer(options: RunOptions): Promise<RunningServer> {
  const { dataDir, runAs } = options;
  const socketDirectory = process.platform === 'win32' ? null : await openSocketDirectory(dataDir, runAs);
  const port = socketDirectory === null ? await freePort() : 5432;
  const args = serverArguments(dataDir, { ...options, socketDirectory, port });
  return { server: await startWithRetries({ ...options, args }), host: socketDirectory ?? '127.0.0.1', port };
}

// The memory of a killed server is free as soon as its last process has noticed.
async function startWithRetries(start: ServerStart): Promise<ServerProcess> {
  const end = Date.now() + 20_000;
  for (;;) {
    const server = startServerProcess(start);
    try {
      await server.ready;
      return server;
    } catch (error) {
      await server.stop();
      if (!isHeldByKilledServer(error) || Date.now() > end) throw error;
      await delay(200);
      await clearLeftovers(start.dataDir, start.log);
    }
  }
}

const isHeldByKilledServer = (error: unknown) =>
  error instanceof Error && /pre-existing shared memory block|lock file ".*" already exists/.test(error.message);

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
