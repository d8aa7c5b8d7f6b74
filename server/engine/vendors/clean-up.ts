import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';
import { deleteOldReplies } from './caller/kept-replies.store.ts';

/** How long the ledger is kept. Its daily sums stay. */
const ledgerDays = 90;

/** Removes expired answers, replies that were read or expired, and old calls. Idempotent. */
export async function cleanUpVendors(db: Kdb): Promise<void> {
  await sql`delete from provider_answers where expires_at < statement_timestamp()`.execute(db);
  await deleteOldReplies(db);
  await sql`delete from provider_calls where at < statement_timestamp() - make_interval(days => ${ledgerDays})
    and outcome <> 'under_way'`.execute(db);
}
