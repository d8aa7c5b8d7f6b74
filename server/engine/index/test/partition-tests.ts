// What tests of partitions share: another transaction meanwhile, and whether a table is there.
import type { TestDatabase } from '../../../test/database.ts';

/** Runs `work` during another transaction that begins with `statement`. */
export async function during(db: TestDatabase, statement: string, work: () => Promise<void>): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

export async function hasTable({ sql }: TestDatabase, name: string): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select to_regclass(${name}) is not null as there`;
  return row?.there === true;
}
