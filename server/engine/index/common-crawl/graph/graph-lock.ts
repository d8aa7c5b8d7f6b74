// Only one process at a time loads or drops a graph. The lock belongs to a connection, so that of a killed process is free at once.
import pg from 'pg';
import { connectionSettings, type DatabaseAddress } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';

export interface GraphLock {
  /** Aborts as soon as the connection, and with it the lock, is lost. */
  signal: AbortSignal;
  /** Throws if the lock is lost. */
  check(): Promise<void>;
  release(): Promise<void>;
}

const lost = 'The connection to the database was lost. Run the same command again; it continues.';
const key = `hashtext('index_graph')`;

/** `wait`: until the lock is free; otherwise null if another process has it. */
export async function lockGraph(address: DatabaseAddress, { wait }: { wait: boolean }): Promise<GraphLock | null> {
  const client = new pg.Client({ ...connectionSettings(address), application_name: 'zeus index' });
  const gone = new AbortController();
  const end = () => gone.abort(new OperatorError(lost));
  client.on('error', end);
  client.on('end', end);
  await client.connect();
  await client.query('set statement_timeout = 0');
  const { rows } = wait
    ? await client.query<{ taken: boolean }>(`select true as taken from pg_advisory_lock(${key})`)
    : await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${key}) as taken`);
  if (!rows[0]?.taken) {
    await client.end();
    return null;
  }
  return {
    signal: gone.signal,
    async check() {
      gone.signal.throwIfAborted();
      await client.query('select 1').catch((cause: unknown) => {
        throw new OperatorError(lost, { cause });
      });
    },
    async release() {
      await client.end().catch(() => {});
    },
  };
}
