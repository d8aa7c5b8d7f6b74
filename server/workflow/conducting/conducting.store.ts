// What the conductor reads and writes: the campaign's row, and how many of its rows are in which state.
import { sql } from 'kysely';
import type { CampaignStatus } from '../../../shared/campaign.ts';
import type { Kdb, Tx } from '../../platform/db.ts';
import type { Counts, Judgement, Standing } from './judge.ts';

/** Reads where a campaign stands and keeps it so until the transaction ends. Undefined when it was deleted. */
export async function lockStanding(tx: Tx, campaignId: string): Promise<Standing | undefined> {
  const row = await tx
    .selectFrom('requests')
    .select(['status', 'type', 'search', 'search_failure as searchFailure', 'left_out as leftOut'])
    .where('id', '=', campaignId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  // A statement of its own after the lock, so that it sees what the step before it wrote.
  const { rows } = await sql<{ results: Counts; pages: Counts; contacts: Counts; slowSites: number }>`
    select ${countsOf('search_results', 'backlink_search', campaignId)} as results,
      ${countsOf('backlinks', 'page_read', campaignId)} as pages,
      ${countsOf('backlinks', 'contact_search', campaignId)} as contacts,
      (select count(*)::int from backlinks where requests_id = ${campaignId} and slow_site
        and (page_read = 'waiting' or contact_search = 'waiting')) as "slowSites"`.execute(tx);
  const { results = {}, pages = {}, contacts = {}, slowSites = 0 } = rows[0] ?? {};
  return {
    ...(row as Pick<Standing, 'status' | 'type' | 'search' | 'searchFailure' | 'leftOut'>),
    searchResults: Object.values(results).reduce((sum, count) => sum + count, 0),
    backlinkSearches: results,
    pageReads: pages,
    contactSearches: contacts,
    slowSites,
  };
}

function countsOf(table: string, column: string, campaignId: string) {
  return sql`(select coalesce(json_object_agg(state, rows), '{}') from (
    select ${sql.ref(column)} as state, count(*)::int as rows from ${sql.table(table)}
    where requests_id = ${campaignId} group by 1) counted)`;
}

/** Writes a judgement down; a row that says it already is left alone, so that nobody is told of nothing. */
export async function saveJudgement(tx: Tx, campaignId: string, judgement: Judgement): Promise<void> {
  const { status, failedStep, message, done, total, slowSites } = judgement;
  await sql`
    update requests set status = ${status}, failed_step = ${failedStep}, status_message = ${message},
      progress_done = ${done}, progress_total = ${total}, slow_sites = ${slowSites},
      step_started_at = case when status = ${status} then step_started_at end
    where id = ${campaignId} and (status, failed_step, status_message, progress_done, progress_total, slow_sites)
      is distinct from (${status}, ${failedStep}::text, ${message}::text, ${done}, ${total}, ${slowSites})`.execute(tx);
}

/** Says that Zeus begins with what the status names. */
export async function beginStep(tx: Tx, campaignId: string, status: CampaignStatus): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ status, step_started_at: sql`clock_timestamp()`, failed_step: null, status_message: null })
    .where('id', '=', campaignId)
    .execute();
}

/** The own backlinks of a campaign whose page is still to be read; pages of one host stand together. */
export async function listUnread(tx: Kdb, campaignId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('backlinks')
    .select('id')
    .where('requests_id', '=', campaignId)
    .where('page_read', '=', 'waiting')
    .orderBy('domain')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** The backlinks of a campaign, or these of them, whose contacts are still to be found, strongest first. */
export async function listUnsearched(tx: Kdb, campaignId: string, among?: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('backlinks')
    .select('id')
    .where('requests_id', '=', campaignId)
    .where('contact_search', '=', 'waiting')
    .$if(among !== undefined, (query) => query.where('id', '=', sql<string>`any (${among}::uuid[])`))
    .orderBy('domain_rating', 'desc')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
