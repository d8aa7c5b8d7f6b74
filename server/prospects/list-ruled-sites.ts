import type { RuledSite } from '../../shared/prospect.ts';
import type { Context } from '../platform/context.ts';
import { createRuleMatcher } from './site-pattern.ts';
import { listCampaignSites, listSiteRules } from './site-rules.store.ts';

/** The campaign's sites that are under one of the user's rules now, in the order in which rules apply. */
export async function listRuledSites(
  { db }: Pick<Context, 'db'>,
  { userId, campaignId }: { userId: string; campaignId: string },
): Promise<RuledSite[]> {
  const [rules, sites] = await Promise.all([listSiteRules(db, userId), listCampaignSites(db, userId, campaignId)]);
  if (rules.length === 0) return [];
  const match = createRuleMatcher(rules);
  return sites.flatMap((domain) => {
    const rule = match(domain);
    return rule ? { domain, kind: rule.kind, pattern: rule.pattern, reason: rule.reason } : [];
  });
}
