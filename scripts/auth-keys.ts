// Opens the signing keys of the configured database for the scripts beside this file. With the embedded database,
// Zeus must not be running; with DATABASE_URL it may.
import { existsSync } from 'node:fs';
import { type SigningKeys, signingKeysOf } from '../server/auth/keys/signing-keys.ts';
import { openConfiguredDatabase } from '../server/open-database.ts';
import { type Config, loadConfig } from '../server/platform/config.ts';
import { createLog } from '../server/platform/log.ts';
import { migrate } from '../server/platform/migrate.ts';

/** Runs with the keys and closes everything again; on failure says why and ends with 1. */
export async function withSigningKeys(use: (keys: SigningKeys, config: Config) => Promise<void>): Promise<void> {
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    const config = loadConfig();
    const log = createLog({ log: { level: 'error' }, production: config.production });
    const database = await openConfiguredDatabase(config, log);
    try {
      await migrate(database.db);
      await use(signingKeysOf({ config, db: database.db, log }), config);
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
