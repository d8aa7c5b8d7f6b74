// The campaign as the rules need it, and what they ask of its rows: a row that waits is work for a job.
import { sql } from 'kysely';
import type { CampaignPage, CampaignStatus, CampaignType, EmailMode } from '../../shared/campaign.ts';
import type { Tx } from '../platform/db.ts';

export interface OwnCampaign {
  id: string;
  type: CampaignType;
  status: CampaignStatus;
  failedStep: CampaignPage | null;
  mode: EmailMode | null;
  leftOut: number;
}

/** The user's campaign, kept as it is until the transaction ends; undefined when it is not theirs. */
export async function lockOwnCampaign(tx: Tx, userId: string, campaignId: string): Promise<OwnCampaign | undefined> {
  const row = await tx
    .selectFrom('requests')
    .select(['id', 'type', 'status', 'failed_step as failedStep', 'mode', 'left_out as leftOut'])
    .where('id', '=', campaignId)
    .where('user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row as OwnCampaign | undefined;
}

/** Lets the first search of a campaign be done again, or what the credit did not reach be found again. */
export async function awaitSearch(tx: Tx, campaignId: string): Promise<void> {
  await tx.updateTable('requests').set({ search: 'waiting', left_out: 0 }).where('id', '=', campaignId).execute();
}

export async function countKept(tx: Tx, table: 'search_results' | 'backlinks', campaignId: string): Promise<number> {
  const { count } = await tx
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('requests_id', '=', campaignId)
    .where('keep', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

/** Whether exactly these rows are kept. */
export async function isKept(
  tx: Tx,
  table: 'search_results' | 'backlinks',
  campaignId: string,
  ids: readonly string[],
): Promise<boolean> {
  const rows = await tx
    .selectFrom(table)
    .select('id')
    .where('requests_id', '=', campaignId)
    .where('keep', '=', true)
    .execute();
  const expected = new Set(ids);
  return rows.length === expected.size && rows.every(({ id }) => expected.has(id));
}

type Unfinished = 'none' | 'failed' | 'no-credit';

/**
 * Lets kept search results in these states wait for their backlinks; answers how many now wait that did not before.
 * Those that failed and that the user has removed since are forgotten: nobody is told of them any more.
 * Rows are locked by id, as everywhere, so that a user who changes choices at the same time waits instead of failing.
 */
export async function awaitBacklinks(tx: Tx, campaignId: string, states: readonly Unfinished[]): Promise<number> {
  const { rows } = await sql<{ keep: boolean }>`
    -- An array, so that the rows are looked up by id: with "in" PostgreSQL may read everybody's.
    update search_results set backlink_search = case when keep then 'waiting' else 'none' end where id = any (array(
      select id from search_results
      where requests_id = ${campaignId} and backlink_search = any (${states}) and (keep or backlink_search <> 'none')
      order by id for no key update))
    returning keep`.execute(tx);
  const waiting = rows.filter(({ keep }) => keep).length;
  if (waiting > 0) await tx.updateTable('requests').set({ left_out: 0 }).where('id', '=', campaignId).execute();
  return waiting;
}

/**
 * The same for kept backlinks and their contacts; with a mode also those that were searched in another one. Answers which
 * wait now that did not before.
 */
export async function awaitContacts(
  tx: Tx,
  campaignId: string,
  { states, mode }: { states: readonly Unfinished[]; mode?: EmailMode },
): Promise<string[]> {
  const inAnotherMode = mode
    ? sql`contact_search = 'done' and contact_search_mode is distinct from ${mode}`
    : sql`false`;
  const { rows } = await sql<{ id: string; keep: boolean }>`
    update backlinks set contact_search = case when keep then 'waiting' else 'none' end, contact_search_problem = null,
      slow_site = false
    where id = any (array(
      select id from backlinks
      where requests_id = ${campaignId} and (
        keep and (contact_search = any (${states}) or ${inAnotherMode})
        or not keep and contact_search in ('failed', 'no-credit'))
      order by id for no key update))
    returning id, keep`.execute(tx);
  return rows.flatMap(({ id, keep }) => (keep ? [id] : []));
}

/** Whether a kept backlink of the campaign was not searched for contacts: it could not be looked at, or the credit was used up. */
export async function hasUnsearched(tx: Tx, campaignId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('backlinks')
    .select('id')
    .where('requests_id', '=', campaignId)
    .where('keep', '=', true)
    .where('contact_search', 'in', ['failed', 'no-credit'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function setMode(tx: Tx, campaignId: string, mode: EmailMode): Promise<void> {
  await tx.updateTable('requests').set({ mode }).where('id', '=', campaignId).execute();
}
