// Whether a found site is left out, and why: the order of the rules, and the name of the site that a rule is about.

import type { SkipRules } from '../../shared/api/campaigns.ts';
import type { LeftOutReason, SiteRuleKind } from '../../shared/prospect-values.ts';
import type { Hit, KnownName, RulePattern } from './known-sites.store.ts';

const dayMs = 24 * 3600 * 1000;

export interface Judgment {
  hit: Hit | null;
  isLeftOut: boolean;
}

/** One of the names of a found site, and which rules speak against it. */
export interface NameFacts extends KnownName {
  rule: RulePattern | null;
  linksToMe: boolean;
}

export interface SiteFacts {
  domain: string;
  names: readonly NameFacts[];
  /** The found link leads to one of the user's own sites. */
  linksToMe: boolean;
  /** Another site of the same delivery. */
  repeats: string | null;
}

/** Picks the first rule that speaks against the site; one that is switched off only leaves a note. */
export function judgeSite(site: SiteFacts, skip: SkipRules, now: number): Judgment {
  const { domain, names } = site;
  const hit = (reason: LeftOutReason, isMeant: (name: NameFacts) => boolean): Hit | null => {
    const name = names.find(isMeant)?.name;
    return name === undefined ? null : { reason, otherCampaign: null, knownAs: name === domain ? null : name };
  };
  const under = (kind: SiteRuleKind) => hit(kind, ({ rule }) => rule?.kind === kind);
  const never = under('mine') ?? under('competitor');
  if (never) return { hit: never, isLeftOut: true };
  const since = now - (skip.contactedDays ?? Number.POSITIVE_INFINITY) * dayMs;
  const linksToMe: Hit | null = site.linksToMe
    ? { reason: 'links_to_me', otherCampaign: null, knownAs: null }
    : hit('links_to_me', (name) => name.linksToMe);
  const contacted = hit('contacted', ({ contactedAt }) => contactedAt !== null && contactedAt.getTime() > since);
  const hits: [Hit | null, boolean][] = [
    [under('blocked'), skip.blocked],
    [hit('do_not_contact', ({ state }) => state === 'do_not_contact'), skip.blocked],
    [linksToMe, skip.linkingToMe],
    [contacted, skip.contactedDays !== null],
    [inCampaign(site), skip.inCampaign],
  ];
  const decisive = hits.find(([one, isOn]) => one !== null && isOn);
  return { hit: (decisive ?? hits.find(([one]) => one !== null))?.[0] ?? null, isLeftOut: decisive !== undefined };
}

/** Another campaign has the site, or this campaign has it under another name. */
function inCampaign({ domain, names, repeats }: SiteFacts): Hit | null {
  if (repeats !== null) return { reason: 'in_campaign', otherCampaign: null, knownAs: repeats };
  const one = names.find(
    ({ name, otherCampaign, isInThisCampaign }) => otherCampaign !== null || (isInThisCampaign && name !== domain),
  );
  if (!one) return null;
  return { reason: 'in_campaign', otherCampaign: one.otherCampaign, knownAs: one.name === domain ? null : one.name };
}
