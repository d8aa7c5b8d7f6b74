// A connection of its own for loading: COPY does not work on the pool's connections, and building an index takes longer than an
// ordinary statement may.
import type pg from 'pg';
import { createClient, type DatabaseAddress } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';

/** PostgreSQL's code for it. */
const diskFull = '53100';

/** Runs `load` in one transaction. A failure changes nothing; a full disk is an OperatorError. */
export async function loadInTransaction<Result>(
  address: DatabaseAddress,
  load: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = createClient(address, { application_name: 'zeus index' });
  // A broken connection is reported by the query that needed it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    const result = await load(client);
    await client.query('commit');
    return result;
  } catch (error) {
    if ((error as { code?: unknown }).code !== diskFull) throw error;
    const message = 'The disk of the database is full. Free some space, then run the same command again to continue.';
    throw new OperatorError(message, { cause: error });
  } finally {
    // Closing the connection rolls back what is not committed.
    await client.end();
  }
}
