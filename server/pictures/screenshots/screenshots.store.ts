// The screenshot of one of a user's backlinks, and requesting it.
import { sql } from 'kysely';
import { copyScreenshotStates, joinScreenshot } from '../../backlinks/screenshot-columns.store.ts';
import { toPageUrl } from '../../engine/pages/page-url.ts';
import type { Database, Kdb } from '../../platform/db.ts';
import { findLinkCheck, isCheckable, type OwnLinkCheck } from '../links/link-checks.store.ts';
import { failedForHours, wantPages } from '../wanted-screenshots.store.ts';

export interface OwnScreenshot {
  screenshot_id: number | null;
  url_from: string;
  domain: string;
  backlink_title: string;
  state: string;
  reason: string | null;
  title: string | null;
  description: string | null;
  file: string | null;
  small_file: string | null;
  image_file: string | null;
  /** Null for pages captured before they were checked. */
  page_check: unknown;
  link: OwnLinkCheck | null;
  /** The backlink has a target that was not checked yet, or its page was captured before Zeus looked for signals. */
  is_unchecked: boolean;
  /** It failed long enough ago to try again. */
  is_stale: boolean;
}

/** Undefined if the user has no such backlink. */
export async function findOwnScreenshot(
  db: Database,
  userId: string,
  backlinkId: string,
): Promise<OwnScreenshot | undefined> {
  const query = db.kysely
    .selectFrom('backlinks')
    .select(['screenshot_id', 'url_from', 'url_to', 'domain', 'title', 'screenshot_state', 'screenshot_reason'])
    .where('user_id', '=', userId)
    .where('id', '=', backlinkId);
  const backlink = (await db.asUser(userId, query)).rows[0];
  if (!backlink) return undefined;
  const { screenshot_id, url_from, url_to, domain, title: backlink_title } = backlink;
  const { screenshot_state, screenshot_reason } = backlink;
  const own = { screenshot_id, url_from, domain, backlink_title };
  const shared = screenshot_id === null ? undefined : await findShared(db.kysely, screenshot_id);
  if (shared && screenshot_id !== null) {
    const target = url_to !== null && isCheckable(url_to) ? url_to : null;
    const link = target === null ? null : await findLinkCheck(db.kysely, screenshot_id, target);
    const { lacks_signals, ...screenshot } = shared;
    return { ...own, ...screenshot, link, is_unchecked: lacks_signals || (target !== null && link === null) };
  }
  const nothing = {
    ...{ title: null, description: null, file: null, small_file: null, image_file: null },
    ...{ page_check: null, link: null, is_unchecked: false },
  };
  // A URL that can never be opened has no screenshot, only its reason.
  return { ...own, ...nothing, state: screenshot_state, reason: screenshot_reason, is_stale: false };
}

async function findShared(db: Kdb, id: number) {
  return (
    db
      .selectFrom('screenshots')
      .select(['state', 'reason', 'title', 'description', 'file', 'small_file', 'image_file', 'page_check'])
      .select(
        sql<boolean>`state = 'failed' and settled_at < now() - ${failedForHours} * interval '1 hour'`.as('is_stale'),
      )
      // Not right after a visit: one by a screenshot service reads no page, and would be repeated again and again.
      .select(
        sql<boolean>`page_check is not null and page_check -> 'signals' is null
        and settled_at < now() - ${failedForHours} * interval '1 hour'`.as('lacks_signals'),
      )
      .where('id', '=', id)
      .executeTakeFirst()
  );
}

/**
 * Moves it to the front; with `again` even if it has just been taken or failed. Returns false if nothing changed: it was requested a moment
 * ago, it has ended, or its URL can never be opened.
 */
export async function askForScreenshot(
  db: Kdb,
  { userId, backlinkId }: { userId: string; backlinkId: string },
  { again }: { again: boolean },
): Promise<boolean> {
  const backlink = await db
    .selectFrom('backlinks')
    .select('url_from')
    .where('user_id', '=', userId)
    .where('id', '=', backlinkId)
    .executeTakeFirst();
  const url = toPageUrl(backlink?.url_from ?? '');
  if (url === null) return false;
  await wantPages(db, userId, [{ url, rank: 0 }]);
  const updated = await db
    .updateTable('screenshots')
    .set({ state: 'waiting', reason: null, asked_at: sql`now()`, wanted_at: sql`now()` })
    .where('url', '=', url)
    .where((eb) =>
      eb.or([
        // A screen may ask twice a second; every few seconds is enough to stay first.
        eb.and([
          eb('state', '=', 'waiting'),
          eb.or([eb('asked_at', 'is', null), eb('asked_at', '<', sql<Date>`now() - interval '5 seconds'`)]),
        ]),
        ...(again
          ? [eb.and([eb('state', '<>', 'waiting'), eb('settled_at', '<', sql<Date>`now() - interval '2 seconds'`)])]
          : []),
      ]),
    )
    .returning('id')
    .executeTakeFirst();
  const { id } =
    updated ?? (await db.selectFrom('screenshots').select('id').where('url', '=', url).executeTakeFirstOrThrow());
  await joinScreenshot(db, { backlinkId, userId, screenshotId: id });
  await copyScreenshotStates(db, [id]);
  return updated !== undefined;
}

/** Keeps it from being removed as old; written at most once a day. */
export async function markWanted(db: Kdb, { screenshot_id }: OwnScreenshot): Promise<void> {
  if (screenshot_id === null) return;
  await db
    .updateTable('screenshots')
    .set({ wanted_at: sql`now()` })
    .where('id', '=', screenshot_id)
    .where('wanted_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute();
}

/** The file is missing from the store: captures it again, and shows nothing until then. Returns whether anything showed it. */
export async function forgetFile(db: Kdb, name: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('screenshots')
      .set({ state: 'waiting', reason: null, file: null, small_file: null, settled_at: null, attempts: 0 })
      .where('state', '<>', 'failed')
      .where((eb) =>
        eb.or([
          eb('file', '=', name),
          eb('small_file', '=', name),
          eb('id', 'in', eb.selectFrom('link_checks').select('screenshot_id').where('file', '=', name)),
        ]),
      )
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    await copyScreenshotStates(tx, ids);
    await tx.updateTable('link_checks').set({ file: null }).where('file', '=', name).execute();
    return rows.length > 0;
  });
}
