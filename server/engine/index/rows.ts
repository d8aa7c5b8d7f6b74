// Passes many rows to PostgreSQL in one parameter: `from ${rows(list, 'url text, words integer')} as row`.

import { type RawBuilder, sql } from 'kysely';

/** A set of rows for a FROM clause; columns as in a table definition, named like the object keys. */
export function rows(list: readonly object[], columns: string): RawBuilder<unknown> {
  return sql`jsonb_to_recordset((${JSON.stringify(list)}::text)::jsonb) as row(${sql.raw(columns)})`;
}
