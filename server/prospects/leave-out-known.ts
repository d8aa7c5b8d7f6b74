// Decides, before anything is delivered and charged, which found sites a campaign leaves out because of what the user knows
// about them. This is the only place that applies these rules.
import type { SiteHistory } from '../../shared/prospect.ts';
import type { LeftOutReason } from '../../shared/prospect-values.ts';
import type { SkipRules } from '../campaigns/campaign-search.store.ts';
import type { Tx } from '../platform/db.ts';
import {
  type KnownSite,
  listKnownSites,
  listRulePatterns,
  type RulePattern,
  saveLeftOutSites,
} from './known-sites.store.ts';
import { createRuleMatcher } from './site-pattern.ts';

export interface Delivered<Found> {
  found: Found;
  /** What speaks against a site that is delivered all the same. */
  history: SiteHistory | null;
}

const dayMs = 24 * 3600 * 1000;

export async function leaveOutKnown<Found extends { domain: string }>(
  tx: Tx,
  { userId, campaignId, skip }: { userId: string; campaignId: string; skip: SkipRules },
  found: readonly Found[],
): Promise<Delivered<Found>[]> {
  if (found.length === 0) return [];
  const rules = await listRulePatterns(tx, userId);
  const ruleOf = createRuleMatcher(rules);
  const mine = rules.flatMap(({ kind, pattern }) => (kind === 'mine' ? pattern.replace(/^\*\./, '') : []));
  const domains = [...new Set(found.map(({ domain }) => domain))];
  const known = new Map(
    (await listKnownSites(tx, { userId, campaignId, domains, mine })).map((site) => [site.domain, site]),
  );
  const now = Date.now();
  const judged = found.map((one) => {
    const site = known.get(one.domain);
    return { found: one, ...judge(site, ruleOf(one.domain), skip, now), site };
  });
  const leftOut = judged.filter(({ isLeftOut }) => isLeftOut);
  const sites = new Map(
    leftOut.map(({ found: { domain }, reason, site }) => [domain, toLeftOut(domain, reason, site)]),
  );
  await saveLeftOutSites(tx, { userId, campaignId }, [...sites.values()]);
  return judged
    .filter(({ isLeftOut }) => !isLeftOut)
    .map(({ found: one, reason, site }) => ({ found: one, history: reason && toHistory(reason, site) }));
}

interface Judgement {
  reason: LeftOutReason | null;
  isLeftOut: boolean;
}

/** The first rule that speaks against the site; one that is switched off only leaves a note. */
function judge(site: KnownSite | undefined, rule: RulePattern | null, skip: SkipRules, now: number): Judgement {
  if (rule?.kind === 'mine' || rule?.kind === 'competitor') return { reason: rule.kind, isLeftOut: true };
  const contactedDays = site?.contactedAt ? (now - site.contactedAt.getTime()) / dayMs : null;
  const hits: [LeftOutReason, boolean, boolean][] = [
    ['blocked', rule?.kind === 'blocked', skip.blocked],
    ['do_not_contact', site?.state === 'do_not_contact', skip.blocked],
    ['links_to_me', site?.linksToMe === true, skip.linkingToMe],
    [
      'contacted',
      contactedDays !== null && contactedDays < (skip.contactedDays ?? Number.POSITIVE_INFINITY),
      skip.contactedDays !== null,
    ],
    ['in_campaign', (site?.otherCampaign ?? null) !== null, skip.inCampaign],
  ];
  const applying = hits.filter(([, holds]) => holds);
  const decisive = applying.find(([, , isOn]) => isOn);
  const [reason = null] = decisive ?? applying[0] ?? [];
  return { reason, isLeftOut: decisive !== undefined };
}

function toLeftOut(domain: string, reason: LeftOutReason | null, site: KnownSite | undefined) {
  if (reason === null) throw new TypeError('a site is only left out for a reason');
  return { domain, reason, otherCampaign: reason === 'in_campaign' ? (site?.otherCampaign ?? null) : null };
}

const toHistory = (reason: LeftOutReason, site: KnownSite | undefined): SiteHistory => ({
  reason,
  otherCampaign: site?.otherCampaign ?? null,
  contactedAt: site?.contactedAt?.toISOString() ?? null,
});
