// Writes backlinks: those that were found, and what was read on the pages of a user's own list. This folder is the table's
// only writer; contact-searches.store.ts and screenshot-columns.store.ts have the other columns.
import { sql } from 'kysely';
import type { SiteHistory } from '../../shared/prospect.ts';
import type { FoundBacklink } from '../engine/backlinks/found-backlink.ts';
import type { Completed, FigureSources } from '../engine/metrics/fill-gaps.ts';
import type { Kdb, Tx } from '../platform/db.ts';
import { byColumn } from '../search-results/search-results.store.ts';

interface Owner {
  userId: string;
  campaignId: string;
}

/** The domains of a campaign's backlinks, one entry per backlink. */
export async function listBacklinkDomains(db: Kdb, campaignId: string): Promise<string[]> {
  const rows = await db.selectFrom('backlinks').select('domain').where('requests_id', '=', campaignId).execute();
  return rows.map(({ domain }) => domain);
}

export interface DeliveredBacklink {
  id: string;
  url: string;
  domain: string;
}

/** Adds found backlinks in one statement; returns those that are new. */
export async function insertBacklinks(
  tx: Tx,
  owner: Owner,
  found: readonly (Completed<FoundBacklink> & { history: unknown })[],
): Promise<DeliveredBacklink[]> {
  const list = found.map((one) => ({ ...one, figureSources: columnsOf(one.figureSources) }));
  const { rows } = await sql<DeliveredBacklink>`
    insert into backlinks (user_id, requests_id, url_from, url_to, domain, title, anchor, rel, source, ahrefs_rank,
      domain_rating, search_traffic, traffic_value, figure_sources, history)
    select ${owner.userId}, ${owner.campaignId}, "urlFrom", "urlTo", domain, title, anchor, rel, source, "urlRating",
      "domainRating", "searchTraffic", "trafficValue", "figureSources", history
    from json_to_recordset(${JSON.stringify(list)}::json) as row ("urlFrom" text, "urlTo" text, domain text, title text,
      anchor text, rel text, source text, "urlRating" real, "domainRating" real, "searchTraffic" integer,
      "trafficValue" integer, "figureSources" jsonb, history jsonb)
    on conflict (requests_id, url_from) do nothing
    returning id, url_from as url, domain`.execute(tx);
  return rows;
}

/** Inserts a user's own list, kept from the start; the pages are still to be read. */
export async function insertOwnBacklinks(
  tx: Tx,
  { userId, campaignId, target }: Owner & { target?: string | undefined },
  pages: readonly { url: string; domain: string; history: SiteHistory | null }[],
): Promise<void> {
  await sql`
    insert into backlinks (user_id, requests_id, url_from, url_to, domain, source, keep, page_read, history)
    select ${userId}, ${campaignId}, url, ${target ?? null}::text, domain, 'own', true, 'waiting', nullif(history, 'null')
    from json_to_recordset(${JSON.stringify(pages)}::json) as row (url text, domain text, history jsonb)
    on conflict (requests_id, url_from) do nothing`.execute(tx);
}

export interface UnreadPage {
  id: string;
  campaignId: string;
  url: string;
  /** When the campaign's step started. */
  since: Date | null;
}

/** Those of these own backlinks whose page has not been read yet. */
export function listUnreadPages(db: Kdb, ids: readonly string[]): Promise<UnreadPage[]> {
  return db
    .selectFrom('backlinks')
    .innerJoin('requests', 'requests.id', 'requests_id')
    .select(['backlinks.id', 'requests_id as campaignId', 'url_from as url', 'step_started_at as since'])
    .where('backlinks.id', 'in', ids)
    .where('page_read', '=', 'waiting')
    .orderBy('backlinks.id')
    .execute();
}

/** A campaign's own backlinks whose page is still to be read, grouped by host. */
export async function listUnreadIds(tx: Kdb, campaignId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('backlinks')
    .select('id')
    .where('requests_id', '=', campaignId)
    .where('page_read', '=', 'waiting')
    .orderBy('domain')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

export interface PageReading {
  id: string;
  title: string;
  /** Why it could not be read, as shown to the user. */
  problem: string | null;
  domainRating: number;
  urlRating: number;
  searchTraffic: number;
  trafficValue: number;
  figureSources: FigureSources;
}

const columnsOf = (sources: FigureSources) => byColumn(sources, { urlRating: 'ahrefs_rank' });

/** Saves what was read; pages saved before are left alone. Rows are locked by id, as everywhere. */
export async function savePageReadings(tx: Tx, readings: readonly PageReading[]): Promise<void> {
  const list = readings.map((one) => ({ ...one, figureSources: columnsOf(one.figureSources) }));
  await sql`
    with row as materialized (
      select read.* from json_to_recordset(${JSON.stringify(list)}::json) as read (id uuid, title text, problem text,
        "domainRating" real, "urlRating" real, "searchTraffic" integer, "trafficValue" integer, "figureSources" jsonb)
      join backlinks held using (id) where held.page_read = 'waiting' order by held.id for no key update of held)
    update backlinks backlink set page_read = 'done', title = row.title, page_problem = row.problem,
      domain_rating = row."domainRating", ahrefs_rank = row."urlRating", search_traffic = row."searchTraffic",
      traffic_value = row."trafficValue", figure_sources = row."figureSources"
    from row where backlink.id = row.id and backlink.page_read = 'waiting'`.execute(tx);
}

/**
 * Marks own backlinks whose site turned out to link to one of the user's own sites when the page was read, unless something was
 * known about it before.
 */
export async function flagLinkingPages(tx: Tx, ids: readonly string[]): Promise<void> {
  const history: SiteHistory = { reason: 'links_to_me', otherCampaign: null, contactedAt: null };
  await sql`
    update backlinks set history = ${JSON.stringify(history)}::jsonb
    where id in (
      select backlink.id from backlinks backlink
      join watched_links link on link.domain = backlink.domain
      join site_rules rule on rule.user_id = backlink.user_id and rule.kind = 'mine'
        and rule.pattern in (link.to_domain, '*.' || link.to_domain)
      where backlink.id = any (${[...ids]}::uuid[]) and backlink.history is null
      order by backlink.id for no key update of backlink)`.execute(tx);
}

/** Gives up on pages that could not be read; returns their campaigns. */
export async function giveUpPages(tx: Tx, ids: readonly string[], problem: string): Promise<string[]> {
  const held = tx
    .selectFrom('backlinks')
    .select('id')
    .where('id', 'in', ids)
    .where('page_read', '=', 'waiting')
    .orderBy('id')
    .forNoKeyUpdate();
  const rows = await tx
    .updateTable('backlinks')
    .set({ page_read: 'done', page_problem: problem })
    .where('id', 'in', held)
    .returning('requests_id as campaignId')
    .execute();
  return [...new Set(rows.map(({ campaignId }) => campaignId))];
}

/** Marks a backlink's site as slow. Returns false if it was marked before or the search has ended. */
export async function markSlowSite(tx: Tx, backlinkId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('backlinks')
    .set({ slow_site: true })
    .where('id', '=', backlinkId)
    .where('slow_site', '=', false)
    .where((is) => is.or([is('page_read', '=', 'waiting'), is('contact_search', '=', 'waiting')]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
