import type { Context } from '../platform/context.ts';
import { setKeyword } from './campaigns-data.store.ts';
import { noSuchCampaign } from './own-campaign.ts';

/** Renames the campaign. Work under way continues with the original keyword. Throws AppError not-found. */
export async function renameCampaign(
  { db }: Pick<Context, 'db'>,
  { userId, id, keyword }: { userId: string; id: string; keyword: string },
) {
  const campaign = await setKeyword(db.kysely, userId, { id, keyword });
  if (!campaign) throw noSuchCampaign();
  return campaign;
}
