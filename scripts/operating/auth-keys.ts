// Opens the signing keys of this Zeus for the scripts next to this file, whether it is running or not.
import { type SigningKeys, signingKeysOf } from '../../server/auth/keys/signing-keys.ts';
import type { Config } from '../../server/platform/config.ts';
import { createLog } from '../../server/platform/log.ts';
import { readConfig, runForOperator, withUsedDatabase } from './configured-database.ts';

/** Runs with the keys and closes everything; on failure prints why and exits with 1. */
export function withSigningKeys(use: (keys: SigningKeys, config: Config) => Promise<void>): void {
  runForOperator(async () => {
    const config = readConfig();
    const log = createLog({ log: { level: 'error' }, production: config.production });
    await withUsedDatabase(config, 'signing-keys', (db) => use(signingKeysOf({ config, db, log }), config));
  });
}
