// What was seen of the links of a page, one row for each target that a backlink names.
import { sql } from 'kysely';
import type { LinkCheck } from '../../engine/link-proof/prove-link.ts';
import type { Kdb } from '../../platform/db.ts';
import { toJson } from '../../platform/rows/to-json.ts';

/** Hardly any page is wanted for more than one; the newest campaigns come first. */
const maxTargets = 5;

export async function listTargets(db: Kdb, screenshotId: number): Promise<string[]> {
  const { rows } = await sql<{ target: string }>`
    select url_to as target from backlinks
    where screenshot_id = ${screenshotId} and url_to is not null and octet_length(url_to) between 1 and 2000
    group by url_to order by max(created_at) desc, url_to limit ${maxTargets}`.execute(db);
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
