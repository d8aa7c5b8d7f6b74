import type { Context } from '../platform/context.ts';
import { removeCampaign } from './campaigns-data.store.ts';
import { noSuchCampaign } from './own-campaign.ts';

/**
 * Deletes the campaign with its search results, backlinks and contacts. Credits already spent stay spent; waiting jobs will
 * find nothing to do. Throws AppError not-found.
 */
export async function deleteCampaign({ db }: Pick<Context, 'db'>, { userId, id }: { userId: string; id: string }) {
  const isRemoved = await db.kysely.transaction().execute((tx) => removeCampaign(tx, userId, id));
  if (!isRemoved) throw noSuchCampaign();
}
