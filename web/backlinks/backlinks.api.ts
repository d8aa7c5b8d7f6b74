// The calls about the backlinks of a campaign.
import type { Backlink } from '../../shared/backlink.ts';
import { rowsQuery, useRows, useSaveRows } from '../platform/rows.ts';

/** All backlinks of a campaign, strongest first, as the server has them. */
export const backlinksQuery = (campaignId: string) => rowsQuery<Backlink>('backlinks', campaignId);

/** All backlinks of a campaign, strongest first, including choices that are still being saved. */
export const useBacklinks = (campaignId: string, options?: { refetchInterval?: number | false }) =>
  useRows<Backlink>('backlinks', campaignId, options);

/** Returns a function that saves `keep` and `screened` of any number of backlinks; the change shows at once. */
export const useSaveBacklinks = (campaignId: string) =>
  useSaveRows<Pick<Backlink, 'id' | 'keep' | 'screened'>>('backlinks', campaignId);
