// What a user knows about sites that a search found, read before anything is delivered or charged.
import { sql } from 'kysely';
import type { LeftOutReason, SiteRuleKind } from '../../shared/prospect-values.ts';
import type { Kdb, Tx } from '../platform/db.ts';

export interface RulePattern {
  kind: SiteRuleKind;
  pattern: string;
}

export async function listRulePatterns(db: Kdb, userId: string): Promise<RulePattern[]> {
  const rows = await db.selectFrom('site_rules').select(['kind', 'pattern']).where('user_id', '=', userId).execute();
  return rows as RulePattern[];
}

export interface KnownSite {
  domain: string;
  state: string | null;
  contactedAt: Date | null;
  /** The newest other campaign that has the site. */
  otherCampaign: string | null;
  linksToMe: boolean;
}

/** Those of the sites that the user knows something about. */
export async function listKnownSites(
  tx: Tx,
  {
    userId,
    campaignId,
    domains,
    mine,
  }: { userId: string; campaignId: string; domains: readonly string[]; mine: readonly string[] },
): Promise<KnownSite[]> {
  const { rows } = await sql<KnownSite>`
    select found.domain, prospect.state, prospect.contacted_at as "contactedAt", other.keyword as "otherCampaign",
      coalesce(prospect.state = 'linked', false) or exists (
        select from index_domains site
        join index_domain_links link on link.from_domain_id = site.id
        join index_domains target on target.id = link.to_domain_id
        where site.name = found.domain and target.name = any (${mine})
      ) as "linksToMe"
    from unnest(${domains}::text[]) as found (domain)
    left join prospects prospect on prospect.user_id = ${userId} and prospect.domain = found.domain
    left join lateral (
      select campaign.keyword from backlinks backlink join requests campaign on campaign.id = backlink.requests_id
      where backlink.user_id = ${userId} and backlink.domain = found.domain and backlink.requests_id <> ${campaignId}
      order by backlink.id desc limit 1
    ) other on true`.execute(tx);
  return rows;
}

export interface LeftOutSite {
  domain: string;
  reason: LeftOutReason;
  otherCampaign: string | null;
}

export async function saveLeftOutSites(
  tx: Tx,
  { userId, campaignId }: { userId: string; campaignId: string },
  sites: readonly LeftOutSite[],
): Promise<void> {
  if (sites.length === 0) return;
  // As JSON: a statement takes at most 65,535 parameters, and a search may find more sites than that allows.
  await sql`
    insert into left_out_sites (campaign_id, user_id, domain, reason, other_campaign)
    select ${campaignId}, ${userId}, domain, reason, "otherCampaign"
    from json_to_recordset(${JSON.stringify(sites)}::json) as site (domain text, reason text, "otherCampaign" text)
    on conflict (campaign_id, domain) do nothing`.execute(tx);
}
