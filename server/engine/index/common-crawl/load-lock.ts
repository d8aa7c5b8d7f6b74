// Keeps two processes from loading the same thing to the same place. The lock belongs to a connection, so that of a killed process is free at
// once, and one whose connection is lost must stop.
import { createClient, type DatabaseAddress } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';

export interface LoadLock {
  /** Aborts with LockLost as soon as the connection, and with it the lock, is lost. */
  signal: AbortSignal;
  /** Throws LockLost. */
  check(): Promise<void>;
  release(): Promise<void>;
}

export class LockLost extends OperatorError {
  override name = 'LockLost';
  constructor(options?: ErrorOptions) {
    super('The connection to the database was lost. Run the same command again to continue.', options);
  }
}

export interface LockKey {
  /** Of PostgreSQL's advisory locks. */
  sql: string;
  values: number[];
}

/** Of loading and dropping ranks. */
export const ranksLock: LockKey = { sql: `hashtext('index_ranks')`, values: [] };

/** Of loading and dropping graphs. */
export const graphLock: LockKey = { sql: `hashtext('index_graph')`, values: [] };

/** Of a file of a crawl. */
export const fileLock = (part: number, number: number): LockKey => ({
  sql: '$1::integer, $2::integer',
  values: [part, number],
});

/** `wait`: until the lock is free; otherwise null if another process has it. */
export async function takeLock(
  address: DatabaseAddress,
  { sql, values }: LockKey,
  { wait }: { wait: boolean },
): Promise<LoadLock | null> {
  const client = createClient(address, { application_name: 'zeus index' });
  const gone = new AbortController();
  const end = () => gone.abort(new LockLost());
  client.on('error', end);
  client.on('end', end);
  await client.connect();
  const release = () => client.end().catch(() => {});
  const taking = wait ? `true as taken from pg_advisory_lock(${sql})` : `pg_try_advisory_lock(${sql}) as taken`;
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set lock_timeout = 0');
    const { rows } = await client.query<{ taken: boolean }>(`select ${taking}`, values);
    if (!rows[0]?.taken) {
      await release();
      return null;
    }
  } catch (error) {
    await release();
    throw error;
  }
  return {
    signal: gone.signal,
    async check() {
      gone.signal.throwIfAborted();
      await client.query('select 1').catch((cause: unknown) => {
        throw new LockLost({ cause });
      });
    },
    release,
  };
}
