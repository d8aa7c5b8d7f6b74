// A home folder with a migrated database in it, made once in a test run and copied for each test: making one takes
// seconds, copying it a moment.
import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { inject } from 'vitest';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/db.ts';
import { embeddedServerOptions } from '../platform/embedded-postgres/configured.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';
import { openQueue } from '../platform/queue.ts';
import { onceInRun } from './once-in-run.ts';

/** Puts a copy at `folder`, which must not exist. */
export async function copyReadyHome(folder: string): Promise<void> {
  const original = await onceInRun('home', () => makeHome(join(inject('runFolder'), 'home')));
  // The data folder may be a link to where PostgreSQL's user can reach it: each copy gets the files.
  execFileSync('cp', ['-aL', original, folder]);
}

async function makeHome(original: string): Promise<string> {
  const home = `${original}.draft`;
  const options = { ...embeddedServerOptions({ home }), durable: false, log: () => {} };
  try {
    const server = await startEmbeddedPostgres(options);
    const db = openDatabase(server.address, { poolSize: 2 });
    try {
      await migrate(db);
      await (await openQueue(db, { log: pino({ level: 'silent' }) })).stop();
    } finally {
      await db.close();
      await server.stop();
    }
    renameSync(home, original);
    return original;
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}
