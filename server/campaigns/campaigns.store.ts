// The campaign's row (table `requests`): its only lock, and what its steps write to it. This folder is the only writer.
// campaign-search.store.ts has the search a campaign begins with, campaigns-data.store.ts what users read and change.
import { sql } from 'kysely';
import type { CampaignPage, CampaignStatus, CampaignType, EmailMode } from '../../shared/campaign.ts';
import type { Kdb, Tx } from '../platform/db.ts';

export interface LockedCampaign {
  id: string;
  userId: string;
  type: CampaignType;
  status: CampaignStatus;
  failedStep: CampaignPage | null;
  mode: EmailMode | null;
  /** The search that the campaign begins with. */
  search: 'none' | 'waiting' | 'done' | 'failed';
  /** Why it failed, where that is known. */
  searchFailure: 'account' | null;
  /** Backlinks that were found but not delivered for lack of credits. */
  leftOut: number;
  /** How long nothing has moved although Zeus is working on it; null while it waits for the user. */
  idleSeconds: number | null;
}

// A step that moves updates the campaign's row with each new count.
const idleFor = sql<number>`extract(epoch from clock_timestamp() - greatest(step_started_at, updated_at))::int`;

/**
 * Locks the campaign until the transaction ends. Undefined if it is gone, or belongs to somebody else where a user is given.
 * To delete it, lock it `forDelete`: a weaker lock first would deadlock with a transaction that inserts rows below it.
 */
export async function lockCampaign(
  tx: Tx,
  { campaignId, userId }: { campaignId: string; userId?: string },
  { forDelete = false }: { forDelete?: boolean } = {},
): Promise<LockedCampaign | undefined> {
  const query = tx
    .selectFrom('requests')
    .select(['id', 'user_id as userId', 'type', 'status', 'failed_step as failedStep', 'mode', 'search'])
    .select(['search_failure as searchFailure', 'left_out as leftOut'])
    .select(sql<number | null>`case when step_started_at is not null then ${idleFor} end`.as('idleSeconds'))
    .where('id', '=', campaignId)
    .$if(userId !== undefined, (campaigns) => campaigns.where('user_id', '=', userId ?? ''));
  const row = await (forDelete ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst();
  return row as LockedCampaign | undefined;
}

/** Sets the status of a step that Zeus begins. */
export async function beginStep(tx: Tx, campaignId: string, status: CampaignStatus): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ status, step_started_at: sql`clock_timestamp()`, failed_step: null, status_message: null })
    .where('id', '=', campaignId)
    .execute();
}

export interface Progress {
  status: CampaignStatus;
  failedStep: CampaignPage | null;
  message: string | null;
  done: number;
  total: number;
  slowSites: number;
}

/** Skips a row that already says the same, so that browsers aren't notified of nothing. */
export async function saveProgress(tx: Tx, campaignId: string, progress: Progress): Promise<void> {
  const { status, failedStep, message, done, total, slowSites } = progress;
  await sql`
    update requests set status = ${status}, failed_step = ${failedStep}, status_message = ${message},
      progress_done = ${done}, progress_total = ${total}, slow_sites = ${slowSites},
      step_started_at = case when status = ${status} then step_started_at end
    where id = ${campaignId} and (status, failed_step, status_message, progress_done, progress_total, slow_sites)
      is distinct from (${status}, ${failedStep}::text, ${message}::text, ${done}, ${total}, ${slowSites})`.execute(tx);
}

export async function setMode(tx: Tx, campaignId: string, mode: EmailMode): Promise<void> {
  await tx.updateTable('requests').set({ mode }).where('id', '=', campaignId).execute();
}

export async function addLeftOut(tx: Tx, campaignId: string, count: number): Promise<void> {
  await tx
    .updateTable('requests')
    .set((eb) => ({ left_out: eb('left_out', '+', count) }))
    .where('id', '=', campaignId)
    .execute();
}

export async function clearLeftOut(tx: Tx, campaignId: string): Promise<void> {
  await tx.updateTable('requests').set({ left_out: 0 }).where('id', '=', campaignId).execute();
}

export interface IdleCampaign {
  userId: string;
  campaignId: string;
  status: CampaignStatus;
  idleSeconds: number;
}

const idlePerPage = 500;

/** All campaigns that Zeus works on and on which nothing has moved for so long, by id, a page at a time. */
export async function* pagesOfIdle(db: Kdb, seconds: number): AsyncGenerator<IdleCampaign[]> {
  let last: IdleCampaign | undefined;
  do {
    const page = await listIdle(db, seconds, last?.campaignId);
    if (page.length > 0) yield page;
    last = page.length < idlePerPage ? undefined : page.at(-1);
  } while (last);
}

async function listIdle(db: Kdb, seconds: number, after: string | undefined): Promise<IdleCampaign[]> {
  const rows = await db
    .selectFrom('requests')
    .select(['user_id as userId', 'id as campaignId', 'status', idleFor.as('idleSeconds')])
    // The statement's time, because an index cannot be searched for one that changes while it is read.
    .where('step_started_at', '<', sql<Date>`statement_timestamp() - make_interval(secs => ${seconds})`)
    .where(idleFor, '>=', seconds)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(idlePerPage)
    .execute();
  return rows as IdleCampaign[];
}
