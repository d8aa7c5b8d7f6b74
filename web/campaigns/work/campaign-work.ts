// What Zeus is doing while the user waits, in words.
import { type Campaign, campaignBadge } from '../../../shared/campaign.ts';
import { emailsTakeMinutes, leadsTakeMinutes } from '../../../shared/limits.ts';

export interface Work {
  /** The current activity. */
  readonly now: string;
  /** What the progress counts. */
  readonly counted: string;
  /** How long it usually takes. */
  readonly usually: string;
}

const soon = `Usually done within ${leadsTakeMinutes} minutes.`;

/** Null when Zeus is not working. */
export function workOf({ status, type, mode, keyword }: Campaign): Work | null {
  if (status === 'Waiting for Search Results') {
    return { now: `Looking up the pages that rank for “${keyword}”.`, counted: 'pages', usually: soon };
  }
  if (status === 'Waiting for Backlinks') {
    const now =
      type === 'Magic Campaign'
        ? `Looking for pages about “${keyword}” worth a link.`
        : 'Finding out who links to the pages you picked.';
    return { now, counted: type === 'Magic Campaign' ? 'backlinks' : 'search results', usually: soon };
  }
  if (status === 'Analyzing Backlinks')
    return { now: 'Reading the pages of your list.', counted: 'pages', usually: soon };
  if (status === 'Waiting for Emails') {
    const now =
      mode === 'domain'
        ? 'Looking for the people at each site and their emails.'
        : 'Finding the author of each page and their email.';
    return { now, counted: 'backlinks', usually: `Usually takes about ${emailsTakeMinutes} minutes.` };
  }
  // A status that only a newer server knows.
  return campaignBadge(status) === 'loader' ? { now: `${status}.`, counted: '', usually: soon } : null;
}
