// Generates db/types.ts from a migrated database: npm run db:types. A test fails if the file is stale.
import { writeFile } from 'node:fs/promises';
import { generate, PostgresDialect } from 'kysely-codegen';
import type { Kdb } from '../server/platform/db.ts';

export const typesFile = new URL('../db/types.ts', import.meta.url);

/** The text of db/types.ts for the given database. */
export async function generateDatabaseTypes(db: Kdb): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect({ numericParser: 'number' }),
    excludePattern: 'schema_migrations',
    outFile: null,
    // bigint columns contain counts and ledger ids; see server/platform/db.ts.
    typeMapping: { int8: 'number' },
  });
}

if (import.meta.main) {
  const { withTemporaryDatabase } = await import('../server/test/database.ts');
  await withTemporaryDatabase(async (db) => writeFile(typesFile, await generateDatabaseTypes(db.kysely)));
}
