// What a campaign can be: its types, its statuses, and what each status means on screen.
// The server sets the status; the browser only shows it, and must be able to show one it has never heard of.
import { campaignPages, type campaignStatuses, type campaignTypes, type emailModes } from './campaign-values.ts';
import { emailsTakeMinutes } from './limits.ts';

export type CampaignType = (typeof campaignTypes)[number];

/** The label of a type; anything unknown is shown as own backlinks (specification section 2). */
export function campaignTypeLabel(type: string): string {
  if (type === 'Magic Campaign') return 'Magic Search';
  if (type === 'Guest Posts') return 'Organic Search';
  return 'Own Backlinks';
}

export type CampaignPage = (typeof campaignPages)[number];

/** loader: Zeus is working. action: the user has to act. error: a dead end. */
export type CampaignBadge = 'loader' | 'action' | 'error';

export type CampaignStatus = (typeof campaignStatuses)[number];

/** The specification's rule for any status, known or not (section 2). */
export function campaignBadge(status: string): CampaignBadge {
  if (status.includes('Waiting for') || status.includes('Analyzing')) return 'loader';
  return status === 'No organic result' ? 'error' : 'action';
}

/** The status as users read it. */
export function campaignStatusLabel(status: string): string {
  return status === 'Waiting for Emails' ? `${status} (takes about ${emailsTakeMinutes} mins)` : status;
}

/**
 * Where a campaign's row and progress lead: the failed step if there is one, otherwise the page whose rows the status names. A
 * status that names none leads to the backlinks, which every kind of campaign has.
 */
export function campaignPage(status: string, failedStep: string | null): CampaignPage {
  const failedPage = campaignPages.find((page) => page === failedStep);
  if (failedPage) return failedPage;
  if (/email|contact/i.test(status)) return 'contacts';
  return /search result|organic result/i.test(status) ? 'search-results' : 'backlinks';
}

export type EmailMode = (typeof emailModes)[number];

export type { Campaign } from './campaign-row.ts';
