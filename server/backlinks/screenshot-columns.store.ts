// The columns of a backlink that show its screenshot: copied from `screenshots`, so that lists need no join. The database
// notifies the users' browsers of each change. Backlinks are locked by id, as everywhere.
import { sql } from 'kysely';
import type { Kdb } from '../platform/db.ts';

/** There is a picture to show: also an earlier one while the page is being captured again. */
const isShown = sql<boolean>`(shown.state <> 'failed' and shown.file is not null)`;

/** The URL where the backlink's owner gets its screenshot, once there is one. */
const screenshotUrl = sql<string | null>`case when s.is_shown then '/data/backlinks/' || b.id || '/screenshot' end`;

/** Links each of these backlinks to the screenshot of its page. */
export async function joinScreenshots(db: Kdb, pages: readonly { id: string; url: string }[]): Promise<void> {
  await sql`
    with s as materialized (
      select held.id as backlink, shown.id, shown.state, shown.reason, ${isShown} as is_shown
      from json_to_recordset(${JSON.stringify(pages)}::text::json) as w (id uuid, url text)
      join screenshots shown using (url) join backlinks held on held.id = w.id
      where (held.screenshot_id, held.screenshot_state, held.screenshot_reason, held.screenshot_url is not null)
        is distinct from (shown.id, shown.state, shown.reason, ${isShown})
      order by held.id for no key update of held)
    update backlinks b set screenshot_id = s.id, screenshot_state = s.state, screenshot_reason = s.reason,
      screenshot_url = ${screenshotUrl}
    from s where b.id = s.backlink`.execute(db);
}

/** The same for one backlink that has none yet; copyScreenshotStates then copies its state. */
export async function joinScreenshot(
  db: Kdb,
  { backlinkId, userId, screenshotId }: { backlinkId: string; userId: string; screenshotId: number },
): Promise<void> {
  await db
    .updateTable('backlinks')
    .set({ screenshot_id: screenshotId })
    .where('id', '=', backlinkId)
    .where('user_id', '=', userId)
    .where('screenshot_id', 'is', null)
    .execute();
}

/** Copies the state of screenshots to the backlinks that show them. */
export async function copyScreenshotStates(db: Kdb, screenshotIds: readonly number[]): Promise<void> {
  if (screenshotIds.length === 0) return;
  await sql`
    with s as materialized (
      select held.id as backlink, shown.id, shown.state, shown.reason, ${isShown} as is_shown
      from screenshots shown join backlinks held on held.screenshot_id = shown.id
      where shown.id = any (${[...screenshotIds]}::bigint[])
        and (held.screenshot_state, held.screenshot_reason, held.screenshot_url is not null)
          is distinct from (shown.state, shown.reason, ${isShown})
      order by held.id for no key update of held)
    update backlinks b set screenshot_state = s.state, screenshot_reason = s.reason,
      screenshot_url = ${screenshotUrl}
    from s where b.id = s.backlink and b.screenshot_id = s.id`.execute(db);
}

/** Detaches screenshots that are about to be deleted. */
export async function detachScreenshots(tx: Kdb, screenshotIds: readonly number[]): Promise<void> {
  const shown = tx
    .selectFrom('backlinks')
    .select('id')
    .where('screenshot_id', 'in', screenshotIds)
    .orderBy('id')
    .forNoKeyUpdate();
  await tx
    .updateTable('backlinks')
    .set({ screenshot_id: null, screenshot_state: 'waiting', screenshot_reason: null, screenshot_url: null })
    // An array, so that each row is looked up: with `in`, PostgreSQL reads all backlinks to find a few hundred.
    .where('id', '=', sql<string>`any (array(${shown}))`)
    .execute();
}

/** For backlinks whose URL can never be opened. */
export async function refuseScreenshots(db: Kdb, backlinkIds: readonly string[]): Promise<void> {
  if (backlinkIds.length === 0) return;
  await db
    .updateTable('backlinks')
    .set({ screenshot_state: 'failed', screenshot_reason: 'refused' })
    .where('id', 'in', backlinkIds)
    .where('screenshot_state', '<>', 'failed')
    .execute();
}
