// Campaigns, which the spec calls requests, as /data reads and writes them.
import type { Campaign } from '../../shared/campaign.ts';
import type { Database, Kdb, Tx } from '../platform/db.ts';
import { lockCampaign } from './campaigns.store.ts';

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
  'country',
  'language',
  'mode',
  'progress_done',
  'progress_total',
  'slow_sites',
  'failed_step',
  'figures_problem',
  'step_started_at',
  'created_at',
] as const satisfies (keyof Campaign)[];

/** Columns whose values the database restricts to these. */
type Limited = Pick<Campaign, 'type' | 'mode' | 'failed_step' | 'figures_problem'>;

/** The user's campaigns, newest first, optionally only those before an id. */
export async function listCampaigns(
  db: Database,
  userId: string,
  { limit, before }: { limit: number; before?: string | undefined },
) {
  const query = db.kysely
    .selectFrom('requests')
    .select(columns)
    .$narrowType<Limited>()
    .where('user_id', '=', userId)
    .$if(before !== undefined, (campaigns) => campaigns.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit);
  return (await db.asUser(userId, query)).rows;
}

/** The campaign, or undefined if the user has no such campaign. */
export async function findCampaign(db: Database, userId: string, id: string) {
  const query = db.kysely
    .selectFrom('requests')
    .select(columns)
    .$narrowType<Limited>()
    .where('id', '=', id)
    .where('user_id', '=', userId);
  return (await db.asUser(userId, query)).rows[0];
}

/** The renamed campaign, or undefined if the user has no such campaign. */
export function setKeyword(db: Kdb, userId: string, { id, keyword }: { id: string; keyword: string }) {
  return db
    .updateTable('requests')
    .set({ keyword })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(columns)
    .$narrowType<Limited>()
    .executeTakeFirst();
}

/** The rows that are deleted with a campaign. */
const belonging = [
  ['search_results', 'requests_id'],
  ['backlinks', 'requests_id'],
  ['contacts', 'request_id'],
] as const;

/** Deletes the campaign with all its rows. Returns false if the user has no such campaign. */
export async function removeCampaign(tx: Tx, userId: string, id: string): Promise<boolean> {
  if (!(await lockCampaign(tx, { campaignId: id, userId }, { forDelete: true }))) return false;
  // Locked by id, as everywhere: the delete itself locks rows in any order, which could deadlock.
  for (const [table, column] of belonging) {
    const locked = tx.selectFrom(table).select('id').where(column, '=', id).orderBy('id').forUpdate();
    await tx.selectFrom(locked.as('locked')).select(tx.fn.countAll().as('count')).execute();
  }
  await tx.deleteFrom('requests').where('id', '=', id).execute();
  return true;
}
