// Credit usage per day, from the ledger.
import { sql } from 'kysely';
import type { DayOfUse } from '../../../shared/billing.ts';
import type { Database } from '../../platform/db.ts';

/** The user's own usage since then, oldest day first; days without usage are left out. */
export async function readOwnUse(db: Database, userId: string, since: Date): Promise<DayOfUse[]> {
  const day = sql<string>`to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`;
  const used = (kind: string) => sql<number>`coalesce(-sum(delta) filter (where kind = ${kind}), 0)`;
  const query = db.kysely
    .selectFrom('credit_entries')
    .select([day.as('day'), used('backlink').as('backlink'), used('email').as('email')])
    .where('user_id', '=', userId)
    .where('delta', '<', 0)
    .where('created_at', '>=', since)
    .groupBy(day)
    .orderBy(day);
  return (await db.asUser(userId, query)).rows;
}
