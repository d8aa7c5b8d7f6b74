import { type Database, openDatabase } from '../../../server/platform/db.ts';
import type { Binaries } from '../../../server/platform/embedded-postgres/binaries.ts';
import { embeddedServerOptions } from '../../../server/platform/embedded-postgres/configured.ts';
import { startEmbeddedPostgres } from '../../../server/platform/embedded-postgres/start.ts';

/** Runs the embedded database of a home folder meanwhile, by default with the programs of this Zeus. */
export async function withServer(
  home: string,
  work: (db: Database) => Promise<void>,
  binaries?: Binaries,
): Promise<void> {
  const options = { ...embeddedServerOptions({ home }), durable: false, log: () => {} };
  const server = await startEmbeddedPostgres({ ...options, ...(binaries && { binaries }) });
  const db = openDatabase(server.address, { poolSize: 2 });
  try {
    await work(db);
  } finally {
    await db.close();
    await server.stop();
  }
}
