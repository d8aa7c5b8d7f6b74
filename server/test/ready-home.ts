// A home folder with a migrated database in it, made once for a test file and copied for each test: making one takes
// seconds, copying it a moment.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pino } from 'pino';
import { jobs } from '../jobs.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/db.ts';
import { embeddedServerOptions } from '../platform/embedded-postgres/configured.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';
import { openQueue } from '../platform/queue.ts';
import { temporaryHome } from './zeus-process.ts';

export interface ReadyHome {
  /** Puts a copy at `folder`, which must not exist. */
  copyTo(folder: string): void;
  remove(): void;
}

/** Call it in beforeAll, and `remove` in afterAll. */
export async function makeReadyHome(): Promise<ReadyHome> {
  const { home: top, remove } = temporaryHome();
  const home = join(top, 'home');
  const server = await startEmbeddedPostgres({ ...embeddedServerOptions({ home }), durable: false, log: () => {} });
  const db = openDatabase(server.address, { poolSize: 2 });
  try {
    await migrate(db);
    await (await openQueue(db, { jobs, log: pino({ level: 'silent' }) })).stop();
  } finally {
    await db.close();
    await server.stop();
  }
  // The data folder may be a link to where PostgreSQL's user can reach it: each copy gets the files.
  return { copyTo: (folder) => void execFileSync('cp', ['-aL', home, folder]), remove };
}
