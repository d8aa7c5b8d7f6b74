// A home folder with a migrated database in it, made once in a test run and copied for each test: making one takes
// seconds, copying it a moment.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, inject } from 'vitest';
import { jobs } from '../jobs.ts';
import { migrate } from '../platform/database/migrate.ts';
import { openDatabase } from '../platform/db.ts';
import { embeddedServerOptions } from '../platform/embedded-postgres/configured.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/start.ts';
import { openQueue } from '../platform/queue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** For what the files of a run share; it is removed at the end. */
    runFolder: string;
  }
}

/** Puts a copy at `folder`, which must not exist. The first caller of the run makes the original; the others wait for it. */
export async function copyReadyHome(folder: string): Promise<void> {
  const original = join(inject('runFolder'), 'home');
  if (isFirst(`${original}.lock`)) await makeHome(original, `${original}.lock`);
  await expect.poll(() => existsSync(original), { timeout: 90_000 }).toBe(true);
  // The data folder may be a link to where PostgreSQL's user can reach it: each copy gets the files.
  execFileSync('cp', ['-aL', original, folder]);
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

async function makeHome(original: string, lock: string): Promise<void> {
  const home = `${original}.draft`;
  const options = { ...embeddedServerOptions({ home }), durable: false, log: () => {} };
  try {
    const server = await startEmbeddedPostgres(options);
    const db = openDatabase(server.address, { poolSize: 2 });
    try {
      await migrate(db);
      await (await openQueue(db, { jobs, log: pino({ level: 'silent' }) })).stop();
    } finally {
      await db.close();
      await server.stop();
    }
    renameSync(home, original);
  } catch (error) {
    // The next caller tries again.
    rmSync(home, { recursive: true, force: true });
    rmSync(lock, { recursive: true });
    throw error;
  }
}
