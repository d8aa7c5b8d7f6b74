// Writes search results, and the state of the search for their backlinks. This folder is the table's only writer.
import { sql } from 'kysely';
import type { Completed, FigureSources } from '../engine/metrics/fill-gaps.ts';
import type { FoundResult } from '../engine/search/organic-search.ts';
import type { Kdb, Tx } from '../platform/db.ts';

/** Inserts the results in order; URLs that already exist are left alone. */
export async function insertSearchResults(
  tx: Tx,
  { userId, campaignId }: { userId: string; campaignId: string },
  found: readonly Completed<FoundResult>[],
): Promise<void> {
  const rows = found.map((result, index) => ({
    ...result,
    position: index + 1,
    figureSources: byColumn(result.figureSources),
  }));
  await sql`
    insert into search_results (user_id, requests_id, position, url, title, description, source, domain_rating, url_rating,
      referring_domains, dofollow_backlinks, total_backlinks, search_traffic, traffic_value, figure_sources)
    select ${userId}, ${campaignId}, position, url, title, description, source, "domainRating", "urlRating",
      "referringDomains", "dofollowBacklinks", "totalBacklinks", "searchTraffic", "trafficValue", "figureSources"
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (position integer, url text, title text,
      description text, source text, "domainRating" real, "urlRating" real, "referringDomains" integer, "dofollowBacklinks" integer,
      "totalBacklinks" integer, "searchTraffic" integer, "trafficValue" integer, "figureSources" jsonb)
    order by position
    on conflict (requests_id, url) do nothing`.execute(tx);
}

const figureColumns: Record<keyof FigureSources, string> = {
  domainRating: 'domain_rating',
  urlRating: 'url_rating',
  referringDomains: 'referring_domains',
  dofollowBacklinks: 'dofollow_backlinks',
  totalBacklinks: 'total_backlinks',
  searchTraffic: 'search_traffic',
  trafficValue: 'traffic_value',
};

/** Sources of figures by the column that holds each; for backlinks, the URL rating is in another column. */
export function byColumn(sources: FigureSources, renamed: FigureSources = {}): Record<string, string> {
  const columns = { ...figureColumns, ...renamed };
  return Object.fromEntries(
    Object.entries(sources).map(([name, source]) => [columns[name as keyof FigureSources], source]),
  );
}

export interface WaitingResult {
  id: string;
  url: string;
  title: string;
  /** False if the user has deselected it since: then it is neither searched nor paid for. */
  keep: boolean;
}

/** The results whose backlinks are still to be found, best first. */
export function listWaitingResults(db: Kdb, campaignId: string): Promise<WaitingResult[]> {
  return waitingResults(db, campaignId).orderBy('position').orderBy('id').execute();
}

/** The same, locked until the transaction ends, so that `keep` cannot change. Locked by id, as everywhere. */
export async function lockWaitingResults(tx: Tx, campaignId: string): Promise<WaitingResult[]> {
  await waitingResults(tx, campaignId).orderBy('id').forNoKeyUpdate().execute();
  return listWaitingResults(tx, campaignId);
}

function waitingResults(db: Kdb, campaignId: string) {
  return db
    .selectFrom('search_results')
    .select(['id', 'url', 'title', 'keep'])
    .where('requests_id', '=', campaignId)
    .where('backlink_search', '=', 'waiting');
}

/** How the search for a result's backlinks can stand when there is something left to ask for. */
export const unfinishedSearches = ['none', 'failed', 'no-credit', 'limited', 'stopped'] as const;
export type UnfinishedSearch = (typeof unfinishedSearches)[number];

/**
 * Makes kept search results in these states wait for their backlinks; returns how many are newly waiting. Failed ones that
 * the user has removed since go back to 'none', so that nothing is reported about them. Rows are locked by id, as
 * everywhere, so that a user who changes the selection at the same time waits instead of getting an error.
 */
export async function awaitBacklinkSearches(
  tx: Tx,
  campaignId: string,
  states: readonly UnfinishedSearch[],
): Promise<number> {
  const { rows } = await sql<{ keep: boolean }>`
    -- An array, so that the rows are looked up by id: with "in" PostgreSQL may read everybody's.
    update search_results set backlink_search = case when keep then 'waiting' else 'none' end where id = any (array(
      select id from search_results
      where requests_id = ${campaignId} and backlink_search = any (${states}) and (keep or backlink_search <> 'none')
      order by id for no key update))
    returning keep`.execute(tx);
  return rows.filter(({ keep }) => keep).length;
}

export interface BacklinkSearchEnd {
  id: string;
  /** 'none': the user does not want it any more. 'limited': not all of its backlinks were within the order's limit. */
  state: 'done' | 'no-credit' | 'limited' | 'none';
}

/** Records how the backlink search of these results ended, unless it already had. Rows are locked by id, as everywhere. */
export async function endBacklinkSearches(tx: Tx, ended: readonly BacklinkSearchEnd[]): Promise<void> {
  await sql`
    with row as materialized (
      select given.id, given.state
      from json_to_recordset(${JSON.stringify(ended)}::json) as given (id uuid, state text)
      join search_results held using (id) where held.backlink_search = 'waiting'
      order by held.id for no key update of held)
    update search_results result set backlink_search = row.state
    from row where result.id = row.id and result.backlink_search = 'waiting'`.execute(tx);
}

/** Ends those of a campaign that still wait as failed or stopped; those unticked meanwhile are nothing to try again. */
export async function endWaitingSearches(
  tx: Tx,
  campaignId: string,
  how: 'failed' | 'stopped' = 'failed',
): Promise<void> {
  const waiting = tx
    .selectFrom('search_results')
    .select('id')
    .where('requests_id', '=', campaignId)
    .where('backlink_search', '=', 'waiting')
    .orderBy('id')
    .forNoKeyUpdate();
  const state = sql<string>`case when keep then ${how} else 'none' end`;
  await tx.updateTable('search_results').set({ backlink_search: state }).where('id', 'in', waiting).execute();
}
