// What was seen of the links of a page, one row for each target that a backlink names.
import { sql } from 'kysely';
import type { LinkCheck } from '../../engine/link-proof/prove-link.ts';
import type { Kdb } from '../../platform/db.ts';
import { toJson } from '../../platform/rows/to-json.ts';

/** Hardly any page is wanted for more than one. */
const maxTargets = 5;
/** A longer URL leads nowhere, and the index could not hold it. */
const maxTargetBytes = 2000;

export const isCheckable = (target: string): boolean => target !== '' && Buffer.byteLength(target) <= maxTargetBytes;

/** The targets that backlinks of this page name, unchecked ones first. */
export async function listTargets(db: Kdb, screenshotId: number): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select url_to as target from backlinks
    where screenshot_id = ${screenshotId} and octet_length(url_to) between 1 and ${maxTargetBytes}
    group by url_to
    order by exists (select from link_checks where screenshot_id = ${screenshotId} and target = url_to),
      max(created_at) desc, url_to
    limit ${maxTargets}`.execute(db);
  return rows.map(({ target }) => target);
}

export interface StoredCheck extends LinkCheck {
  file: string | null;
}

/** Replaces earlier checks of the same targets. A check that failed does not replace one that went well. */
export async function saveLinkChecks(tx: Kdb, screenshotId: number, checks: readonly StoredCheck[]): Promise<void> {
  if (checks.length === 0) return;
  await sql`
    insert into link_checks as known
      (screenshot_id, target, state, problem, route, follow, place, href, anchor, sentence, file)
    select ${screenshotId}, target, state, problem, route, follow, place, href, anchor, sentence, file
    from json_populate_recordset(null::link_checks, ${toJson(checks)}::json)
    on conflict (screenshot_id, target) do update set
      (state, problem, route, follow, place, href, anchor, sentence, file, checked_at) =
      (excluded.state, excluded.problem, excluded.route, excluded.follow, excluded.place, excluded.href,
        excluded.anchor, excluded.sentence, excluded.file, now())
    where excluded.state <> 'unclear' or known.state = 'unclear'`.execute(tx);
}

export type OwnLinkCheck = Pick<
  StoredCheck,
  'state' | 'problem' | 'route' | 'follow' | 'place' | 'anchor' | 'sentence' | 'file'
> & { checked_at: Date };

export async function findLinkCheck(db: Kdb, screenshotId: number, target: string): Promise<OwnLinkCheck | null> {
  const row = await db
    .selectFrom('link_checks')
    .select(['state', 'problem', 'route', 'follow', 'place', 'anchor', 'sentence', 'file', 'checked_at'])
    .$narrowType<Pick<OwnLinkCheck, 'state' | 'problem' | 'route' | 'follow' | 'place'>>()
    .where('screenshot_id', '=', screenshotId)
    .where('target', '=', target)
    .executeTakeFirst();
  return row ?? null;
}

/** Captures those pages of a campaign again that are ready but were never checked for the campaign's targets. */
export async function recheckPages(tx: Kdb, campaignId: string): Promise<void> {
  await sql`
    update screenshots set state = 'waiting', reason = null, attempts = 0
    where state = 'ready' and id = any (array(
      select held.screenshot_id from backlinks held
      where held.requests_id = ${campaignId} and octet_length(held.url_to) between 1 and ${maxTargetBytes}
        and not exists (
          select from link_checks seen where seen.screenshot_id = held.screenshot_id and seen.target = held.url_to)))`.execute(
    tx,
  );
}
