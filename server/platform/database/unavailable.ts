// Tells a database that is away from a query that was wrong, and from anything else that could not be reached.
import type pg from 'pg';

/** Errors of connections to the database. Other connections, and files, fail with the same codes. */
const connectionErrors = new WeakSet<Error>();

/** Remembers what connecting and connections of this pool fail with, which also keeps it from ending the process. */
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
/** PostgreSQL's own: it stops, starts or has no connection left, or one broke. */
const serverCodes = new Set(['57P01', '57P02', '57P03', '53300', '08000', '08001', '08003', '08006']);

/** The driver's own words when a connection broke or could not be had in time; these errors carry no code. */
const brokenConnection =
  /^Connection terminated|^Query read timeout|^timeout exceeded when trying to connect|^Client has encountered a connection error|Client was closed and is not queryable/;

/** True when the database could not be reached, as opposed to a query that was wrong or something else that was away. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof Error && isConnectionFailure(error) && !isOfSomethingElse(error);
}

/** The same for an error that can have come from a connection to the database only. */
export function isConnectionFailure(error: Error): boolean {
  const { code } = error as { code?: string };
  return code === undefined ? brokenConnection.test(error.message) : serverCodes.has(code) || systemCodes.has(code);
}

const isOfSomethingElse = (error: Error & { code?: string }) =>
  systemCodes.has(error.code ?? '') && !connectionErrors.has(error);
