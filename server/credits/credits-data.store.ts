// The ledger as its user reads it.
import { sql } from 'kysely';
import type { CreditEntry } from '../../shared/credit-entry.ts';
import type { Database } from '../platform/db.ts';
import { refundPrefix, refundReason } from './credits.store.ts';

export interface EntriesQuery {
  limit: number;
  before?: number | undefined;
  /** Only what this campaign bought, without refunds; 'none': only what belongs to no campaign. */
  campaignId?: string | undefined;
}

/** The user's entries, newest first, optionally only those before an id. */
export async function listEntries(db: Database, userId: string, { limit, before, campaignId }: EntriesQuery) {
  const query = db.kysely
    .selectFrom('credit_entries')
    .select(['id', 'kind', 'delta', 'reason', 'details', 'campaign_id', 'created_at'])
    .$narrowType<Pick<CreditEntry, 'kind'>>()
    .where('user_id', '=', userId)
    .$if(campaignId === 'none', (entries) => entries.where('campaign_id', 'is', null))
    .$if(campaignId !== undefined && campaignId !== 'none', (entries) =>
      // As in the index, which leaves refunds out.
      entries
        .where('campaign_id', '=', campaignId ?? '')
        .where(sql<boolean>`reason not like ${sql.lit(`${refundPrefix}%`)}`),
    )
    .$if(before !== undefined, (entries) => entries.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit);
  return (await db.asUser(userId, query)).rows;
}

/** The refunds of entries with these reasons. Separate, because row security allows no index on a computed reason in a join. */
export async function listRefunds(db: Database, userId: string, reasons: readonly string[]) {
  if (reasons.length === 0) return [];
  const query = db.kysely
    .selectFrom('credit_entries')
    .select(['kind', 'reason', 'delta', 'created_at'])
    .where('user_id', '=', userId)
    .where('kind', 'in', ['backlink', 'email'])
    .where('reason', '=', sql<string>`any (${reasons.map(refundReason)}::text[])`);
  return (await db.asUser(userId, query)).rows;
}

/** What each campaign has cost, the one that spent last first. */
export async function listCampaignSpending(
  db: Database,
  userId: string,
  { limit, before }: { limit: number; before?: number | undefined },
) {
  const query = db.kysely
    .selectFrom('campaign_spending')
    .select(['campaign_id', 'keyword', 'backlink_spent', 'backlink_refunded', 'email_spent', 'email_refunded'])
    .select(['last_entry', 'last_at'])
    .where('user_id', '=', userId)
    .$if(before !== undefined, (spending) => spending.where('last_entry', '<', before ?? 0))
    .orderBy('last_entry', 'desc')
    .limit(limit);
  return (await db.asUser(userId, query)).rows;
}
