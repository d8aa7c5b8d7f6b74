// The names of groups and signals.
import type { GroupFilter, SignalName } from './triage-values.ts';

export const groupNames: Record<GroupFilter, string> = {
  good: 'Looks good',
  check: 'Check',
  unlikely: 'Probably not',
  unchecked: 'Not checked yet',
};

export const signalLabels: Record<SignalName, string> = {
  'error-page': 'Error page',
  parked: 'Parked page',
  'link-missing': 'Link is gone',
  'link-farm': 'Link farm',
  'links-to-me': 'Already links to you',
  'guest-post-prices': 'Prices for guest posts',
  'other-language': 'Other language',
  'weak-link': 'Weak link',
  forum: 'Forum or comments',
  'many-links': 'Many outgoing links',
  stale: 'Nothing new lately',
  thin: 'Little text',
  'write-for-us': 'Write for us',
  'no-author': 'No author',
};
