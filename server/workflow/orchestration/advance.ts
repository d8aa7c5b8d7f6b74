import { saveProgress } from '../../campaigns/campaigns.store.ts';
import type { Tx } from '../../platform/db.ts';
import { judge } from './judge.ts';
import { lockCampaignState } from './orchestration.store.ts';

/** Sets the status that a campaign's rows call for. Idempotent; ignores a deleted campaign. */
export async function advance(tx: Tx, campaignId: string): Promise<void> {
  const state = await lockCampaignState(tx, campaignId);
  const progress = state && judge(state);
  if (progress) await saveProgress(tx, campaignId, progress);
}
