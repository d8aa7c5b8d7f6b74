// The database: one pool, Kysely as the typed query builder, and a wrapper that runs a query as one user. Rules and jobs use
// `kysely` (the owner of the tables); the data service reads and writes through `asUser`, behind row-level security.
import { type CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { DB } from '../../db/types.ts';
import { isDatabaseUnavailable, noteFailures } from './database/unavailable.ts';
import { createUserTurns } from './database/user-turns.ts';

export interface PostgresAddress {
  /** A folder means the unix socket in it. */
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

/** Where PostgreSQL is: a URL or its parts. */
export type DatabaseAddress = string | PostgresAddress;

export type Kdb = Kysely<DB>;
export type Tx = Transaction<DB>;

export interface Database {
  readonly address: DatabaseAddress;
  readonly kysely: Kdb;
  /** The connections themselves, for statements that Kysely does not build. */
  readonly pool: pg.Pool;
  /** Runs a raw statement and returns its rows: db.sql`select …`. */
  sql<Rows extends object[] = Record<string, unknown>[]>(
    text: TemplateStringsArray,
    ...values: unknown[]
  ): Promise<Rows>;
  /**
   * Runs one query as the web role for a user, who sees only their own rows. A user's queries take up to half of the connections.
   * Rejects like any query, and if too many of the user's are waiting.
   */
  asUser<Row>(userId: string, query: UserQuery<Row>): Promise<{ rows: Row[] }>;
  close(): Promise<void>;
}

/** A query of Kysely's builder, or one written with its `sql`. */
export interface UserQuery<Row> {
  compile(kysely: Kdb): CompiledQuery<Row>;
}

export interface DatabaseOptions {
  poolSize: number;
  applicationName?: string;
  /** Statement timeout; 30 seconds by default. */
  statementMs?: number;
  /** How long a query waits for a connection; 5 seconds by default. */
  connectMs?: number;
  /** How long a statement waits for a lock; 10 seconds by default. */
  lockMs?: number;
}

/** If no answer arrives within the statement timeout, none will: the server froze, or the network is gone. */
const onTheWayMs = 5_000;

/** Opens the pool. Connects only on the first query. */
export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  const pool = openPool(address, options);
  const kysely = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
  const nameOf = createStatementNames();
  const takeTurn = createUserTurns(Math.ceil(options.poolSize / 2));
  let closed: Promise<void> | undefined;
  return {
    address,
    kysely,
    pool,
    sql: async <Rows extends object[]>(text: TemplateStringsArray, ...values: unknown[]) =>
      (await sql(text, ...values).execute(kysely)).rows as Rows,
    asUser(userId, query) {
      const compiled = query.compile(kysely);
      return takeTurn(userId, () => runAsUser(pool, userId, compiled, nameOf(compiled.sql)));
    },
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

function openPool(address: DatabaseAddress, options: DatabaseOptions): pg.Pool {
  const { poolSize, applicationName = 'zeus', statementMs = 30_000, connectMs = 5_000, lockMs = 10_000 } = options;
  const pool = new pg.Pool({
    ...connectionSettings(address),
    Client: UtcClient,
    max: poolSize,
    application_name: applicationName,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 60_000,
    statement_timeout: statementMs,
    query_timeout: statementMs + onTheWayMs,
    lock_timeout: lockMs,
    pipeline: true,
  });
  // A connection may break while idle or between two queries. The next query reports it; it must not end the process.
  pool.on('error', () => {});
  noteFailures(pool);
  return pool;
}

/** A connection besides the pool's, for work that needs its own. Connects only when told to. */
export const createClient = (address: DatabaseAddress, settings: pg.ClientConfig = {}): pg.Client =>
  new UtcClient({ ...connectionSettings(address), ...settings });

declare module 'pg' {
  interface Client {
    /** The parameters a connection starts with. */
    getStartupConf(): Record<string, string>;
  }
}

/**
 * Days are days in UTC, whatever the time zone of the server. As a startup parameter of its own, it also passes through poolers:
 * PgBouncer knows TimeZone, but refuses or ignores most of what comes as `options`.
 */
class UtcClient extends pg.Client {
  override getStartupConf() {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }
}

function connectionSettings(address: DatabaseAddress): pg.ClientConfig {
  const where = typeof address === 'string' ? { connectionString: address } : address;
  // A connection whose other end vanished is noticed after about 20 seconds, even if it only listens.
  return { ...where, keepAlive: true, keepAliveInitialDelayMillis: 10_000, types: { getTypeParser: parserFor } };
}

/** Counts and ledger ids stay far below 2^53; a larger one is an error, not a rounded number. */
function parseBigint(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
  return value;
}

const parserFor: pg.CustomTypesConfig['getTypeParser'] = (type, format) =>
  type === pg.types.builtins.INT8 && format !== 'binary' ? parseBigint : pg.types.getTypeParser(type, format);

/**
 * Begin, role, user, query and commit are sent in one write, before the first answer is awaited: one round trip. If any of them
 * fails, PostgreSQL refuses the rest of the transaction and the commit becomes a rollback.
 */
async function runAsUser<Row>(
  pool: pg.Pool,
  userId: string,
  query: CompiledQuery<Row>,
  name: string | undefined,
): Promise<{ rows: Row[] }> {
  const client = await pool.connect();
  client.connection.stream.cork();
  const begun = client.query('begin; set local role zeus_web');
  const forUser = client.query({
    name: 'as-user',
    text: "select set_config('zeus.user_id', $1, true)",
    values: [userId],
  });
  const answer = client.query<Row & pg.QueryResultRow>({
    name,
    text: query.sql,
    values: [...query.parameters],
  });
  const committed = client.query('commit');
  client.connection.stream.uncork();
  const ended = await Promise.allSettled([begun, forUser, answer, committed]);
  const failure = ended.find((step) => step.status === 'rejected');
  client.release(failure !== undefined && mustClose(failure.reason));
  if (failure) throw failure.reason;
  const { rows } = await answer;
  return { rows };
}

/**
 * A broken connection is discarded, and so is one whose cached plan no longer fits the table (a migration ran meanwhile). After
 * any other query error it is still usable.
 */
function mustClose(reason: unknown): boolean {
  return isDatabaseUnavailable(reason) || (reason as { code?: string }).code === '0A000';
}

/** Each connection caches the plan of a named statement; queries of ever-changing shape must not fill its memory. */
const namedAtMost = 200;

/** Names of statements by their text; undefined once there are too many. */
function createStatementNames(): (text: string) => string | undefined {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known || names.size >= namedAtMost) return known;
    const name = `user-query-${names.size}`;
    names.set(text, name);
    return name;
  };
}
