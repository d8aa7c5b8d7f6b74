// The first connection to a server that says it is ready: checks the password and creates the database if it is missing.
import pg from 'pg';
import type { PostgresAddress } from '../../db.ts';
import { OperatorError } from '../../operator-error.ts';
import { explainFailure } from '../explain.ts';

const wrongPassword = '28P01';
const noSuchDatabase = '3D000';
const alreadyThere = '42P04';

/** Throws OperatorError if the password is not the one the cluster was created with. */
export async function openZeusDatabase(
  address: PostgresAddress,
  { dataDir, isNew }: { dataDir: string; isNew: boolean },
): Promise<void> {
  if (isNew) return createDatabase(address, dataDir);
  try {
    await runOnce(address, 'select 1');
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === noSuchDatabase) return createDatabase(address, dataDir);
    if (code === wrongPassword) {
      throw new OperatorError(
        `The stored password for the database in ${dataDir} is not the one it was created with. Restore its secrets file, or move the folder away to start with an empty database.`,
        { cause: error },
      );
    }
    throw explainFailure(`PostgreSQL started on ${dataDir} but could not be reached`, dataDir, message);
  }
}

async function createDatabase(address: PostgresAddress, dataDir: string): Promise<void> {
  try {
    await runOnce({ ...address, database: 'postgres' }, `create database ${address.database}`);
  } catch (error) {
    if ((error as { code?: string }).code === alreadyThere) return;
    throw explainFailure(
      `The database ${address.database} could not be created in ${dataDir}`,
      dataDir,
      (error as Error).message,
    );
  }
}

async function runOnce(address: PostgresAddress, statement: string): Promise<void> {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 30_000 });
  client.on('error', () => {});
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
