import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../db.ts';

export type Queryable = Pick<Database, 'kysely' | 'pool'>;

export interface PreparedStatement {
  /** Belongs to one text only. */
  name: string;
  /** The text, with `parameter(1)` for the first of the values. Called once per name. */
  build(parameter: (place: number) => RawBuilder<unknown>): RawBuilder<unknown>;
}

const texts = new Map<string, string>();

/**
 * Runs a statement that is built once per process and planned once per connection, instead of every time. Worth it for large statements
 * that run briefly: for the backlinks of an ordinary page, planning takes 2 ms, building the statement 0.2 ms, and reading half a
 * millisecond.
 */
export async function runPrepared<Row>(
  { kysely, pool }: Queryable,
  { name, build }: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const text = texts.get(name) ?? build((place) => sql.raw(`$${place}`)).compile(kysely).sql;
  texts.set(name, text);
  const { rows } = await pool.query({ name, text, values: [...values] });
  return rows as Row[];
}
