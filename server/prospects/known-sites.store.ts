// What a user knows about sites that a search found, read before anything is delivered or charged.
import { sql } from 'kysely';
import type { LeftOutReason, SiteRuleKind } from '../../shared/prospect-values.ts';
import type { Kdb, Tx } from '../platform/db.ts';

export interface RulePattern {
  kind: SiteRuleKind;
  pattern: string;
}

/** Thousands of parked domains may redirect to one seller. */
const maxSiblings = 20;

export async function listRulePatterns(db: Kdb, userId: string): Promise<RulePattern[]> {
  const rows = await db.selectFrom('site_rules').select(['kind', 'pattern']).where('user_id', '=', userId).execute();
  return rows as RulePattern[];
}

/** The rules among these patterns. */
export async function listRulesAbout(
  db: Kdb,
  userId: string,
  patterns: readonly string[],
): Promise<(RulePattern & { reason: string })[]> {
  if (patterns.length === 0) return [];
  const rows = await db
    .selectFrom('site_rules')
    .select(['kind', 'pattern', 'reason'])
    .where('user_id', '=', userId)
    .where(sql<boolean>`pattern = any (${[...patterns]}::text[])`)
    .execute();
  return rows as (RulePattern & { reason: string })[];
}

export interface KnownSite {
  domain: string;
  /** The site that this one says it is; null if it is only itself. */
  sameAs: string | null;
  isDoNotContact: boolean;
  contactedAt: Date | null;
  /** The newest other campaign that has the site. */
  otherCampaign: string | null;
  /** The user has said that it links to them. */
  isLinked: boolean;
}

/**
 * What the user knows about each of the sites. A site that says it is another one is also known as that one, and as the others
 * that say so. Not the other way round: anybody can claim to be anybody, and must not change what is known about them.
 */
export async function listKnownSites(
  db: Kdb,
  { userId, campaignId, domains }: { userId: string; campaignId: string; domains: readonly string[] },
): Promise<KnownSite[]> {
  const { rows } = await sql<KnownSite>`
    select found.domain, alias.target as "sameAs",
      coalesce(prospect.state = 'do_not_contact' or other_names.is_do_not_contact, false) as "isDoNotContact",
      greatest(prospect.contacted_at, other_names.contacted_at) as "contactedAt",
      coalesce(other.keyword, other_names.keyword) as "otherCampaign",
      coalesce(prospect.state = 'linked' or other_names.is_linked, false) as "isLinked"
    from unnest(${domains}::text[]) as found (domain)
    left join site_aliases alias on alias.domain = found.domain
    left join prospects prospect on prospect.user_id = ${userId} and prospect.domain = found.domain
    left join lateral (
      select campaign.keyword from backlinks backlink join requests campaign on campaign.id = backlink.requests_id
      where backlink.user_id = ${userId} and backlink.domain = found.domain and backlink.requests_id <> ${campaignId}
      order by backlink.id desc limit 1
    ) other on true
    left join lateral (
      select bool_or(known.state = 'do_not_contact') as is_do_not_contact, bool_or(known.state = 'linked') as is_linked,
        max(known.contacted_at) as contacted_at,
        (array_agg(campaign.keyword order by campaign.id desc) filter (where campaign.id is not null))[1] as keyword
      from (
        select alias.target as domain where alias.target is not null
        union
        (select sibling.domain from site_aliases sibling
          where sibling.target = alias.target and sibling.domain <> found.domain order by sibling.domain limit ${maxSiblings})
      ) name
      join prospects known on known.user_id = ${userId} and known.domain = name.domain
      left join backlinks backlink on backlink.user_id = ${userId} and backlink.domain = name.domain
      left join requests campaign on campaign.id = backlink.requests_id
    ) other_names on alias.target is not null`.execute(db);
  return rows;
}

/** Those of the sites that link to one of the user's own, by the link index or by any page that was read. */
export async function listLinkingSites(
  db: Kdb,
  { domains, mine }: { domains: readonly string[]; mine: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (mine.length === 0 || domains.length === 0) return new Set();
  const { rows } = await sql<{ domain: string }>`
    with own as materialized (select unnest(${[...mine]}::text[]) as domain),
      found as materialized (select unnest(${[...domains]}::text[]) as domain)
    select site.name as domain from found join index_domains site on site.name = found.domain
    join index_domain_links link on link.from_domain_id = site.id
    join index_domains target on target.id = link.to_domain_id
    where target.name in (select domain from own)
    union
    select link.domain from found join watched_links link on link.domain = found.domain
    where link.to_domain in (select domain from own)`.execute(db);
  return new Set(rows.map(({ domain }) => domain));
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
