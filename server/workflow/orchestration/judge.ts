// What a campaign's rows say about its current step: its progress, and how it ends. Changes no rows.
import type { CampaignPage, CampaignStatus } from '../../../shared/campaign.ts';
import type { LockedCampaign, Progress } from '../../campaigns/campaigns.store.ts';

/** How many rows are in which state; a state that no row is in may be missing. */
export type Counts = Partial<Record<RowState, number>>;
type RowState = 'none' | 'waiting' | 'done' | 'failed' | 'no-credit' | 'limited' | 'stopped' | 'unreachable';

export interface CampaignState
  extends Pick<LockedCampaign, 'status' | 'type' | 'search' | 'searchFailure' | 'leftOut' | 'overLimit'> {
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

/** Null while the campaign waits for the user: then there is nothing to decide, except what a late email adds to a finished list. */
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
    case 'Waiting to Download Emails':
      return ends(state.status, unpaidMessage(state));
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

/** The user stopped the step before it had anything to go on with. */
const stops = (failedStep: CampaignPage): Progress => ({
  ...ends('Stopped', 'You stopped this search before it found anything. Nothing was charged.'),
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
  if (search === 'stopped') return stops('search-results');
  if (search !== 'done') return goesOn(status, 0, 0);
  return ends(searchResults > 0 ? 'Waiting to Pick Search Results' : 'No organic result');
}

function judgeMagic(state: CampaignState): Progress {
  const { status, search, searchFailure } = state;
  if (search === 'failed') {
    if (searchFailure === 'account') return fails('backlinks', serviceDown('search for backlinks', 'link database'));
    return fails('backlinks', 'Zeus could not search for backlinks. Nothing was charged. Please try again.');
  }
  if (search === 'stopped' && !hasBacklinks(state)) return stops('backlinks');
  if (search === 'stopped') return ends('Waiting to Pick Backlinks', 'You stopped the search for more backlinks.');
  if (search !== 'done') return goesOn(status, 0, 0);
  return ends('Waiting to Pick Backlinks', leftOutMessage(state));
}

function judgeBacklinks(state: CampaignState): Progress {
  const { status, backlinkSearches, searchFailure, overLimit } = state;
  const { total, waiting, failed, stopped, limited } = summed(backlinkSearches);
  if (waiting > 0) return goesOn(status, total - waiting, total);
  // Everything was unticked or stopped while it waited: nothing was searched, so the user picks again.
  if (total === 0 || (total === stopped && !hasBacklinks(state))) return ends('Waiting to Pick Search Results');
  const before = (count: number) => `before ${count} of ${counted(total, 'search result')} had been looked up.`;
  const notSearched = stopped > 0 ? `You stopped the search ${before(stopped)}` : null;
  if (failed === 0) {
    // Otherwise what was left out is named, and these can be ordered with it.
    const beyondLimit = limited > 0 && overLimit === 0 ? `Your limit was reached ${before(limited)}` : null;
    return ends('Waiting to Pick Backlinks', joined(notSearched, beyondLimit, leftOutMessage(state)) || null);
  }
  return fails(
    'backlinks',
    joined(
      `Zeus could not search for the backlinks of ${failed} of ${counted(total, 'search result')}.`,
      searchFailure === 'account'
        ? `Its link database has stopped working. ${notCharged(failed)} ${tryLater}`
        : `${notCharged(failed)} ${tryThose(failed)}`,
      notSearched,
      leftOutMessage(state),
    ),
  );
}

function judgePages({ status, pageReads, slowSites }: CampaignState): Progress {
  const { total, waiting } = summed(pageReads);
  return waiting > 0 ? goesOn(status, total - waiting, total, slowSites) : ends('Waiting to Pick Backlinks');
}

function judgeContacts(state: CampaignState): Progress {
  const { status, contactSearches, slowSites } = state;
  const { total, waiting, done, failed, limited, stopped } = summed(contactSearches);
  if (waiting > 0) return goesOn(status, total - waiting, total, slowSites);
  // One page out of many that cannot be opened is how the web is: its row says so and can be tried again.
  if (failed === 0 || done + limited + stopped > 0) return ends('Waiting to Download Emails', unpaidMessage(state));
  return fails(
    'contacts',
    joined(
      `Zeus could not search for emails at ${failed} of ${counted(total, 'backlink')}.`,
      `${notCharged(failed)} ${tryThose(failed)}`,
      unpaidMessage(state),
    ),
  );
}

/** What is missing for lack of credits, or beyond the limit. */
function unpaidMessage({ contactSearches }: CampaignState): string | null {
  const { total, unpaid, limited } = summed(contactSearches);
  const unfinished = (count: number, why: string) =>
    count > 0
      ? `${count} of ${counted(total, 'backlink')} ${count === 1 ? 'is' : 'are'} not fully searched: ${why}`
      : null;
  const sentences = [unfinished(unpaid, 'your email credits ran out.'), unfinished(limited, 'your limit was reached.')];
  return joined(...sentences) || null;
}

function leftOutMessage({ leftOut, overLimit }: CampaignState): string | null {
  const sentence = (count: number, why: string) =>
    count === 0 ? null : `${counted(count, 'backlink')} ${count === 1 ? 'was' : 'were'} left out: ${why}`;
  const sentences = [
    sentence(leftOut, 'your backlink credits ran out.'),
    sentence(overLimit, 'your limit was reached.'),
  ];
  return joined(...sentences) || null;
}

/** Every backlink counts in some state of its contact search. */
const hasBacklinks = ({ contactSearches }: CampaignState) => Object.values(contactSearches).some((count) => count > 0);

function summed(counts: Counts) {
  const { none: _, ...asked } = counts;
  const { waiting = 0, done = 0, failed = 0, stopped = 0 } = asked;
  const total = Object.values(asked).reduce((sum, count) => sum + count, 0);
  return { waiting, done, failed, stopped, unpaid: asked['no-credit'] ?? 0, limited: asked.limited ?? 0, total };
}

const notCharged = (failed: number) => `You were not charged for ${failed === 1 ? 'it' : 'them'}.`;
const tryThose = (failed: number) => `Try again to search only ${failed === 1 ? 'that one' : 'those'}.`;

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const joined = (...sentences: (string | null)[]) => sentences.filter((one) => one !== null).join(' ');
