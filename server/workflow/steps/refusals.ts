// Errors for users when a call on a campaign is not possible now.
import { campaignBadge } from '../../../shared/campaign.ts';
import { AppError } from '../../../shared/errors.ts';
import type { LockedCampaign } from '../../campaigns/campaigns.store.ts';
import type { Tx } from '../../platform/db.ts';
import { isKept } from './kept-rows.store.ts';

export const noBacklinkCredit = () =>
  new AppError('no-credit', 'You do not have enough backlink credits. Click here to purchase more.');

export const noEmailCredit = () =>
  new AppError(
    'no-credit',
    'You do not have enough email credits to retrieve emails. Please head to Billing page to upgrade your plan.',
  );

/** Throws AppError busy while Zeus works on the campaign, except in the status `except`. */
export function refuseWhileBusy({ status }: LockedCampaign, except?: LockedCampaign['status']): void {
  if (status === except || campaignBadge(status) !== 'loader') return;
  throw new AppError('busy', 'Zeus is still working on this campaign. Please try again when it is done.');
}

/**
 * Throws AppError selection-changed if the kept rows differ from those the user was shown, if the caller lists them.
 * Call it after marking the rows to work on: those are locked, so the selection cannot change unnoticed in between.
 */
export async function refuseOtherSelection(
  tx: Tx,
  {
    table,
    campaignId,
    keptIds,
  }: { table: 'search_results' | 'backlinks'; campaignId: string; keptIds?: readonly string[] },
): Promise<void> {
  if (!keptIds || (await isKept(tx, table, campaignId, keptIds))) return;
  throw new AppError(
    'selection-changed',
    'Your selection has changed since this page was shown, so nothing was started. Check it and try again.',
  );
}
