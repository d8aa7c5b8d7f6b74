// How a capture ended, saved for every backlink that shows the page.
import { sql } from 'kysely';
import type { PageCheck } from '../../../shared/link-check.ts';
import type { ScreenshotReason } from '../../../shared/screenshot.ts';
import { copyScreenshotStates } from '../../backlinks/screenshot-columns.store.ts';
import { copySignals } from '../../backlinks/triage/signals.store.ts';
import { saveRenderedFindings } from '../../engine/finding/rendered/rendered-findings.store.ts';
import type { RenderedFindings } from '../../engine/finding/rendered/rendered-findings.ts';
import type { Context } from '../../platform/context.ts';
import { toJson } from '../../platform/rows/to-json.ts';
import { type StoredCheck, saveLinkChecks } from '../links/link-checks.store.ts';
import { showLinkChecks } from '../links/show-link-checks.ts';
import type { Claim } from './claims.store.ts';

export type Settlement =
  | { state: 'ready'; file: string; small_file: string; title: string }
  | { state: 'failed'; reason: ScreenshotReason; title?: string; description?: string; image_file?: string | null };

/** What the visit showed besides the pictures. */
export interface Seen {
  checks: readonly StoredCheck[];
  pageCheck: PageCheck | null;
  /** What the finder saw; null for nothing. Without it the page was not read, and earlier findings stay. */
  findings?: RenderedFindings | null;
}

/**
 * Saves the outcome for every backlink that shows it, unless someone else has claimed the page since. Credits for links that are gone
 * are refunded by a job.
 */
export async function settleScreenshot(
  { db, queue }: { db: Context['db']; queue: Pick<Context['queue'], 'enqueue'> },
  { id, attempts }: Claim,
  settlement: Settlement,
  { checks, pageCheck, findings }: Seen = { checks: [], pageCheck: null },
): Promise<void> {
  // A failure also ends the picture of an earlier visit: a retry must not show it again.
  const change = { reason: null, description: '', file: null, small_file: null, image_file: null, ...settlement };
  await db.kysely.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('screenshots')
      .set({ ...change, settled_at: sql`now()`, claimed_until: null, asked_at: null, attempts: 0 })
      .$if(pageCheck !== null, (query) => query.set({ page_check: toJson(pageCheck ?? {}) }))
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await copyScreenshotStates(tx, [id]);
    await saveLinkChecks(tx, id, checks);
    if (findings !== undefined) await saveRenderedFindings(tx, id, findings);
    await showLinkChecks({ queue }, tx, { screenshotId: id });
    await copySignals(tx, { screenshotId: id });
  });
}
