import type { Campaign } from '../../shared/campaign.ts';
import type { Context } from '../platform/context.ts';
import { type CampaignChange, changeCampaign, findCampaign } from './campaigns-data.store.ts';
import { noSuchCampaign } from './own-campaign.ts';

/**
 * Renames the campaign, archives it or brings it back. Work under way continues, with the original keyword. Throws AppError
 * not-found.
 */
export async function updateCampaign(
  { db }: Pick<Context, 'db'>,
  { userId, id, ...change }: { userId: string; id: Campaign['id'] } & CampaignChange,
) {
  await changeCampaign(db.kysely, userId, { id, ...change });
  const campaign = await findCampaign(db, userId, id);
  if (!campaign) throw noSuchCampaign();
  return campaign;
}
