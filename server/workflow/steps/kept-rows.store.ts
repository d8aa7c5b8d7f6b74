// Which rows of a campaign the user keeps.
import type { Tx } from '../../platform/db.ts';

export async function countKept(tx: Tx, table: 'search_results' | 'backlinks', campaignId: string): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('requests_id', '=', campaignId)
    .where('keep', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether exactly these rows are kept. */
export async function isKept(
  tx: Tx,
  table: 'search_results' | 'backlinks',
  campaignId: string,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('requests_id', '=', campaignId)
    .where('keep', '=', true)
    .execute();
  const expected = new Set(ids);
  return rows.length === expected.size && rows.every(({ id }) => expected.has(id));
}
