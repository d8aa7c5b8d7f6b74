// Decides, before anything is delivered and charged, which found sites a campaign leaves out because of what the user knows
// about them. This is the only place that applies these rules.
import type { SiteHistory } from '../../shared/prospect.ts';
import type { LeftOutReason } from '../../shared/prospect-values.ts';
import type { SkipRules } from '../campaigns/campaign-search.store.ts';
import { domainOf } from '../engine/pages/page-url.ts';
import type { Kdb, Tx } from '../platform/db.ts';
import {
  type KnownSite,
  listKnownSites,
  listLinkingSites,
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

export interface FoundSite {
  domain: string;
  /** The page that the found page links to, if known. */
  urlTo?: string | null;
}

interface Delivery {
  userId: string;
  campaignId: string;
  skip: SkipRules;
}

const dayMs = 24 * 3600 * 1000;

/** What is delivered, in the given order. What is left out is recorded for the campaign's report. */
export async function leaveOutKnown<Found extends FoundSite>(
  tx: Tx,
  delivery: Delivery,
  found: readonly Found[],
): Promise<Delivered<Found>[]> {
  const judged = await judgeFound(tx, delivery, found);
  const sites = new Map(
    judged.flatMap(({ found: { domain }, reason, isLeftOut, site }) =>
      isLeftOut && reason !== null ? [[domain, toLeftOut(domain, reason, site)]] : [],
    ),
  );
  await saveLeftOutSites(tx, delivery, [...sites.values()]);
  return judged
    .filter(({ isLeftOut }) => !isLeftOut)
    .map(({ found: one, reason, site }) => ({ found: one, history: reason && toHistory(reason, site) }));
}

/** The sites that would be left out now, so that nothing is bought for them. Records nothing. */
export async function listLeftOutNow(
  db: Kdb,
  delivery: Delivery,
  found: readonly FoundSite[],
): Promise<ReadonlySet<string>> {
  const judged = await judgeFound(db, delivery, found);
  return new Set(judged.filter(({ isLeftOut }) => isLeftOut).map(({ found: { domain } }) => domain));
}

/** What speaks against sites that are in any case in the campaign, as in a user's own list; null: nothing. */
export async function listHistories(
  db: Kdb,
  { userId, campaignId }: { userId: string; campaignId: string },
  domains: readonly string[],
): Promise<Map<string, SiteHistory>> {
  const none = { blocked: false, inCampaign: false, linkingToMe: false, contactedDays: null };
  const judged = await judgeFound(
    db,
    { userId, campaignId, skip: none },
    domains.map((domain) => ({ domain })),
  );
  return new Map(
    judged.flatMap(({ found: { domain }, reason, site }) => (reason ? [[domain, toHistory(reason, site)]] : [])),
  );
}

interface Judgement {
  reason: LeftOutReason | null;
  isLeftOut: boolean;
}

interface Judged<Found> extends Judgement {
  found: Found;
  site: KnownSite | undefined;
}

async function judgeFound<Found extends FoundSite>(
  db: Kdb,
  { userId, campaignId, skip }: Delivery,
  found: readonly Found[],
): Promise<Judged<Found>[]> {
  if (found.length === 0) return [];
  const rules = await listRulePatterns(db, userId);
  const ruleOf = createRuleMatcher(rules);
  const mine = rules.flatMap(({ kind, pattern }) => (kind === 'mine' ? pattern.replace(/^\*\./, '') : []));
  const domains = [...new Set(found.map(({ domain }) => domain))];
  const sites = await listKnownSites(db, { userId, campaignId, domains });
  const known = new Map(sites.map((site) => [site.domain, site]));
  const names = [...domains, ...sites.flatMap(({ sameAs }) => sameAs ?? [])];
  const linking = await listLinkingSites(db, { domains: [...new Set(names)], mine });
  const isMine = (url: string | null | undefined) => url != null && ruleOf(domainOf(url))?.kind === 'mine';
  const isRepeated = createRepeatCheck(domains, known);
  const now = Date.now();
  return found.map((one) => {
    const site = known.get(one.domain);
    const rule = ruleOf(one.domain) ?? (site?.sameAs ? ruleOf(site.sameAs) : null);
    const isLinking = site?.isLinked || [one.domain, site?.sameAs ?? ''].some((name) => linking.has(name));
    const linksToMe = isLinking || isMine(one.urlTo);
    const facts = { site, rule, linksToMe, isRepeated: isRepeated(one.domain) };
    return { found: one, ...judge(facts, skip, now), site };
  });
}

/** Whether a site says it is another one that is found here, too, or another one before it has said so. */
function createRepeatCheck(domains: readonly string[], known: ReadonlyMap<string, KnownSite>) {
  const first = new Map<string, string>();
  for (const domain of domains) {
    const sameAs = known.get(domain)?.sameAs;
    if (sameAs && !first.has(sameAs)) first.set(sameAs, domain);
  }
  const found = new Set(domains);
  return (domain: string) => {
    const sameAs = known.get(domain)?.sameAs;
    return sameAs != null && (found.has(sameAs) || first.get(sameAs) !== domain);
  };
}

interface SiteFacts {
  site: KnownSite | undefined;
  rule: RulePattern | null;
  linksToMe: boolean;
  isRepeated: boolean;
}

/** The first rule that speaks against the site; one that is switched off only leaves a note. */
function judge({ site, rule, linksToMe, isRepeated }: SiteFacts, skip: SkipRules, now: number): Judgement {
  if (rule?.kind === 'mine' || rule?.kind === 'competitor') return { reason: rule.kind, isLeftOut: true };
  const contactedDays = site?.contactedAt ? (now - site.contactedAt.getTime()) / dayMs : null;
  const hits: [LeftOutReason, boolean, boolean][] = [
    ['blocked', rule?.kind === 'blocked', skip.blocked],
    ['do_not_contact', site?.isDoNotContact === true, skip.blocked],
    ['links_to_me', linksToMe, skip.linkingToMe],
    [
      'contacted',
      contactedDays !== null && contactedDays < (skip.contactedDays ?? Number.POSITIVE_INFINITY),
      skip.contactedDays !== null,
    ],
    ['in_campaign', isRepeated || (site?.otherCampaign ?? null) !== null, skip.inCampaign],
  ];
  const applying = hits.filter(([, holds]) => holds);
  const decisive = applying.find(([, , isOn]) => isOn);
  const [reason = null] = decisive ?? applying[0] ?? [];
  return { reason, isLeftOut: decisive !== undefined };
}

const toLeftOut = (domain: string, reason: LeftOutReason, site: KnownSite | undefined) => ({
  domain,
  reason,
  otherCampaign: reason === 'in_campaign' ? (site?.otherCampaign ?? null) : null,
});

const toHistory = (reason: LeftOutReason, site: KnownSite | undefined): SiteHistory => ({
  reason,
  otherCampaign: site?.otherCampaign ?? null,
  contactedAt: site?.contactedAt?.toISOString() ?? null,
});
