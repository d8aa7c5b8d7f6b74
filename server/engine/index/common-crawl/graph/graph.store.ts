// The rows of index_releases that are graphs.
import { sql } from 'kysely';
import type { Kdb } from '../../../../platform/db.ts';

/** How far it is loaded, or what it has in the end. */
export async function noteGraph(
  db: Kdb,
  id: number,
  { loaded, skipped, domains }: { loaded: number; skipped: number; domains?: number },
): Promise<void> {
  await db
    .updateTable('index_releases')
    // A graph with a single domain has no links, and is refused before.
    .set({ loaded, skipped, ...(domains === undefined ? {} : { domains: Math.max(2, domains) }) })
    .where('id', '=', id)
    .execute();
}

/** The graph that is read; null if none is loaded. */
export async function findReadyGraph(db: Kdb): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select name from index_releases where kind = 'graph' and state = 'ready' order by finished_at desc limit 1`.execute(
    db,
  );
  return rows[0]?.name ?? null;
}
