// Which process loads which file, when several load the same crawl. Claims belong to a connection, so those of a killed process are
// free at once. They only save work: a file that two processes write is still written once.
import pg from 'pg';
import { connectionSettings, type DatabaseAddress } from '../../../../platform/db.ts';

export interface FileClaims {
  /** False if it is claimed, by this process or another. */
  take(number: number): Promise<boolean>;
  release(number: number): Promise<void>;
  close(): Promise<void>;
}

/** `part`: the id of the part whose files are claimed. */
export async function openClaims(address: DatabaseAddress, part: number): Promise<FileClaims> {
  const client = new pg.Client({ ...connectionSettings(address), application_name: 'zeus index' });
  // A broken connection is reported by the query that needed it.
  client.on('error', () => {});
  await client.connect();
  // PostgreSQL would give a connection the same lock twice.
  const mine = new Set<number>();
  return {
    async take(number) {
      if (mine.has(number)) return false;
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, $2) as taken', [
        part,
        number,
      ]);
      if (rows[0]?.taken) mine.add(number);
      return mine.has(number);
    },
    async release(number) {
      mine.delete(number);
      await client.query('select pg_advisory_unlock($1, $2)', [part, number]);
    },
    close: () => client.end(),
  };
}
