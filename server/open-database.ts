// Finds the database: the one at DATABASE_URL, or an embedded server in the home folder that is kept running.
import type { Config } from './platform/config.ts';
import { type Database, type DatabaseAddress, openDatabase } from './platform/db.ts';
import { embeddedServerOptions } from './platform/embedded-postgres/configured.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/start.ts';
import type { Log } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';

export interface OpenDatabase {
  db: Database;
  close(): Promise<void>;
}

/** Opens the pool, starting the embedded server first if needed. Rejects with a message for the operator. */
export async function openConfiguredDatabase(config: Config, log: Log): Promise<OpenDatabase> {
  const server = config.database.url ? undefined : await keepEmbeddedServer(config, log);
  const address: DatabaseAddress = server?.address ?? config.database.url ?? '';
  const db = openDatabase(address, { poolSize: config.database.poolSize });
  await checkReachable(db).catch(async (error: unknown) => {
    await db.close();
    await server?.stop();
    throw error;
  });
  return {
    db,
    async close() {
      await db.close();
      await server?.stop();
    },
  };
}

/** Throws OperatorError if the database does not answer. */
export async function checkReachable({ sql, address }: Database): Promise<void> {
  try {
    await sql`select 1`;
  } catch (error) {
    const where = typeof address === 'string' ? new URL(address).host || 'its socket' : address.host;
    const { message } = error as Error;
    throw new OperatorError(
      `The database at ${where} cannot be used (${message}). Check DATABASE_URL, and that the server is running.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Starts the embedded server, and restarts it whenever it ends on its own. Its connections are enough for the pools of web server and
 * worker, for the queue, and for a command that runs beside them.
 */
async function keepEmbeddedServer(config: Config, log: Log): Promise<Pick<EmbeddedPostgres, 'address' | 'stop'>> {
  const options = {
    ...embeddedServerOptions(config),
    log: (line: string) => log.debug({ from: 'postgres' }, line),
    note: (line: string) => log.info(line),
    maxConnections: Math.max(100, 2 * config.database.poolSize + 20),
  };
  let server = await startEmbeddedPostgres(options);
  let stopped = false;

  function watch(): void {
    server.onExit((reason) => {
      log.error({ reason }, 'the embedded database ended; starting it again');
      void startAgain(500);
    });
  }

  async function startAgain(waitMs: number): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (stopped) return;
    try {
      server = await startEmbeddedPostgres(options);
      watch();
    } catch (error) {
      log.error({ err: error }, 'the embedded database does not start; trying again');
      await startAgain(Math.min(waitMs * 2, 10_000));
    }
  }

  watch();
  return {
    address: server.address,
    stop() {
      stopped = true;
      return server.stop();
    },
  };
}
