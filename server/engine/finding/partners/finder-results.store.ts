// What the answers of each partner were worth, by day.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import type { PartnerResult } from './ask-people.ts';
import type { FinderCounts } from './order-finders.ts';

const COUNTED_DAYS = 90;

/** The name under which a partner's answers are counted. Those about people and about domains cost differently. */
export const countedAs = (source: string, capability: 'people' | 'domain-people') =>
  capability === 'people' ? source : `${source} ${capability}`;

/** Adds answers to today's counts. */
export async function countResults(db: Kdb, results: readonly PartnerResult[]): Promise<void> {
  const rows = [...Map.groupBy(results, ({ source }) => source)]
    .map(([source, of]) => ({
      source,
      asked: of.length,
      found: of.filter(({ isFound }) => isFound).length,
      valid: of.filter(({ isValid }) => isValid).length,
      dollars: of.reduce((sum, { dollars }) => sum + dollars, 0),
    }))
    // Two workers lock the rows in the same order.
    .sort((a, b) => (a.source < b.source ? -1 : 1));
  await sql`
    insert into finder_results as counts (source, day, asked, found, valid, dollars)
    select source, timezone('utc', now())::date, asked, found, valid, dollars
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as row (source text, asked int, found int, valid int, dollars float8)
    on conflict (source, day) do update set asked = counts.asked + excluded.asked, found = counts.found + excluded.found,
      valid = counts.valid + excluded.valid, dollars = counts.dollars + excluded.dollars`.execute(db);
}

/** The last months, without today: so the order stays the same for a day, whatever runs twice. */
export async function readResults(db: Kdb): Promise<Map<string, FinderCounts>> {
  const { rows } = await sql<{ source: string } & FinderCounts>`
    select source, sum(valid)::int as valid, sum(dollars) as dollars from finder_results
    where day < timezone('utc', now())::date and day >= timezone('utc', now())::date - ${COUNTED_DAYS}::int
    group by source`.execute(db);
  return new Map(rows.map(({ source, valid, dollars }) => [source, { valid, dollars }]));
}
