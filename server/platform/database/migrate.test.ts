import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { generateDatabaseTypes, typesFile } from '../../../scripts/database-types.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { runFixture } from '../../test/fixture-process.ts';
import { isMigrated, type Migration, migrate, readMigrations } from './migrate.ts';

let db: TestDatabase;

describe('an empty database', () => {
  beforeAll(async () => {
    db = await createEmptyDatabase();
  });
  afterAll(() => db.drop());

  test('three processes migrate it at once: each migration runs once, all three succeed', async () => {
    expect(await isMigrated(db)).toBe(false);
    const outputs = await Promise.all([1, 2, 3].map(() => runFixture('migrate-once.ts', [JSON.stringify(db.address)])));
    const ran = outputs.map((output) => Number(output.trim())).sort();
    const all = (await readMigrations()).length;
    expect(ran).toEqual([0, 0, all]);
    expect(await isMigrated(db)).toBe(true);
    expect(await db.sql`select version from schema_migrations order by version`).toHaveLength(all);
  });

  test('a second run does nothing', async () => {
    expect(await migrate(db)).toBe(0);
  });

  test('a failing migration leaves nothing behind, and the next attempt can succeed', async () => {
    const ours = await readMigrations();
    const next = (text: string): Migration => ({ version: ours.length + 1, name: 'more', text, checksum: text });
    await expect(migrate(db, [...ours, next('create table half (); select 1/0')])).rejects.toThrow(
      /\(more\) failed: division by zero/,
    );
    expect(await db.sql`select to_regclass('half') as found`).toEqual([{ found: null }]);
    expect(await migrate(db, [...ours, next('create table half ()')])).toBe(1);
  });

  test('refuses a database that is newer than the code', async () => {
    await expect(migrate(db)).rejects.toThrow(/newer than this version of Zeus/);
    expect(await isMigrated(db)).toBe(false);
  });

  test('refuses a migration that was changed after it ran', async () => {
    const [first, ...rest] = await readMigrations();
    if (!first) throw new Error('no migrations');
    const changed = [{ ...first, checksum: 'other' }, ...rest];
    await expect(migrate(db, changed)).rejects.toThrow(/Migration 1 \(foundation\) has changed since it ran/);
  });
});

test('db/types.ts matches the migrated database', async () => {
  const migrated = await createTestDatabase();
  onTestFinished(() => migrated.drop());
  expect(await readFile(typesFile, 'utf8'), 'run: npm run db:types').toBe(await generateDatabaseTypes(migrated.kysely));
});
