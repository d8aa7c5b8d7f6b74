// The campaign's row (table `requests`): its only lock, and what its steps write to it. This folder is the only writer.
// campaign-search.store.ts has the search a campaign starts with, campaigns-data.store.ts what users read and change.
import { type RawBuilder, sql } from 'kysely';
import type { CampaignPage, CampaignStatus, CampaignType, EmailMode } from '../../shared/campaign.ts';
import type { FallbackStep } from '../../shared/outreach-values.ts';
import type { Kdb, Tx } from '../platform/db.ts';

export interface LockedCampaign {
  id: string;
  userId: string;
  /** What its user calls it now. */
  name: string;
  type: CampaignType;
  status: CampaignStatus;
  failedStep: CampaignPage | null;
  mode: EmailMode | null;
  /** The search that the campaign begins with. */
  search: 'none' | 'waiting' | 'done' | 'failed' | 'stopped';
  /** Why it failed, where that is known. */
  searchFailure: 'account' | null;
  /** Backlinks found but not delivered for lack of credits. */
  leftOut: number;
  /** Backlinks that were found beyond the limit that the user set. */
  overLimit: number;
  /** Backlinks that the current order may still deliver; null when it has no limit. */
  backlinksLeft: number | null;
  /** Email credits that the current order may still spend; null when it has no limit. */
  emailCreditsLeft: number | null;
  /** When the step began that the status names. */
  stepStartedAt: Date | null;
  /** How long nothing has moved although Zeus is working on it; null while it waits for the user. */
  idleSeconds: number | null;
}

// Steps update the campaign's row whenever a count changes.
const idleFor = sql<number>`extract(epoch from clock_timestamp() - greatest(step_started_at, updated_at))::int`;

/**
 * Locks the campaign until the transaction ends. Undefined if it is gone, or if a user is given and it is not theirs.
 * To delete it, lock it `forDelete`: a weaker lock first would deadlock with a transaction that inserts rows below it.
 */
export async function lockCampaign(
  tx: Tx,
  { campaignId, userId }: { campaignId: string; userId?: string },
  { forDelete = false }: { forDelete?: boolean } = {},
): Promise<LockedCampaign | undefined> {
  const query = tx
    .selectFrom('requests')
    .select([
      'id',
      'user_id as userId',
      'keyword as name',
      'type',
      'status',
      'failed_step as failedStep',
      'mode',
      'search',
    ])
    .select(['search_failure as searchFailure', 'left_out as leftOut', 'over_limit as overLimit'])
    .select(['backlinks_left as backlinksLeft', 'email_credits_left as emailCreditsLeft'])
    .select('step_started_at as stepStartedAt')
    .select(sql<number | null>`case when step_started_at is not null then ${idleFor} end`.as('idleSeconds'))
    .where('id', '=', campaignId)
    .$if(userId !== undefined, (campaigns) => campaigns.where('user_id', '=', userId ?? ''));
  const row = await (forDelete ? query.forUpdate() : query.forNoKeyUpdate()).executeTakeFirst();
  return row as LockedCampaign | undefined;
}

/** Sets the status of a step that Zeus starts. */
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

/** Skips rows that would not change, to avoid notifying browsers. */
export async function saveProgress(tx: Tx, campaignId: string, progress: Progress): Promise<void> {
  const { status, failedStep, message, done, total, slowSites } = progress;
  await sql`
    update requests set status = ${status}, failed_step = ${failedStep}, status_message = ${message},
      progress_done = ${done}, progress_total = ${total}, slow_sites = ${slowSites},
      step_started_at = case when status = ${status} then step_started_at end
    where id = ${campaignId} and (status, failed_step, status_message, progress_done, progress_total, slow_sites)
      is distinct from (${status}, ${failedStep}::text, ${message}::text, ${done}, ${total}, ${slowSites})`.execute(tx);
}

/**
 * How the campaign's emails are looked for; null if they never were, or the campaign is gone. Read after locking a waiting backlink, it
 * is the mode of the order that the backlink waits for.
 */
