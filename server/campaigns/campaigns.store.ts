// The rows of campaigns, which the spec calls requests.
import type { Database } from '../platform/db.ts';

/** The user's campaigns, newest first. */
export async function listCampaigns(db: Database, userId: string) {
  const query = db.kysely
    .selectFrom('requests')
    .select([
      'id',
      'keyword',
      'type',
      'status',
      'status_message',
      'progress_done',
      'progress_total',
      'failed_step',
      'created_at',
    ])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc');
  return (await db.asUser(userId, query)).rows;
}
