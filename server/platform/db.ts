// The database: one pool, Kysely as the typed builder, and the wrapper that runs a query as one user.
// Rules and jobs use `kysely` (the owner of the tables); the data service reads and writes through `asUser`, behind row-level security.
import { type Compilable, type CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from '../../db/types.ts';
import { isDatabaseUnavailable, noteFailures } from './database/unavailable.ts';

/** Where PostgreSQL is: a URL, or the parts of one (a host that is a folder means the unix socket in it). */
export type DatabaseAddress = string | { host: string; port: number; user: string; password: string; database: string };

export type Kdb = Kysely<DB>;
export type Tx = Transaction<DB>;

export interface Database {
  readonly address: DatabaseAddress;
  readonly kysely: Kdb;
  /** The connections themselves, for statements that Kysely does not build. */
  readonly pool: pg.Pool;
  /** The rows of a statement written out: db.sql`select …`. */
  sql<Rows extends object[] = Record<string, unknown>[]>(
    text: TemplateStringsArray,
    ...values: unknown[]
  ): Promise<Rows>;
  /** Runs one query as the web role on behalf of a user: only that user's rows exist for it. Rejects like any query. */
  asUser<Row>(userId: string, query: Compilable<Row>): Promise<UserResult<Row>>;
  close(): Promise<void>;
}

export interface UserResult<Row> {
  rows: Row[];
  /** Rows changed, for an update without returning. */
  count: number;
}

export interface DatabaseOptions {
  poolSize: number;
  applicationName?: string;
  /** How long a statement may run; 30 seconds without it. */
  statementMs?: number;
}

/** An answer that is later than its statement may run does not come any more: the server froze, or the network lost us. */
const onTheWayMs = 5_000;

/** Opens the pool. Nothing is connected before the first query. */
export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  const pool = openPool(address, options);
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  let closed: Promise<void> | undefined;
  return {
    address,
    kysely,
    pool,
    sql: async <Rows extends object[]>(text: TemplateStringsArray, ...values: unknown[]) =>
      (await sql(text, ...values).execute(kysely)).rows as Rows,
    asUser: (userId, query) => runAsUser(pool, userId, query.compile()),
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

function openPool(address: DatabaseAddress, options: DatabaseOptions): pg.Pool {
  const { poolSize, applicationName = 'zeus', statementMs = 30_000 } = options;
  const pool = new pg.Pool({
    ...connectionSettings(address),
    max: poolSize,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + onTheWayMs,
    lock_timeout: 10_000,
    pipeline: true,
  });
  // A connection may break while nobody uses it or between two queries; the next query tells, these must not end the process.
  pool.on('error', () => {});
  noteFailures(pool);
  return pool;
}

/** How any connection of Zeus reaches the database. */
export function connectionSettings(address: DatabaseAddress): pg.ClientConfig {
  const where = typeof address === 'string' ? { connectionString: address } : address;
  // A connection whose other end vanished without a word is noticed after about 20 seconds, also while it only listens.
  return { ...where, keepAlive: true, keepAliveInitialDelayMillis: 10_000, types: { getTypeParser: parserFor } };
}

/** Counts and ledger ids stay far below 2^53; one beyond it is an error, not a rounded number. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

const parserFor: pg.CustomTypesConfig['getTypeParser'] = (type, format) =>
  type === pg.types.builtins.INT8 && format !== 'binary' ? parseBigint : pg.types.getTypeParser(type, format);

/**
 * Begin, role, user, query and commit go to the connection in one write, before the first answer is awaited: one round trip.
 * If any of them fails, PostgreSQL refuses the rest of the transaction and the commit becomes a rollback.
 */
async function runAsUser<Row>(pool: pg.Pool, userId: string, query: CompiledQuery<Row>): Promise<UserResult<Row>> {
  const client = await pool.connect();
  client.connection.stream.cork();
  const begun = client.query('begin; set local role zeus_web');
  const forUser = client.query({
    name: 'as-user',
    text: "select set_config('zeus.user_id', $1, true)",
    values: [userId],
  });
  const answer = client.query<Row & pg.QueryResultRow>({
    name: statementName(query.sql),
    text: query.sql,
    values: [...query.parameters],
  });
  const committed = client.query('commit');
  client.connection.stream.uncork();
  const ended = await Promise.allSettled([begun, forUser, answer, committed]);
  const failure = ended.find((step) => step.status === 'rejected');
  client.release(failure !== undefined && mustClose(failure.reason));
  if (failure) throw failure.reason;
  const { rows, rowCount } = await answer;
  return { rows, count: rowCount ?? 0 };
}

/**
 * A connection that broke is thrown away, and so is one whose kept plan no longer fits the table (a migration ran meanwhile).
 * After any other error of the query it is as good as before.
 */
function mustClose(reason: unknown): boolean {
  return isDatabaseUnavailable(reason) || (reason as { code?: string }).code === '0A000';
}

const statementNames = new Map<string, string>();
/** Each connection keeps the plan of a named statement; queries of ever changing shape must not fill its memory. */
const namedAtMost = 200;

function statementName(text: string): string | undefined {
  const known = statementNames.get(text);
  if (known || statementNames.size >= namedAtMost) return known;
  const name = `user-query-${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}
