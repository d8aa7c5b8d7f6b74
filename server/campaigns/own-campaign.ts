// Whether a campaign is the user's. It stands here because this is the lowest rung on which rows belong to a campaign.
import { AppError } from '../../shared/errors.ts';
import type { Database } from '../platform/db.ts';

export const noSuchCampaign = () => new AppError('not-found', 'There is no such campaign.');

/** Gives one row when the campaign is there and the user's, as a part of larger statements. */
export function ownCampaign({ kysely }: Database, userId: string, campaignId: string) {
  return kysely.selectFrom('requests').select('id').where('id', '=', campaignId).where('user_id', '=', userId);
}

/** The campaign's keyword. Throws AppError not-found when it is not there for this user. */
export async function keywordOf(db: Database, userId: string, campaignId: string): Promise<string> {
  const { rows } = await db.asUser(userId, ownCampaign(db, userId, campaignId).select('keyword'));
  if (!rows[0]) throw noSuchCampaign();
  return rows[0].keyword;
}
