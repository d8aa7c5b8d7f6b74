// The database: one pool, Kysely as the typed builder, and the wrapper that runs a query as one user.
// Rules and jobs use `kysely` (the owner of the tables); the data service reads and writes through `asUser`, behind row-level security.
import { type Compilable, type CompiledQuery, Kysely, type Transaction } from 'kysely';
import { PostgresJSDialect } from 'kysely-postgres-js';
import postgres, { type Sql } from 'postgres';
import type { DB } from '../../db/types.ts';

/** Where PostgreSQL is: a URL, or the parts of one (a host that is a folder means the unix socket in it). */
export type DatabaseAddress = string | { host: string; port: number; user: string; password: string; database: string };

export type Kdb = Kysely<DB>;
export type Tx = Transaction<DB>;

export interface Database {
  readonly address: DatabaseAddress;
  readonly kysely: Kdb;
  /** The driver itself, for what Kysely does not do: LISTEN, COPY, advisory locks. */
  readonly sql: Sql;
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
}

/** Opens the pool. Nothing is connected before the first query. */
export function openDatabase(address: DatabaseAddress, options: DatabaseOptions): Database {
  const sql = connect(address, options);
  const kysely = new Kysely<DB>({ dialect: new PostgresJSDialect({ postgres: sql }) });
  return {
    address,
    kysely,
    sql,
    asUser: (userId, query) => runAsUser(sql, userId, query.compile()),
    close: () => sql.end({ timeout: 5 }),
  };
}

function connect(address: DatabaseAddress, { poolSize, applicationName = 'zeus' }: DatabaseOptions): Sql {
  const settings = {
    max: poolSize,
    connect_timeout: 5,
    idle_timeout: 60,
    // A lost server is asked again within a second, so that Zeus is back as soon as it is.
    backoff: () => 0.5,
    onnotice: () => {},
    connection: { application_name: applicationName, statement_timeout: 30_000, lock_timeout: 10_000 },
    types: { bigint: bigintAsNumber },
  };
  if (typeof address !== 'string') return postgres({ ...address, ...settings });
  const socket = socketFolder(address);
  return postgres(address.replace(/[?&]host=[^&]*/, ''), socket ? { ...settings, host: socket } : settings);
}

/** The folder of a unix socket in a URL such as postgres://user@localhost/zeus?host=/run/postgresql, if it names one. */
function socketFolder(url: string): string | undefined {
  const host = new URL(url).searchParams.get('host');
  return host?.startsWith('/') ? host : undefined;
}

/** Counts and ledger ids stay far below 2^53; one beyond it is an error, not a rounded number. */
const bigintAsNumber = {
  to: 20,
  from: [20],
  serialize: (value: number | bigint) => value.toString(),
  parse(text: string) {
    const value = Number(text);
    if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`);
    return value;
  },
};

/**
 * Begin, role, user, query and commit are written to the connection before the first answer is awaited: one round trip.
 * If any of them fails, PostgreSQL refuses the rest of the transaction and the commit becomes a rollback.
 */
async function runAsUser<Row>(sql: Sql, userId: string, query: CompiledQuery<Row>): Promise<UserResult<Row>> {
  const connection = await sql.reserve();
  try {
    const [, , result] = await Promise.all([
      connection.unsafe('begin; set local role zeus_web'),
      connection.unsafe("select set_config('zeus.user_id', $1, true)", [userId], { prepare: true }),
      connection.unsafe<(Row & postgres.Row)[]>(query.sql, [...query.parameters] as postgres.SerializableParameter[], {
        prepare: true,
      }),
      connection.unsafe('commit'),
    ]);
    return { rows: [...result] as Row[], count: result.count };
  } finally {
    connection.release();
  }
}

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08006',
]);

/** True when the database could not be reached, as opposed to a query that was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return error instanceof Error && unavailableCodes.has((error as { code?: string }).code ?? '');
}
