// Campaigns, which the spec calls requests, as /data reads and writes them.
import { sql } from 'kysely';
import { type Campaign, campaign } from '../../shared/campaign-row.ts';
import type { Database, Kdb, Tx } from '../platform/db.ts';
import { lockCampaign } from './campaigns.store.ts';

const columns = campaign.omit({ backlink_count: true, contact_count: true, valid_email_count: true }).keyof().options;

/** Columns whose values the database restricts to these. */
type Limited = Pick<Campaign, 'type' | 'targeting' | 'mode' | 'fallback_order' | 'failed_step' | 'figures_problem'>;

/** Campaigns with their counts, which triggers keep: nothing is counted here. The limit makes PostgreSQL look each up by its id. */
function withCounts({ kysely }: Database, userId: string) {
  return kysely
    .selectFrom('requests')
    .innerJoinLateral(
      (query) =>
        query
          .selectFrom('campaign_counts')
          .select(['backlinks as backlink_count', 'contacts as contact_count', 'valid_emails as valid_email_count'])
          .whereRef('campaign_id', '=', 'requests.id')
          .limit(1)
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select(columns.map((column) => `requests.${column}` as const))
    .select(['backlink_count', 'contact_count', 'valid_email_count'])
    .$narrowType<Limited>()
    .where('requests.user_id', '=', userId);
}

/** The user's campaigns, newest first, optionally only those before an id. */
export async function listCampaigns(
  db: Database,
  userId: string,
  { limit, before }: { limit: number; before?: string | undefined },
) {
  const query = withCounts(db, userId)
    .$if(before !== undefined, (campaigns) => campaigns.where('requests.id', '<', before ?? ''))
    .orderBy('requests.id', 'desc')
    .limit(limit);
  return (await db.asUser(userId, query)).rows;
}

/** The campaign, or undefined if the user has no such campaign. */
export async function findCampaign(db: Database, userId: string, id: string) {
  const query = withCounts(db, userId).where('requests.id', '=', id);
  return (await db.asUser(userId, query)).rows[0];
}

export interface CampaignChange {
  keyword?: string | undefined;
  archived?: boolean | undefined;
}

/** Does nothing if the user has no such campaign. A campaign archived twice keeps its first date. */
export async function changeCampaign(
  db: Kdb,
  userId: string,
  { id, keyword, archived }: CampaignChange & { id: string },
): Promise<void> {
  await db
    .updateTable('requests')
    .$if(keyword !== undefined, (query) => query.set('keyword', keyword ?? ''))
    .$if(archived === true, (query) => query.set('archived_at', sql<Date>`coalesce(archived_at, now())`))
    .$if(archived === false, (query) => query.set('archived_at', null))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .execute();
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
