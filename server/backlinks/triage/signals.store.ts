// The columns of a backlink that show its signals: found in what was seen of its page and link, so that lists need no join.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';
import { toJson } from '../../platform/rows/to-json.ts';
import { type CheckedLead, checkLead, type LeadFacts } from './lead-signals.ts';

type Which = { screenshotId: number } | { campaignId: string };

interface Row extends LeadFacts {
  id: string;
  shown: CheckedLead;
}

/** Finds the signals of the backlinks that show a page, or of all backlinks of a campaign. */
export async function copySignals(tx: Kdb, of: Which): Promise<void> {
  const condition =
    'screenshotId' in of ? sql`b.screenshot_id = ${of.screenshotId}` : sql`b.requests_id = ${of.campaignId}`;
  const outdated = changed(await readFacts(tx, condition)).map(({ id }) => id);
  if (outdated.length === 0) return;
  const isOutdated = sql`b.id = any (${outdated}::uuid[])`;
  // Another visit may be writing them. Backlinks are locked by id, as everywhere, and read again after that.
  await sql`select from backlinks b where ${isOutdated} order by b.id for no key update`.execute(tx);
  const leads = changed(await readFacts(tx, isOutdated));
  await sql`
    update backlinks b set signals = lead.signals, page_date = lead."pageDate"
    from json_to_recordset(${toJson(leads)}::json) as lead (id uuid, signals jsonb, "pageDate" text)
    where b.id = lead.id`.execute(tx);
}

/** Those whose signals are not the ones shown. What was once seen stays until the page has been read again. */
const changed = (rows: readonly Row[]) =>
  rows.flatMap((row) => {
    const lead = checkLead(row);
    return lead.signals === null || isDeepStrictEqual(lead, row.shown) ? [] : [{ id: row.id, ...lead }];
  });

async function readFacts(db: Kdb, condition: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select b.id, json_build_object('signals', b.signals, 'pageDate', b.page_date) as shown,
      s.state, s.reason, s.page_check -> 'signals' as "pageSignals", s.page_check ->> 'language' as "pageLanguage",
      campaign.language as "campaignLanguage",
      s.page_check ->> 'published' as published, s.page_check ->> 'modified' as modified,
      coalesce(link.url, case when b.history ->> 'reason' = 'links_to_me' or prospect.state = 'linked' then '' end)
        as "linkingPage",
      seen.state as "linkState", seen.problem as "linkProblem", seen.follow as "linkFollow", seen.place as "linkPlace",
      b.figure_sources ->> 'domain_rating' as "ratingSource"
    from backlinks b
    join screenshots s on s.id = b.screenshot_id
    join requests campaign on campaign.id = b.requests_id
    left join link_checks seen on seen.screenshot_id = s.id and seen.target = b.url_to
    left join prospects prospect on prospect.user_id = b.user_id and prospect.domain = b.domain
    left join lateral (
      select watched.url from watched_links watched
      join site_rules rule on rule.user_id = b.user_id and rule.kind = 'mine'
        and rule.pattern in (watched.to_domain, '*.' || watched.to_domain)
      where watched.domain = b.domain order by watched.to_domain limit 1) link on true
    where ${condition}`.execute(db);
  return rows;
}
