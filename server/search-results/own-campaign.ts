// Whether a campaign is the user's. It stands here because this is the lowest rung on which rows belong to a campaign.
import type { Database } from '../platform/db.ts';

/** Gives one row when the campaign is there and the user's, as a part of larger statements. */
export function ownCampaign({ kysely }: Database, userId: string, campaignId: string) {
  return kysely.selectFrom('requests').select('id').where('id', '=', campaignId).where('user_id', '=', userId);
}
