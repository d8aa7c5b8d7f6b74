// What a campaign's rows say about its current step: its progress, and how it ends. Changes no rows.
import type { CampaignPage, CampaignStatus } from '../../../shared/campaign.ts';
import type { LockedCampaign, Progress } from '../../campaigns/campaigns.store.ts';

/** How many rows are in which state; states without rows may be missing. */
export type Counts = Partial<Record<'none' | 'waiting' | 'done' | 'failed' | 'no-credit' | 'unreachable', number>>;

export interface CampaignState
  extends Pick<LockedCampaign, 'status' | 'type' | 'search' | 'searchFailure' | 'leftOut'> {
  searchResults: number;
  /** Search results by the state of their backlink search. */
  backlinkSearches: Counts;
  /** Own backlinks by whether their page was read. */
  pageReads: Counts;
  /** Backlinks by the state of their contact search. */
  contactSearches: Counts;
  /** Backlinks waiting for a slow site. */
  slowSites: number;
}

/** Null while the campaign waits for the user: then there is nothing to decide. */
export function judge(state: CampaignState): Progress | null {
  switch (state.status) {
    case 'Waiting for Search Results':
      return judgeSearch(state);
    case 'Waiting for Backlinks':
      return state.type === 'Magic Campaign' ? judgeMagic(state) : judgeBacklinks(state);
    case 'Analyzing Backlinks':
      return judgePages(state);
    case 'Waiting for Emails':
      return judgeContacts(state);
    default:
      return null;
  }
}

const goesOn = (status: CampaignStatus, done: number, total: number, slowSites = 0): Progress => ({
  status,
  failedStep: null,
  message: null,
  done,
  total,
  slowSites,
});

const ends = (status: CampaignStatus, message: string | null = null): Progress => ({
  ...goesOn(status, 0, 0),
  message,
});

const fails = (failedStep: CampaignPage, message: string): Progress => ({
  ...ends('Something went wrong', message),
  failedStep,
});

const tryLater = 'Please try again later; if it still fails, let us know.';
const serviceDown = (what: string, service: string) =>
  `Zeus cannot ${what} right now: its ${service} has stopped working. Nothing was charged. ${tryLater}`;

function judgeSearch({ status, search, searchFailure, searchResults }: CampaignState): Progress {
  if (search === 'failed') {
    if (searchFailure === 'account') return fails('search-results', serviceDown('search', 'search service'));
    return fails('search-results', 'Zeus could not search for this keyword. Nothing was charged. Please try again.');
  }
  if (search !== 'done') return goesOn(status, 0, 0);
  return ends(searchResults > 0 ? 'Waiting to Pick Search Results' : 'No organic result');
}

function judgeMagic({ status, search, searchFailure, leftOut }: CampaignState): Progress {
  if (search === 'failed') {
    if (searchFailure === 'account') return fails('backlinks', serviceDown('search for backlinks', 'link database'));
    return fails('backlinks', 'Zeus could not search for backlinks. Nothing was charged. Please try again.');
  }
  if (search !== 'done') return goesOn(status, 0, 0);
  return ends('Waiting to Pick Backlinks', leftOutMessage(leftOut));
}

function judgeBacklinks({ status, backlinkSearches, searchFailure, leftOut }: CampaignState): Progress {
  const { total, waiting, failed } = summed(backlinkSearches);
  if (waiting > 0) return goesOn(status, total - waiting, total);
  // Everything was deselected while waiting, so nothing was searched and the user picks again.
  if (total === 0) return ends('Waiting to Pick Search Results');
  if (failed === 0) return ends('Waiting to Pick Backlinks', leftOutMessage(leftOut));
  return fails(
    'backlinks',
    joined(
      `Zeus could not find the backlinks of ${failed} of ${counted(total, 'search result')}.`,
      searchFailure === 'account'
        ? `Its link database has stopped working. Nothing was charged for them. ${tryLater}`
        : 'Nothing was charged for them. Try again to search only those.',
      leftOutMessage(leftOut),
    ),
  );
}

function judgePages({ status, pageReads, slowSites }: CampaignState): Progress {
  const { total, waiting } = summed(pageReads);
  return waiting > 0 ? goesOn(status, total - waiting, total, slowSites) : ends('Waiting to Pick Backlinks');
}

function judgeContacts({ status, contactSearches, slowSites }: CampaignState): Progress {
  const { total, waiting, done, failed, unpaid } = summed(contactSearches);
  if (waiting > 0) return goesOn(status, total - waiting, total, slowSites);
  const noCredit =
    unpaid > 0
      ? `${unpaid} of ${counted(total, 'backlink')} ${unpaid === 1 ? 'is' : 'are'} not finished: you have no email credits left.`
      : null;
  // A few pages that cannot be opened are normal: their rows say so and can be retried.
  if (failed === 0 || done > 0) return ends('Waiting to Download Emails', noCredit);
  return fails(
    'contacts',
    joined(
      `Zeus could not look for emails at ${failed} of ${counted(total, 'backlink')}.`,
      'Nothing was charged for them. Try again to search only those.',
      noCredit,
    ),
  );
}

function leftOutMessage(leftOut: number): string | null {
  if (leftOut === 0) return null;
  return `${counted(leftOut, 'backlink')} ${leftOut === 1 ? 'was' : 'were'} left out: you have no backlink credits left.`;
}

function summed(counts: Counts) {
  const { waiting = 0, done = 0, failed = 0, unreachable = 0 } = counts;
  const unpaid = counts['no-credit'] ?? 0;
  return { waiting, done, failed, unpaid, total: waiting + done + failed + unpaid + unreachable };
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const joined = (...sentences: (string | null)[]) => sentences.filter((one) => one !== null).join(' ');
