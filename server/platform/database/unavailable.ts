// Distinguishes an unavailable database from a wrong query, and from anything else that could not be reached.
import type pg from 'pg';

/** Errors of connections to the database. Other connections, and files, fail with the same codes. */
const connectionErrors = new WeakSet<Error>();

/** Records the errors of this pool's connections, which also keeps them from ending the process. */
export function noteFailures(pool: pg.Pool): void {
  pool.on('connect', (client) => client.on('error', (error) => connectionErrors.add(error)));
  const connect = pool.connect.bind(pool);
  type Done = Parameters<typeof connect>[0];
  function noted(): Promise<pg.PoolClient>;
  function noted(done: Done): void;
  function noted(done?: Done): Promise<pg.PoolClient> | undefined {
    if (!done) {
      return connect().catch((error: Error) => {
        connectionErrors.add(error);
        throw error;
      });
    }
    connect((error, client, release) => {
      if (error) connectionErrors.add(error);
      done(error, client, release);
    });
    return undefined;
  }
  pool.connect = noted;
}

const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** PostgreSQL's own codes: it is stopping, starting or out of connections, or a connection broke. */
const serverCodes = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08006']);

/** The driver's messages when a connection broke or timed out; these errors carry no code. */
const brokenConnection =
  /^Connection terminated|^Query read timeout|^timeout exceeded when trying to connect|^Client has encountered a connection error|Client was closed and is not queryable/;

/** Whether the database could not be reached, as opposed to a wrong query or another unavailable service. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof Error && isConnectionFailure(error) && !isOfSomethingElse(error);
}

/** The same for an error that can only come from a database connection. */
export function isConnectionFailure(error: Error): boolean {
  const { code } = error as { code?: string };
  return code === undefined ? brokenConnection.test(error.message) : serverCodes.has(code) || systemCodes.has(code);
}

const isOfSomethingElse = (error: Error & { code?: string }) =>
  systemCodes.has(error.code ?? '') && !connectionErrors.has(error);
