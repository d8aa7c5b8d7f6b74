// How prospects, rules and reasons are named on screen.
import type { LeftOutCount, SiteHistory } from '../../shared/prospect.ts';
import type { LeftOutReason, ProspectState, SiteRuleKind } from '../../shared/prospect-values.ts';
import type { BadgeTone } from '../ui/values/badge.tsx';
import { countOf, formatNumber } from '../ui/values/figures.ts';

export const stateNames: Record<ProspectState, string> = {
  seen: 'Found',
  removed: 'Removed',
  kept: 'Kept',
  contact_found: 'Contact found',
  handed_over: 'Downloaded',
  contacted: 'Contacted',
  replied: 'Replied',
  linked: 'Links to you',
  do_not_contact: 'Do not contact',
};

export const stateTones: Record<ProspectState, BadgeTone> = {
  seen: 'plain',
  removed: 'plain',
  kept: 'accent',
  contact_found: 'accent',
  handed_over: 'accent',
  contacted: 'warning',
  replied: 'success',
  linked: 'success',
  do_not_contact: 'error',
};

export const kindNames: Record<SiteRuleKind, string> = {
  blocked: 'Blocked sites',
  mine: 'My sites',
  competitor: 'Competitors',
};

/** "7 already in “Golf”". */
function leftOutWords({ reason, other_campaign, sites }: LeftOutCount): string {
  const count = formatNumber(sites);
  switch (reason) {
    case 'blocked':
      return `${count} blocked`;
    case 'mine':
      return `${count} of your own`;
    case 'competitor':
      return countOf(sites, 'competitor');
    case 'do_not_contact':
      return `${count} marked “do not contact”`;
    case 'links_to_me':
      return `${count} already linking to you`;
    case 'contacted':
      return `${count} contacted recently`;
    case 'in_campaign':
      return other_campaign === null
        ? `${count} you know under another name`
        : `${count} already in “${other_campaign}”`;
  }
}

/** "12 sites left out: 7 already in “Golf”, 5 blocked." */
export function leftOutSentence(counts: readonly LeftOutCount[]): string {
  const total = counts.reduce((sum, { sites }) => sum + sites, 0);
  return `${countOf(total, 'site')} left out: ${counts.map(leftOutWords).join(', ')}.`;
}

/** The badge of a site that was delivered although the user knew it. */
export function historyWords({ reason, otherCampaign, knownAs }: SiteHistory): string {
  if (reason === 'in_campaign' && !otherCampaign && knownAs !== undefined) return `Same site as ${knownAs}`;
  const words = reason === 'in_campaign' && otherCampaign ? `In “${otherCampaign}”` : historyNames[reason];
  return knownAs === undefined ? words : `${words} as ${knownAs}`;
}

const historyNames: Record<LeftOutReason, string> = {
  in_campaign: 'In another campaign',
  contacted: 'Contacted recently',
  links_to_me: 'Links to you',
  do_not_contact: 'Do not contact',
  mine: 'My site',
  competitor: 'Competitor',
  blocked: 'Blocked',
};
