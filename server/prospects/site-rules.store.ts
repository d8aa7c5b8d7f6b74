// Blocked sites, the user's own sites and competitors, as /data gives and takes them; and what campaigns left out.
import { sql } from 'kysely';
import type { LeftOutCount, SiteRule } from '../../shared/prospect.ts';
import type { SiteRuleKind } from '../../shared/prospect-values.ts';
import type { Database, Tx } from '../platform/db.ts';

export async function listSiteRules(db: Database, userId: string): Promise<SiteRule[]> {
  const query = db.kysely
    .selectFrom('site_rules')
    .select(['id', 'kind', 'pattern', 'reason', sql<string>`created_at`.as('created_at')])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .$narrowType<{ kind: SiteRuleKind }>();
  return (await db.asUser(userId, query)).rows;
}

/** How many the user has; the caller's transaction holds off others that add to them. */
export async function countSiteRules(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('site_rules')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export interface NewSiteRules {
  kind: SiteRuleKind;
  patterns: readonly string[];
  reason: string;
}

/** How many are new; one that is there gets the new reason, unless that is empty. */
export async function insertSiteRules(
  tx: Tx,
  userId: string,
  { kind, patterns, reason }: NewSiteRules,
): Promise<number> {
  const { rows } = await sql<{ isNew: boolean }>`
    insert into site_rules as known (user_id, kind, pattern, reason)
    select ${userId}, ${kind}, pattern, ${reason} from unnest(${[...patterns]}::text[]) as sent (pattern) order by pattern
    on conflict (user_id, kind, pattern) do update set
      reason = case when excluded.reason = '' then known.reason else excluded.reason end
    returning xmax = 0 as "isNew"`.execute(tx);
  return rows.filter(({ isNew }) => isNew).length;
}

export type SiteRuleChoice = { ids: readonly string[] } | { kind: SiteRuleKind; patterns: readonly string[] };

export async function deleteSiteRules(db: Database, userId: string, choice: SiteRuleChoice): Promise<number> {
  const isChosen =
    'ids' in choice
      ? sql<boolean>`id = any (${[...choice.ids]}::uuid[])`
      : sql<boolean>`kind = ${choice.kind} and pattern = any (${[...choice.patterns]}::text[])`;
  const { numDeletedRows } = await db.kysely
    .deleteFrom('site_rules')
    .where('user_id', '=', userId)
    .where(isChosen)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The sites of a campaign's backlinks, each once. */
export async function listCampaignSites(db: Database, userId: string, campaignId: string): Promise<string[]> {
  const query = db.kysely
    .selectFrom('backlinks')
    .select('domain')
    .distinct()
    .where('user_id', '=', userId)
    .where('requests_id', '=', campaignId)
    .orderBy('domain');
  return (await db.asUser(userId, query)).rows.map(({ domain }) => domain);
}

const maxOtherNames = 20;

/** Of the sites that are counted, those that were left out because of another name. */
const otherNames = sql<LeftOutCount['other_names']>`coalesce(to_json((
  array_agg(
    json_build_object('domain', domain, 'known_as', known_as, 'is_separate', exists (
      select from separate_sites separate
      where separate.user_id = left_out_sites.user_id and separate.domain = left_out_sites.domain))
    order by domain) filter (where known_as is not null)
)[:${sql.lit(maxOtherNames)}]), '[]')`;

export async function countLeftOut(db: Database, userId: string, campaignId: string): Promise<LeftOutCount[]> {
  const query = db.kysely
    .selectFrom('left_out_sites')
    .select((eb) => ['reason', 'other_campaign', eb.fn.countAll<number>().as('sites'), otherNames.as('other_names')])
    .where('user_id', '=', userId)
    .where('campaign_id', '=', campaignId)
    .groupBy(['reason', 'other_campaign'])
    .orderBy('sites', 'desc')
    .orderBy('reason')
    .orderBy('other_campaign')
    .$narrowType<Pick<LeftOutCount, 'reason'>>();
  return (await db.asUser(userId, query)).rows;
}
