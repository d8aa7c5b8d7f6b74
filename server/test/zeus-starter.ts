// Zeus processes that end with their test, on home folders that are removed with it.
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Database, openDatabase } from '../platform/db.ts';
import { embeddedServerOptions } from '../platform/embedded-postgres/configured.ts';
import { copyReadyHome } from './ready-home.ts';
import { startZeusProcess, temporaryHome, type ZeusOptions, type ZeusProcess } from './zeus-process.ts';

export function newHome(): string {
  const { home, remove } = temporaryHome();
  onTestFinished(remove);
  return home;
}

/** A home folder that Zeus knows already: for what is not about making one. */
export async function usedHome(): Promise<string> {
  const home = join(newHome(), 'home');
  await copyReadyHome(home);
  return home;
}

/** Without the practice web, whose first crawl is work for some seconds; the tests of it ask for it. */
export async function start({ env, home, ...options }: ZeusOptions = {}): Promise<ZeusProcess> {
  const zeus = await startZeusProcess({
    ...options,
    home: home ?? (await usedHome()),
    env: { PRACTICE: 'off', ...env },
  });
  onTestFinished(async () => void (await zeus.end('SIGTERM')));
  return zeus;
}

/** The embedded database of a running Zeus, asked beside it. */
export function databaseOf({ home }: ZeusProcess): Database {
  const { dataDir, password } = embeddedServerOptions({ home });
  return openDatabase({ host: dataDir, port: 5432, user: 'zeus', password, database: 'zeus' }, { poolSize: 1 });
}

export const readiness = async ({ address }: ZeusProcess) => (await fetch(`${address}/readyz`)).status;
