// The columns of a backlink that show what became of its link: copied from `link_checks`, so that lists need no join. Backlinks
// are locked by id, as everywhere.
import { sql } from 'kysely';
import type { Kdb } from '../platform/db.ts';

export interface CheckedBacklink {
  id: string;
  userId: string;
  state: string;
}

/** Copies newer checks of a page, or of all pages of a campaign, to the backlinks; returns those that changed. */
export async function copyLinkChecks(
  db: Kdb,
  of: { screenshotId: number } | { campaignId: string },
): Promise<CheckedBacklink[]> {
  const which =
    'screenshotId' in of ? sql`seen.screenshot_id = ${of.screenshotId}` : sql`held.requests_id = ${of.campaignId}`;
  const { rows } = await sql<CheckedBacklink>`
    with c as materialized (
      select held.id as backlink, seen.state, seen.follow, seen.place, seen.checked_at
      from link_checks seen
      join backlinks held on held.screenshot_id = seen.screenshot_id and held.url_to = seen.target
      where ${which} and coalesce(held.link_checked_at, '-infinity') < seen.checked_at
      order by held.id for no key update of held)
    update backlinks b set link_state = c.state, link_follow = c.follow, link_place = c.place,
      link_checked_at = c.checked_at
    from c where b.id = c.backlink
    returning b.id, b.user_id as "userId", b.link_state as state`.execute(db);
  return rows;
}
