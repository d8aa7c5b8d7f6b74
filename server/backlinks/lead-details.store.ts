// What Zeus and the user know about leads besides what the lists show: the proof of the link, the page, notes and tags.
import { sql } from 'kysely';
import type { Backlink } from '../../shared/backlink.ts';
import { type LinkProof, type PageCheck, pageCheck } from '../../shared/link-check.ts';
import type { Database } from '../platform/db.ts';
import { triageColumn } from './triage/triage-column.ts';

type OwnFields =
  | 'id'
  | 'url_to'
  | 'source'
  | 'search_traffic'
  | 'keep'
  | 'screened'
  | 'removal_reason'
  | 'note'
  | 'tags'
  | 'triage';

export interface LeadDetails extends Pick<Backlink, OwnFields> {
  /** Null: not checked. */
  link: CheckedLink | null;
  /** Null: never opened. */
  page: PageCheck | null;
}

interface CheckedLink extends Omit<LinkProof, 'anchor' | 'url'> {
  /** The URL in the link, which may lead to the target by a redirect. */
  href: string;
}

/** By the id of the backlink; those of other users are missing. */
async function readLeadDetails(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<Map<string, LeadDetails>> {
  const { rows } = await sql<Omit<LeadDetails, 'page'> & { page_check: unknown }>`
    select backlinks.id, url_to, source, search_traffic, keep, screened, removal_reason, note, tags, shot.page_check,
      case when seen.state is not null then json_build_object('state', seen.state, 'problem', seen.problem,
        'follow', seen.follow, 'place', seen.place, 'route', seen.route, 'href', seen.href, 'sentence', seen.sentence,
        'checked_at', seen.checked_at) end as link,
      ${triageColumn(userId)}
    from backlinks
    left join screenshots shot on shot.id = backlinks.screenshot_id
    left join link_checks seen on seen.screenshot_id = backlinks.screenshot_id and seen.target = backlinks.url_to
    where backlinks.user_id = ${userId} and backlinks.id = any (${ids})`.execute(db.kysely);
  return new Map(
    rows.map(({ page_check, ...lead }) => [lead.id, { ...lead, page: pageCheck.safeParse(page_check).data ?? null }]),
  );
}

/** Adds them to the rows of a file. */
export async function* withLeadDetails<Row>(
  db: Database,
  userId: string,
  { batches, leadOf }: { batches: AsyncIterable<Row[]>; leadOf: (row: Row) => string },
): AsyncGenerator<(Row & { lead: LeadDetails | undefined })[]> {
  for await (const rows of batches) {
    const details = await readLeadDetails(db, userId, [...new Set(rows.map(leadOf))]);
    yield rows.map((row) => ({ ...row, lead: details.get(leadOf(row)) }));
  }
}
