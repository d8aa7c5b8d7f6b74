// Whether a campaign belongs to the user. It is here because this is the lowest module whose rows belong to a campaign.
import { AppError } from '../../shared/errors.ts';
import type { Database } from '../platform/db.ts';

export const noSuchCampaign = () => new AppError('not-found', 'There is no such campaign.');

/** Returns one row if the user has this campaign; part of larger statements. */
export function ownCampaign({ kysely }: Database, userId: string, campaignId: string) {
  return kysely.selectFrom('requests').select('id').where('id', '=', campaignId).where('user_id', '=', userId);
}

/** The campaign's keyword. Throws AppError not-found if the user has no such campaign. */
export async function keywordOf(db: Database, userId: string, campaignId: string): Promise<string> {
  const { rows } = await db.asUser(userId, ownCampaign(db, userId, campaignId).select('keyword'));
  if (!rows[0]) throw noSuchCampaign();
  return rows[0].keyword;
}
