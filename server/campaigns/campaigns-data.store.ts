// Campaigns, which the spec calls requests, as /data gives and takes them.
import type { Campaign } from '../../shared/campaign.ts';
import type { Database, Kdb } from '../platform/db.ts';

const columns = [
  'id',
  'keyword',
  'type',
  'status',
  'status_message',
  'min_dr',
  'max_dr',
  'min_words',
  'min_traffic',
  'mode',
  'progress_done',
  'progress_total',
  'failed_step',
  'step_started_at',
  'created_at',
] as const satisfies (keyof Campaign)[];

/** The user's campaigns, newest first. */
export async function listCampaigns(db: Database, userId: string) {
  const query = db.kysely.selectFrom('requests').select(columns).where('user_id', '=', userId).orderBy('id', 'desc');
  return (await db.asUser(userId, query)).rows;
}

/** The campaign, or undefined when it is not there for this user. */
export async function findCampaign(db: Database, userId: string, id: string) {
  const query = db.kysely.selectFrom('requests').select(columns).where('id', '=', id).where('user_id', '=', userId);
  return (await db.asUser(userId, query)).rows[0];
}

/** The renamed campaign, or undefined when it is not there for this user. */
export function setKeyword(db: Kdb, userId: string, { id, keyword }: { id: string; keyword: string }) {
  return db
    .updateTable('requests')
    .set({ keyword })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .executeTakeFirst();
}

/** Removes the campaign with all its rows. False when it is not there for this user. */
export async function removeCampaign(db: Kdb, userId: string, id: string): Promise<boolean> {
  const removed = await db
    .deleteFrom('requests')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}
