// What a user knows about sites that a search found, read before anything is delivered or charged.
import { sql } from 'kysely';
import type { LeftOutReason, ProspectState, SiteRuleKind } from '../../shared/prospect-values.ts';
import type { Kdb, Tx } from '../platform/db.ts';

export interface RulePattern {
  kind: SiteRuleKind;
  pattern: string;
}

/** Thousands of parked domains may redirect to one seller; this many of them are looked up. */
const maxNames = 50;

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

/** A name that a found site has, and what the user knows about it. */
export interface KnownName {
  /** The site that the name redirects to or names as its canonical, or the name itself. */
  home: string;
  name: string;
  /** Whether it is `home` or redirects there for good. */
  redirects: boolean;
  /** Counts for other names of the same home, too. */
  isShared: boolean;
  /** Null: the user does not have the site. */
  state: ProspectState | null;
  contactedAt: Date | null;
  /** The newest other campaign that has the site. */
  otherCampaign: string | null;
  isInThisCampaign: boolean;
}

/** The names of each home: itself, the found sites, and some of the other sites that say they are this one. */
export async function listKnownNames(
  db: Kdb,
  { userId, campaignId, found }: { userId: string; campaignId: string; found: ReadonlyMap<string, string> },
): Promise<KnownName[]> {
  const homes = [...new Set(found.values())];
  const { rows } = await sql<KnownName>`
    with homes as materialized (select unnest(${homes}::text[]) as home),
      names as materialized (
        select home, name, bool_or(is_shared) as is_shared, bool_or(redirects) as redirects from (
          select home, home as name, true as is_shared, true as redirects from homes
          union all
          select home, name, false, false
          from unnest(${[...found.values()]}::text[], ${[...found.keys()]}::text[]) as found (home, name)
          union all
          select home, alias.domain, true, alias.redirects from homes cross join lateral (
            select domain, redirects from site_aliases where target = home order by domain limit ${maxNames}) alias
        ) name
        group by home, name
      )
    select names.home, names.name, names.redirects, names.is_shared as "isShared",
      known.state, known.contacted_at as "contactedAt", known.other as "otherCampaign",
      coalesce(known.has_this, false) as "isInThisCampaign"
    from names
    left join lateral (
      select prospect.state, prospect.contacted_at, campaigns.has_this, campaigns.other
      from prospects prospect
      cross join lateral (
        select bool_or(backlink.requests_id = ${campaignId}) as has_this,
          (array_agg(campaign.keyword order by backlink.id desc) filter (where campaign.id <> ${campaignId}))[1] as other
        from backlinks backlink join requests campaign on campaign.id = backlink.requests_id
        where backlink.user_id = ${userId} and backlink.domain = names.name
      ) campaigns
      where prospect.user_id = ${userId} and prospect.domain = names.name
      -- One at most. Without the limit, all prospects of the user are read.
      limit 1
    ) known on true
    order by names.home, names.name <> names.home, names.name`.execute(db);
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

/** A rule that speaks against a site. */
export interface Hit {
  reason: LeftOutReason;
  /** The campaign that has the site already. */
  otherCampaign: string | null;
  /** The other name of the site that the rule is about; null if it is about the site itself. */
  knownAs: string | null;
}

export async function saveLeftOutSites(
  tx: Tx,
  { userId, campaignId }: { userId: string; campaignId: string },
  sites: readonly (Hit & { domain: string })[],
): Promise<void> {
  if (sites.length === 0) return;
  // As JSON: a statement takes at most 65,535 parameters, and a search may find more sites than that allows.
  await sql`
    insert into left_out_sites (campaign_id, user_id, domain, reason, other_campaign, known_as)
    select ${campaignId}, ${userId}, domain, reason, "otherCampaign", "knownAs"
    from json_to_recordset(${JSON.stringify(sites)}::json)
      as site (domain text, reason text, "otherCampaign" text, "knownAs" text)
    on conflict (campaign_id, domain) do nothing`.execute(tx);
}
