// Decides, before anything is delivered and charged, which found sites a campaign leaves out because of what the user knows
// about them. This is the only place that applies these rules; judge-site.ts has their order.

import type { SkipRules } from '../../shared/api/campaigns.ts';
import type { SiteHistory } from '../../shared/prospect.ts';
import { domainOf } from '../engine/pages/page-url.ts';
import type { Kdb, Tx } from '../platform/db.ts';
import { type Judgment, judgeSite, type NameFacts } from './judge-site.ts';
import {
  type Hit,
  type KnownName,
  listLinkingSites,
  listRulePatterns,
  type RulePattern,
  saveLeftOutSites,
} from './known-sites.store.ts';
import { type FoundSiteNames, readSiteNames } from './site-names.ts';
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

/** What is delivered, in the given order. What is left out is recorded for the campaign's report. */
export async function leaveOutKnown<Found extends FoundSite>(
  tx: Tx,
  delivery: Delivery,
  found: readonly Found[],
): Promise<Delivered<Found>[]> {
  const judged = await judgeFound(tx, delivery, found);
  const sites = new Map(
    judged.flatMap(({ found: { domain }, hit, isLeftOut }) =>
      isLeftOut && hit !== null ? [[domain, { domain, ...hit }]] : [],
    ),
  );
  await saveLeftOutSites(tx, delivery, [...sites.values()]);
  return judged
    .filter(({ isLeftOut }) => !isLeftOut)
    .map(({ found: one, hit, names }) => ({ found: one, history: hit && toHistory(hit, names) }));
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
  const found = domains.map((domain) => ({ domain }));
  const judged = await judgeFound(db, { userId, campaignId, skip: none }, found);
  return new Map(judged.flatMap(({ found: { domain }, hit, names }) => (hit ? [[domain, toHistory(hit, names)]] : [])));
}

interface Judged<Found> extends Judgment {
  found: Found;
  names: readonly KnownName[];
}

async function judgeFound<Found extends FoundSite>(
  db: Kdb,
  { userId, campaignId, skip }: Delivery,
  found: readonly Found[],
): Promise<Judged<Found>[]> {
  if (found.length === 0) return [];
  const rules = await listRulePatterns(db, userId);
  const ruleOf = createRuleMatcher(rules);
  const domains = [...new Set(found.map(({ domain }) => domain))];
  const sites = await readSiteNames(db, { userId, campaignId, domains });
  const facts = await readFacts(db, rules, [...sites.values()]);
  const isMine = (url: string | null | undefined) => url != null && ruleOf(domainOf(url))?.kind === 'mine';
  const repeatOf = createRepeatCheck(domains, sites);
  const now = Date.now();
  return found.map((one) => {
    const names = (sites.get(one.domain)?.names ?? []).flatMap((name) => facts.get(name) ?? []);
    const site = { domain: one.domain, names, linksToMe: isMine(one.urlTo), repeats: repeatOf(one.domain) };
    return { found: one, names, ...judgeSite(site, skip, now) };
  });
}

/** What the rules say about every name, each looked up once. */
async function readFacts(
  db: Kdb,
  rules: readonly RulePattern[],
  sites: readonly FoundSiteNames[],
): Promise<Map<KnownName, NameFacts>> {
  const ruleOf = createRuleMatcher(rules);
  const mine = rules.flatMap(({ kind, pattern }) => (kind === 'mine' ? pattern.replace(/^\*\./, '') : []));
  const names = [...new Set(sites.flatMap((site) => site.names))];
  const linking = await listLinkingSites(db, { domains: [...new Set(names.map(({ name }) => name))], mine });
  return new Map(
    names.map((one) => {
      const linksToMe = one.state === 'linked' || linking.has(one.name);
      return [one, { ...one, rule: ruleOf(one.name), linksToMe }];
    }),
  );
}

/** Returns the other site of this delivery that a site repeats: the one it says it is, or the first one that says the same. */
function createRepeatCheck(domains: readonly string[], sites: ReadonlyMap<string, FoundSiteNames>) {
  const first = new Map<string, string>();
  for (const domain of domains) {
    const sameAs = sites.get(domain)?.sameAs;
    if (sameAs && !first.has(sameAs)) first.set(sameAs, domain);
  }
  return (domain: string): string | null => {
    const sameAs = sites.get(domain)?.sameAs ?? null;
    if (sameAs === null) return null;
    if (sites.has(sameAs)) return sameAs;
    const other = first.get(sameAs);
    return other === undefined || other === domain ? null : other;
  };
}

function toHistory({ reason, knownAs }: Hit, names: readonly KnownName[]): SiteHistory {
  const contacts = names.flatMap(({ contactedAt }) => contactedAt ?? []);
  const contactedAt = contacts.toSorted((a, b) => b.getTime() - a.getTime())[0]?.toISOString() ?? null;
  const otherCampaign = names.find((name) => name.otherCampaign !== null)?.otherCampaign ?? null;
  return { reason, otherCampaign, contactedAt, ...(knownAs === null ? {} : { knownAs }) };
}
