// The queue of pages to capture. A claim is a lease, so the pages of a dead worker become free again.
import { sql } from 'kysely';
import type { ScreenshotReason } from '../../../shared/screenshot.ts';
import { copyScreenshotStates } from '../../backlinks/screenshot-columns.store.ts';
import type { Kdb } from '../../platform/db.ts';

export interface Claim {
  id: number;
  url: string;
  /** Counts this claim too. If the row has another number, someone else has claimed the page since. */
  attempts: number;
}

const noBrowser: ScreenshotReason = 'no-browser';
/** How long the pages of a worker that died stay claimed. A worker that lives extends its claims. */
const leaseSeconds = 90;
const extendEveryMs = 30_000;

/** Pages of one user that may be open at once, over all processes; one process opens at most ten. */
const pagesPerUser = 6;
/** How many users to consider, fewest open pages first: more than one, because others may be claiming their pages. */
const usersLookedAt = 20;
/** How many pages of each user to search for kept ones, and how many to offer. */
const lookedAt = 50;
const offered = 8;

const isFree = sql<boolean>`state = 'waiting' and (claimed_until is null or claimed_until < now())`;

/**
 * Claims the next page. Users take turns: the one with the fewest open pages comes first. Among one user's pages, first what a
 * screen asked for, then what the user keeps, then by position in the list. One index step finds each waiting user with their
 * first page; only users whose turn it is are examined further.
 */
export async function claimNext(db: Kdb): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    with recursive heads (wanted_by, asked_at, rank, id) as (
      (select wanted_by, asked_at, rank, id from screenshots where ${isFree}
        order by wanted_by, asked_at desc nulls last, rank, id limit 1)
      union all
      select next.* from heads cross join lateral (
        select wanted_by, asked_at, rank, id from screenshots where ${isFree} and wanted_by > heads.wanted_by
        order by wanted_by, asked_at desc nulls last, rank, id limit 1) next),
    held as (
      select wanted_by, count(*) as pages from screenshots
      where state = 'waiting' and claimed_until > now() group by 1),
    users as (
      select wanted_by as id, coalesce(held.pages, 0) as pages from heads left join held using (wanted_by)
      where coalesce(held.pages, 0) < ${pagesPerUser}
      order by 2, asked_at desc nulls last, rank, heads.id limit ${usersLookedAt}),
    turns as (
      select page.*, users.pages + row_number() over (
        partition by users.id order by asked_at desc nulls last, is_kept desc, rank, page.id) as turn
      from users cross join lateral (
        select s.id, s.asked_at, s.rank,
          exists (select from backlinks b where b.screenshot_id = s.id and b.keep) as is_kept
        from (
          select id, asked_at, rank from screenshots where wanted_by = users.id and ${isFree}
          order by asked_at desc nulls last, rank, id limit ${lookedAt}) s
        order by asked_at desc nulls last, is_kept desc, rank, id limit ${offered}) page)
    update screenshots set claimed_until = now() + ${leaseSeconds} * interval '1 second', attempts = attempts + 1
    where id = (
      select free.id from (
        select id from turns where turn <= ${pagesPerUser}
        order by turn, asked_at desc nulls last, is_kept desc, rank, id) candidates
      cross join lateral (
        select id from screenshots where id = candidates.id and ${isFree} for update skip locked) free
      limit 1)
    returning id, url, attempts`.execute(db);
  return rows[0];
}

/** Extends the claim until the returned function is called. */
export function keepClaim(db: Kdb, { id, attempts }: Claim): () => void {
  const extend = () =>
    db
      .updateTable('screenshots')
      .set({ claimed_until: sql`now() + ${leaseSeconds} * interval '1 second'` })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('state', '=', 'waiting')
      .execute()
      // The next one may succeed; if none does, someone else takes the page.
      .catch(() => undefined);
  const timer = setInterval(() => void extend(), extendEveryMs);
  return () => clearInterval(timer);
}

/** Releases the claim. The run counts as an attempt unless the page could not be at fault, as when our process stops. */
export async function releaseClaim(
  db: Kdb,
  { id, attempts }: Claim,
  { countsAsAttempt }: { countsAsAttempt: boolean },
): Promise<void> {
  await db
    .updateTable('screenshots')
    .set({ claimed_until: null, ...(countsAsAttempt ? {} : { attempts: attempts - 1 }) })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'waiting')
    .execute();
}

/** Whether a page is waiting without a claim, or with an expired one. */
export async function hasUnclaimed(db: Kdb): Promise<boolean> {
  // Two conditions, because each has its own index.
  const { rows } = await sql<{ waits: boolean }>`
    select exists (select from screenshots where state = 'waiting' and claimed_until is null)
      or exists (select from screenshots where state = 'waiting' and claimed_until < now()) as waits`.execute(db);
  return rows[0]?.waits === true;
}

/** Fails everything that waits unclaimed: this machine has no browser. Locks in the order of wantPages, so that neither waits in a circle. */
export async function failWaiting(db: Kdb): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const free = tx.selectFrom('screenshots').select('id').where(isFree).orderBy('url').forNoKeyUpdate();
    const rows = await tx
      .updateTable('screenshots')
      .set({ state: 'failed', reason: noBrowser, file: null, small_file: null })
      .set({ settled_at: sql`now()`, asked_at: null, claimed_until: null, attempts: 0 })
      .where('id', '=', sql<number>`any (array(${free}))`)
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    await copyScreenshotStates(tx, ids);
  });
}

/** Makes pages that failed without a browser wait again, up to a limit. Returns how many. */
export async function reviveFailed(db: Kdb, limit = 100_000): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const failed = tx.selectFrom('screenshots').select('id').where('reason', '=', noBrowser).limit(limit);
    const inOrder = tx
      .selectFrom('screenshots')
      .select('id')
      .where('id', '=', sql<number>`any (array(${failed}))`)
      .where('reason', '=', noBrowser)
      .orderBy('url')
      .forNoKeyUpdate();
    const rows = await tx
      .updateTable('screenshots')
      .set({ state: 'waiting', reason: null })
      .where('id', '=', sql<number>`any (array(${inOrder}))`)
      .returning('id')
      .execute();
    const ids = rows.map(({ id }) => id);
    await copyScreenshotStates(tx, ids);
    return rows.length;
  });
}
