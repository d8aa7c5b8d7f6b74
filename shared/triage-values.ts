// Signals: facts about a lead that speak for or against it. Without schemas: the browser uses these lists too.

/**
 * What the page itself shows, found when it is opened for its screenshot. The fact behind a signal is words of the page, except
 * for error-page (the status, or the message), many-links and thin (how many links and words), no-author (how many words) and
 * forum (how it was recognized, such as 'Discourse').
 */
export const pageSignals = [
  'error-page',
  'parked',
  'many-links',
  'guest-post-prices',
  'write-for-us',
  'forum',
  'link-farm',
  'no-author',
  'thin',
] as const;
export type PageSignalName = (typeof pageSignals)[number];

/** What depends on the campaign or the user: its language, how old a page may be, the user's own sites, the target. */
const leadSignals = ['other-language', 'stale', 'links-to-me', 'weak-link', 'link-missing'] as const;

export const signalNames = [...pageSignals, ...leadSignals] as const;
export type SignalName = (typeof signalNames)[number];

/** How much each signal says against a lead, unless the user sets other weights. 0: ignored. */
export const defaultWeights: Readonly<Record<SignalName, number>> = {
  'error-page': 10,
  parked: 10,
  'link-missing': 6,
  'link-farm': 6,
  'links-to-me': 6,
  'guest-post-prices': 4,
  'other-language': 4,
  'weak-link': 3,
  forum: 3,
  'many-links': 3,
  thin: 3,
  stale: 2,
  'write-for-us': 2,
  // Too often wrong to warn (bench/triage): shown as information, unless the user gives it a weight.
  'no-author': 0,
};

/** Groups by the sum of a lead's weights: from 3 on it is worth a check, from 6 on it is probably not worth it. */
export const triageGroups = ['good', 'check', 'unlikely'] as const;
export type TriageGroup = (typeof triageGroups)[number];
export const groupThresholds = { check: 3, unlikely: 6 } as const;

export function groupOf(score: number): TriageGroup {
  if (score >= groupThresholds.unlikely) return 'unlikely';
  return score >= groupThresholds.check ? 'check' : 'good';
}

/** What a list can be filtered by: a group, or no group because the page was not checked. */
export const groupFilters = [...triageGroups, 'unchecked'] as const;
export type GroupFilter = (typeof groupFilters)[number];

export const maxWeight = 10;

/** A page is stale if nothing on it was published or changed for so many months, unless the user sets another number. */
export const defaultStaleMonths = 24;
export const maxStaleMonths = 240;
