// A page of one user's rows, read in one statement and one round trip: whether their parent exists, how many there are in
// total, and the page itself as JSON text. The database produces that text and this process passes it on unparsed.
import { type Expression, sql } from 'kysely';
import type { Database } from '../db.ts';

export interface JsonPage<Row> {
  /** False: the parent does not exist for this user. */
  found: boolean;
  total: number;
  /** The JSON of Row[]. */
  json: string;
  /** Only a type: the type of a row. */
  readonly row?: Row;
}

export function rowsOf<Row>({ json }: JsonPage<Row>): Row[] {
  return JSON.parse(json) as Row[];
}

export interface PageParts<Row> {
  /** Returns one row if the parent exists, even when it has no children. */
  owner: Expression<unknown>;
  /** Returns one number. */
  total: Expression<unknown>;
  /** Returns the rows, already limited and ordered. */
  page: Expression<Row>;
}

/** Reads as the user, who sees only their own rows. Rejects like any query. */
export async function readJsonPage<Row>(db: Database, userId: string, parts: PageParts<Row>): Promise<JsonPage<Row>> {
  const query = sql<JsonPage<Row>>`
    select exists ${parts.owner} as found, ${parts.total}::int as total,
      (select coalesce(json_agg(listed_row), '[]')::text from ${parts.page} as listed_row) as json`;
  const { rows } = await db.asUser(userId, query);
  return rows[0] ?? { found: false, total: 0, json: '[]' };
}
