// Which pages are to be taken: the rows of screenshots as a campaign wants them.
import { sql } from 'kysely';
import { joinScreenshots, refuseScreenshots } from '../backlinks/screenshot-columns.store.ts';
import { toPageUrl } from '../engine/pages/page-url.ts';
import type { Kdb } from '../platform/db.ts';
import { recheckPages } from './links/link-checks.store.ts';

/** The same page wanted again within this time is not taken again. */
const goodForDays = 7;
/** A page that failed is tried again when it is wanted after this time; a user who presses "retry" need not wait. */
export const failedForHours = 1;

/** Requests a screenshot of each backlink of the campaign. Returns how many still have to be taken. */
export async function wantScreenshots(
  db: Kdb,
  { userId, campaignId }: { userId: string; campaignId: string },
): Promise<number> {
  const rows = await db
    .selectFrom('backlinks')
    .select(['id', 'url_from'])
    .where('user_id', '=', userId)
    .where('requests_id', '=', campaignId)
    .orderBy('domain_rating', 'desc')
    .orderBy('id')
    .execute();
  const wanted = rows.map(({ id, url_from }, rank) => ({ id, url: toPageUrl(url_from), rank }));
  const pages = wanted.flatMap(({ id, url, rank }) => (url === null ? [] : [{ id, url, rank }]));
  await refuseScreenshots(
    db,
    wanted.flatMap(({ id, url }) => (url === null ? [id] : [])),
  );
  if (pages.length === 0) return 0;
  await wantPages(db, userId, pages);
  await joinScreenshots(db, pages);
  await recheckPages(db, campaignId);
  return countWaiting(db, pages);
}

interface WantedPage {
  id: string;
  url: string;
  rank: number;
}

/** Marks these pages as waiting unless there is a recent screenshot or failure. */
export async function wantPages(db: Kdb, userId: string, pages: readonly Omit<WantedPage, 'id'>[]): Promise<void> {
  await sql`
    -- In the order of their addresses, so that two campaigns with the same pages never wait for each other in a circle.
    insert into screenshots as s (url, rank, wanted_by)
    select url, min(rank), ${userId}::uuid from json_to_recordset(${JSON.stringify(pages)}::text::json) as w (url text, rank int)
    group by url order by url
    on conflict (url) do update set
      wanted_at = now(),
      wanted_by = excluded.wanted_by,
      rank = case when s.state = 'waiting' then least(s.rank, excluded.rank) else excluded.rank end,
      state = case when ${isStale} then 'waiting' else s.state end,
      reason = case when ${isStale} then null else s.reason end,
      attempts = case when ${isStale} then 0 else s.attempts end`.execute(db);
}

const isStale = sql`(
  s.state = 'ready' and s.settled_at < now() - ${goodForDays} * interval '1 day'
  or s.state = 'failed' and s.settled_at < now() - ${failedForHours} * interval '1 hour')`;

async function countWaiting(db: Kdb, pages: readonly WantedPage[]): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from screenshots
    where state = 'waiting' and url = any (${pages.map(({ url }) => url)}::text[])`.execute(db);
  return rows[0]?.waiting ?? 0;
}
