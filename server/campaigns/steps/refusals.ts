// What a user is told when a call on a campaign cannot be done now.
import { campaignBadge } from '../../../shared/campaign.ts';
import { AppError } from '../../../shared/errors.ts';
import type { OwnCampaign } from '../campaigns.store.ts';

export const noBacklinkCredit = () =>
  new AppError('no-credit', 'You do not have enough backlink credits. Click here to purchase more.');

export const noEmailCredit = () =>
  new AppError(
    'no-credit',
    'You do not have enough email credits to retrieve emails. Please head to Billing page to upgrade your plan.',
  );

/** Throws AppError busy while Zeus works on the campaign, except on this. */
export function refuseWhileBusy({ status }: OwnCampaign, except?: OwnCampaign['status']): void {
  if (status === except || campaignBadge(status) !== 'loader') return;
  throw new AppError('busy', 'Zeus is still working on this campaign. Please try again when it is done.');
}
