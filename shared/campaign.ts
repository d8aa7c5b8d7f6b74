// What a campaign can be: its types, its statuses, and what each status means on screen.
// Both sides read this one table; the browser shows a status and never works one out.
import { emailsTakeMinutes } from './limits.ts';

export const campaignTypes = ['Guest Posts', 'Magic Campaign', 'BYOB'] as const;
export type CampaignType = (typeof campaignTypes)[number];

/** The label of a type; anything unknown is shown as own backlinks (specification section 2). */
export function campaignTypeLabel(type: string): string {
  if (type === 'Magic Campaign') return 'Magic Search';
  if (type === 'Guest Posts') return 'Organic Search';
  return 'Own Backlinks';
}

/** The pages of a campaign a status can lead to. */
export type CampaignPage = 'search-results' | 'backlinks' | 'contacts';

/** loader: Zeus is working. action: the user is asked. error: a dead end. */
export type CampaignBadge = 'loader' | 'action' | 'error';

interface StatusRow {
  readonly badge: CampaignBadge;
  /** 'failed-step': the page of the step named by the campaign's failed_step. */
  readonly page: CampaignPage | 'failed-step';
  /** Said behind the status. */
  readonly note?: string;
}

const statusTable = {
  'Waiting for Search Results': { badge: 'loader', page: 'search-results' },
  'Waiting to Pick Search Results': { badge: 'action', page: 'search-results' },
  'No organic result': { badge: 'error', page: 'search-results' },
  'Waiting for Backlinks': { badge: 'loader', page: 'backlinks' },
  'Analyzing Backlinks': { badge: 'loader', page: 'backlinks' },
  'Waiting to Pick Backlinks': { badge: 'action', page: 'backlinks' },
  'Waiting for Emails': { badge: 'loader', page: 'contacts', note: `(takes about ${emailsTakeMinutes} mins)` },
  'Waiting to Download Emails': { badge: 'action', page: 'contacts' },
  'Something went wrong': { badge: 'action', page: 'failed-step' },
} as const satisfies Record<string, StatusRow>;

export type CampaignStatus = keyof typeof statusTable;

export const campaignStatuses = Object.keys(statusTable) as readonly CampaignStatus[];

export function campaignBadge(status: CampaignStatus): CampaignBadge {
  return statusTable[status].badge;
}

/** The status as users read it. */
export function campaignStatusLabel(status: CampaignStatus): string {
  const row: StatusRow = statusTable[status];
  return row.note ? `${status} ${row.note}` : status;
}

/** Where a campaign's row and progress lead. A failure whose step is not known leads to the campaign's first page with rows. */
export function campaignPage(status: CampaignStatus, failedStep: CampaignPage | null): CampaignPage {
  const { page } = statusTable[status];
  return page === 'failed-step' ? (failedStep ?? 'backlinks') : page;
}

/** How Zeus looks for emails. */
export const emailModes = ['author', 'domain'] as const;
export type EmailMode = (typeof emailModes)[number];

export type { Campaign } from './campaign-row.ts';