export async function readMode(db: Kdb, campaignId: string): Promise<EmailMode | null> {
  const row = await db.selectFrom('requests').select('mode').where('id', '=', campaignId).executeTakeFirst();
  return (row?.mode ?? null) as EmailMode | null;
}

interface EmailSettings {
  mode: EmailMode;
  /** Unchanged without it. */
  fallbackOrder?: FallbackStep[] | undefined;
}

/** How the campaign's emails are looked for from now on. */
export async function setMode(tx: Tx, campaignId: string, { mode, fallbackOrder }: EmailSettings): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ mode, ...(fallbackOrder ? { fallback_order: fallbackOrder } : {}) })
    .where('id', '=', campaignId)
    .execute();
}

export interface DeliveryCounts {
  delivered: number;
  /** Found and not delivered for lack of credits. */
  leftOut: number;
  /** Found beyond the order's limit. */
  overLimit: number;
}

/** Notes a delivery of backlinks: the order may deliver that many fewer from now on. The campaign is locked. */
export async function noteDelivery(tx: Tx, campaignId: string, counts: DeliveryCounts): Promise<void> {
  const { delivered, leftOut, overLimit } = counts;
  if (delivered + leftOut + overLimit === 0) return;
  await tx
    .updateTable('requests')
    .set((eb) => ({
      backlinks_left: eb('backlinks_left', '-', delivered),
      left_out: eb('left_out', '+', leftOut),
      over_limit: eb('over_limit', '+', overLimit),
    }))
    .where('id', '=', campaignId)
    .execute();
}

/**
 * Sets how many backlinks the campaign's orders may deliver, or how many email credits they may spend; null for no limit. The
 * caller has locked the campaign, and before it the balance if email credits are limited.
 */
export async function setLimit(
  tx: Tx,
  campaignId: string,
  counter: 'backlinks_left' | 'email_credits_left',
  limit: number | null,
): Promise<void> {
  await tx
    .updateTable('requests')
    .set({ [counter]: limit })
    .where('id', '=', campaignId)
    .execute();
}

/** Locks the campaign and reads what its order may still spend, after the locks of the query named `after` of the same statement. */
export function lockEmailCreditLimitSql(
  campaignId: string,
  { after }: { after: string },
): RawBuilder<{ email_credits_left: number | null }> {
  return sql`select email_credits_left from requests
    where id = ${campaignId} and exists (select from ${sql.table(after)}) for no key update`;
}

/** Counts credits against the order's limit, for the statement that charges them. The campaign is locked. */
export function countEmailCreditsSql(campaignId: string, spent: number): RawBuilder<unknown> {
  return sql`update requests set email_credits_left = email_credits_left - ${spent}::int
    where id = ${campaignId} and email_credits_left is not null and ${spent}::int > 0`;
}

/** What earlier deliveries left out is found again by the next search. */
export async function clearLeftOut(tx: Tx, campaignId: string): Promise<void> {
  await tx.updateTable('requests').set({ left_out: 0, over_limit: 0 }).where('id', '=', campaignId).execute();
}

export interface IdleCampaign {
  userId: string;
  campaignId: string;
  status: CampaignStatus;
  idleSeconds: number;
}

/** Campaigns that Zeus works on although the operator has closed their user's account. */
export async function listOfClosedAccounts(db: Kdb): Promise<{ userId: string; campaignId: string }[]> {
  return db
    .selectFrom('requests')
    .innerJoin('auth.users', 'auth.users.id', 'requests.user_id')
    .select(['requests.user_id as userId', 'requests.id as campaignId'])
    .where('requests.step_started_at', 'is not', null)
    .where('auth.users.deleted_at', 'is not', null)
    .execute();
}

const idlePerPage = 500;

/** All campaigns that Zeus works on without any change for this long, by id, a page at a time. */
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
    // Uses the statement's start time, because an index cannot be searched for a value that changes during the scan.
    .where('step_started_at', '<', sql<Date>`statement_timestamp() - make_interval(secs => ${seconds})`)
    .where(idleFor, '>=', seconds)
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(idlePerPage)
    .execute();
  return rows as IdleCampaign[];
}
