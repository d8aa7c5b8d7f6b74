// A page of one user's rows, read in one statement and one round trip: whether what they belong to is there, how many there
// are in all, and the page itself as JSON text. The database writes that text and this process passes it on unread.
import { type Expression, sql } from 'kysely';
import type { Database } from '../db.ts';

export interface JsonPage {
  /** False: what the rows belong to does not exist for this user. */
  found: boolean;
  total: number;
  json: string;
}

export interface PageParts {
  /** Gives a row when what the rows belong to is there. */
  owner: Expression<unknown>;
  /** Gives one number. */
  total: Expression<unknown>;
  /** Gives the rows, already limited and ordered. */
  page: Expression<unknown>;
}

/** Reads as the user, so that only that user's rows exist. Rejects like any query. */
export async function readJsonPage(db: Database, userId: string, parts: PageParts): Promise<JsonPage> {
  const query = sql<JsonPage>`
    select exists ${parts.owner} as found, ${parts.total}::int as total,
      (select coalesce(json_agg(listed_row), '[]')::text from ${parts.page} as listed_row) as json`;
  const { rows } = await db.asUser(userId, { compile: () => query.compile(db.kysely) });
  return rows[0] ?? { found: false, total: 0, json: '[]' };
}
