import { saveProgress } from '../../campaigns/campaigns.store.ts';
import type { Tx } from '../../platform/db.ts';
import { lockCampaignState } from './conducting.store.ts';
import { judge } from './judge.ts';

/** Looks at a campaign's rows and sets the status they say. Safe any number of times; a deleted campaign is left alone. */
export async function advance(tx: Tx, campaignId: string): Promise<void> {
  const state = await lockCampaignState(tx, campaignId);
  const progress = state && judge(state);
  if (progress) await saveProgress(tx, campaignId, progress);
}
