// One row per screenshot with findings; a page that is captured again replaces them.
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { toJson } from '../../../platform/rows/to-json.ts';
import { toPageUrl } from '../../pages/page-url.ts';
import { type RenderedFindings, renderedFindings } from './rendered-findings.ts';

/** Null: the page shows nothing any more. */
export async function saveRenderedFindings(
  tx: Kdb,
  screenshotId: number,
  findings: RenderedFindings | null,
): Promise<void> {
  if (findings === null) {
    await tx.deleteFrom('rendered_findings').where('screenshot_id', '=', screenshotId).execute();
    return;
  }
  const row = { findings: toJson(findings), found_at: sql<Date>`now()` };
  await tx
    .insertInto('rendered_findings')
    .values({ screenshot_id: screenshotId, ...row })
    .onConflict((conflict) => conflict.column('screenshot_id').doUpdateSet(row))
    .execute();
}

/** Null if the page has no screenshot, or a version of Zeus that kept something else has taken it. */
export async function readRenderedFindings(db: Kdb, url: string): Promise<RenderedFindings | null> {
  const row = await db
    .selectFrom('rendered_findings')
    .innerJoin('screenshots', 'screenshots.id', 'rendered_findings.screenshot_id')
    .select('findings')
    .where('screenshots.url', '=', toPageUrl(url) ?? '')
    .executeTakeFirst();
  return renderedFindings.safeParse(row?.findings).data ?? null;
}

export async function removeOldFindings(db: Kdb, days: number, limit: number): Promise<number> {
  const old = db
    .selectFrom('rendered_findings')
    .select('screenshot_id')
    .where('found_at', '<', sql<Date>`now() - ${days} * interval '1 day'`)
    .orderBy('found_at')
    .limit(limit);
  const { numDeletedRows } = await db
    .deleteFrom('rendered_findings')
    .where('screenshot_id', '=', sql<number>`any (array(${old}))`)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
