import { afterAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { postgresEngine } from './postgres-engine.ts';
import { describeIndexEngine } from './test/engine-contract.ts';

let db: TestDatabase | undefined;
afterAll(() => db?.drop());

describeIndexEngine('PostgreSQL', async () => {
  db = await createTestDatabase();
  return { db, engine: postgresEngine(db) };
});
