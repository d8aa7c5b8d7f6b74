// The columns of a backlink with the state of its contact searches, and the lock under which these end.
import { type RawBuilder, sql, type Updateable } from 'kysely';
import type { Backlinks } from '../../db/types.ts';
import type { EmailMode } from '../../shared/campaign.ts';
import type { SearchProblem } from '../../shared/search-problem.ts';
import { lockEmailCreditLimitSql } from '../campaigns/campaigns.store.ts';
import { lockBalanceSql } from '../credits/credits.store.ts';
import type { Kdb, Tx } from '../platform/db.ts';
import { toJson } from '../platform/rows/to-json.ts';

export interface LockedBacklink {
  backlinkId: string;
  /** Whether the user wants it now. This may have changed since the work was read, and cannot change while the row is locked. */
  keep: boolean;
  contactSearch: string;
  domainSearch: string;
  /** What can be spent; 0 if it was not requested. */
  balance: number;
  /** What the campaign's order may still spend; null if it has no limit or it was not requested. */
  creditsLeft: number | null;
}

interface LockOptions {
  withBalance: boolean;
  /** The campaign whose order pays and has to keep to its limit. */
  orderOf?: string | undefined;
}

/** The state of a backlink's searches, locked until the transaction ends. Undefined if it is gone. */
export async function lockBacklink(
  tx: Tx,
  { backlinkId, userId }: { backlinkId: string; userId: string },
  options: LockOptions,
): Promise<LockedBacklink | undefined> {
  const [locked] = await lockBacklinks(tx, { userId, backlinkIds: [backlinkId] }, options);
  return locked;
}

/**
 * The same for several backlinks of one user, by id: only one search writes a backlink's contacts at a time.
 * Request the balance if something may cost credits: it is locked first, as everywhere, and then the campaign.
 */
export async function lockBacklinks(
  tx: Tx,
  { backlinkIds, userId }: { backlinkIds: readonly string[]; userId: string },
  { withBalance, orderOf }: LockOptions,
): Promise<LockedBacklink[]> {
  const balance = withBalance ? lockBalanceSql(userId, 'email') : sql`select 0 as balance`;
  const noLimit = sql`select null::int as email_credits_left`;
  const limit = orderOf ? lockEmailCreditLimitSql(orderOf, { after: 'purse' }) : noLimit;
  // Sorting happens before locking, so the balance is locked before the first backlink.
  const { rows } = await sql<LockedBacklink>`
    with purse as materialized (${balance}),
    quota as materialized (${limit})
    select id as "backlinkId", keep, contact_search as "contactSearch", domain_search as "domainSearch", purse.balance,
      quota.email_credits_left as "creditsLeft"
    from purse cross join quota cross join backlinks where id = any (${backlinkIds}::uuid[]) order by id for no key update of backlinks`.execute(
    tx,
  );
  return rows;
}

type Unfinished = 'none' | 'failed' | 'no-credit' | 'limited' | 'stopped';

/**
 * Makes kept backlinks in these states wait for their contacts; with a mode, also those that were searched in another one.
 * Failed ones that the user has removed since go back to 'none'. Returns those that are newly waiting.
 */
export async function awaitContactSearches(
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
        or not keep and contact_search in ('failed', 'no-credit', 'limited', 'stopped'))
      order by id for no key update))
    returning id, keep`.execute(tx);
  return rows.flatMap(({ id, keep }) => (keep ? [id] : []));
}

/** How many kept backlinks of the campaign wait for their contacts. */
export async function countWaiting(tx: Tx, campaignId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('backlinks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('requests_id', '=', campaignId)
    .where('contact_search', '=', 'waiting')
    .where('keep', '=', true)
    .executeTakeFirstOrThrow();
  return count;
}

export async function startDomainSearch(tx: Tx, backlinkId: string): Promise<void> {
  await tx
    .updateTable('backlinks')
    .set({ domain_search: 'running', domain_search_problem: null })
    .where('id', '=', backlinkId)
    .execute();
}

const SEARCH_COLUMNS = [
  'contact_search',
  'contact_search_problem',
  'contact_search_mode',
  'domain_search',
  'domain_search_problem',
  'contact_form_url',
  'contact_form_service',
] as const;

export type SearchStates = Pick<
  Updateable<Backlinks>,
  Exclude<(typeof SEARCH_COLUMNS)[number], 'domain_search_problem'>
> & {
  domain_search_problem?: SearchProblem | null;
};

export interface SearchEnd {
  id: string;
  /** Missing columns stay unchanged. */
  sets: SearchStates;
}

/** The update that ends searches, for a statement that also writes what they found. The backlinks must be locked. */
export function endSearchesSql(ends: readonly SearchEnd[]): RawBuilder<unknown> {
  return sql`update backlinks set ${SET_IF_GIVEN}
    from jsonb_to_recordset(${toJson(ends)}::jsonb) as given (id uuid, sets jsonb) where backlinks.id = given.id`;
}

const SET_IF_GIVEN = sql.raw(
  SEARCH_COLUMNS.map((name) => {
    const text = `given.sets ->> '${name}'`;
    const value = name === 'domain_search_problem' ? `(${text})::jsonb` : text;
    return `${name} = case when given.sets ? '${name}' then ${value} else backlinks.${name} end`;
  }).join(),
);

/** A late email of a finished search could not be paid for, so the search is unfinished after all. Returns false if it was before. */
export async function noteUnpaidSearch(tx: Tx, backlinkId: string, why: 'no-credit' | 'limited'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('backlinks')
    .set({ contact_search: why })
    .where('id', '=', backlinkId)
    .where('contact_search', '=', 'done')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The opposite: what the search lacked was bought singly. Returns false if it lacks more, or nothing. */
export async function notePaidSearch(tx: Tx, backlinkId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('backlinks')
    .from('requests')
    .set({ contact_search: 'done' })
    .where('backlinks.id', '=', backlinkId)
    .whereRef('requests.id', '=', 'backlinks.requests_id')
    .where('contact_search', 'in', ['no-credit', 'limited'])
    // Otherwise it was never finished in the mode that was ordered.
    .whereRef('contact_search_mode', '=', 'requests.mode')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends everything that the campaign's backlinks wait for, pages and contacts. Locked by id, as everywhere. */
export async function endWaitingBacklinks(
  tx: Tx,
  campaignId: string,
  how: 'failed' | 'stopped' = 'failed',
): Promise<void> {
  const problem = how === 'failed' ? 'Zeus could not open this page.' : 'You stopped Zeus before it opened this page.';
  await sql`update backlinks set
      page_read = case page_read when 'waiting' then 'done' else page_read end,
      page_problem = case page_read when 'waiting' then ${problem} else page_problem end,
      contact_search = case when contact_search <> 'waiting' then contact_search when keep then ${how} else 'none' end
    where id in (
      select id from backlinks where requests_id = ${campaignId} and (page_read = 'waiting' or contact_search = 'waiting')
      order by id for no key update)`.execute(tx);
}

/** Whether the search for contacts of a kept backlink failed, was stopped or was not paid for. */
export async function hasUnsearched(tx: Tx, campaignId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('backlinks')
    .select('id')
    .where('requests_id', '=', campaignId)
    .where('keep', '=', true)
    .where('contact_search', 'in', ['failed', 'no-credit', 'stopped'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The backlinks of a campaign, or those among these, whose contacts are still to be found, strongest first. */
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
