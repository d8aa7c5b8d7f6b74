// Sets boolean columns of a whole list of rows in one statement. All or nothing: if one row is not the user's, or belongs to
// another parent, nothing changes, unless the caller says that rows may be gone. A change of `keep` with an id can be undone: the
// rows it changed carry the id in `bulk_change` until they are changed again.
import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db.ts';

/** The rows of one parent. */
export interface RowsWithin {
  table: string;
  /** The column that refers to the parent, and the parent of all these rows. */
  within: { column: string; id: string };
  /** Returns one row if the parent exists. */
  owner: Expression<unknown>;
  /**
   * A boolean column that marks rows which were deselected automatically and may be selected again. Writing `keep` clears it (by
   * a trigger), also if the value stays the same.
   */
  deselected?: string | undefined;
}

export interface FlagList<Flag extends string> extends RowsWithin {
  flags: readonly Flag[];
  /** An omitted flag stays as it is. */
  rows: readonly ({ id: string } & Partial<Record<Flag, boolean>>)[];
  /** The id by which this change can be undone. */
  changeId: string | null;
  /** Rows that don't exist are skipped: those of a list that was read just before may have been deleted since. */
  mayBeGone?: boolean;
}

interface Outcome {
  found: boolean;
  asked: number;
  known: number;
}

/** The number of rows that exist; null, with nothing changed, if their parent does not exist or, unless `mayBeGone`, one of them. */
export async function setFlags<Flag extends string>(
  db: Database,
  userId: string,
  list: FlagList<Flag>,
): Promise<number | null> {
  const { rows } = await db.asUser(userId, flagsStatement(userId, list));
  const outcome = rows[0];
  return outcome?.found && (list.mayBeGone || outcome.known === outcome.asked) ? outcome.known : null;
}

function flagsStatement<Flag extends string>(userId: string, list: FlagList<Flag>): RawBuilder<Outcome> {
  const table = sql.table(list.table);
  const belongs = sql`row_of.user_id = ${userId} and row_of.${sql.ref(list.within.column)} = ${list.within.id}`;
  const each = (write: (flag: RawBuilder<unknown>) => RawBuilder<unknown>, between: RawBuilder<unknown>) =>
    sql.join(
      list.flags.map((flag) => write(sql.ref(flag))),
      between,
    );
  const columns = each((flag) => sql`${flag} boolean`, sql`, `);
  const values = each((flag) => sql`${flag} = coalesce(wanted.${flag}, row_of.${flag})`, sql`, `);
  const differs = each((flag) => sql`row_of.${flag} <> wanted.${flag}`, sql` or `);
  const isMarked = list.deselected ? sql`row_of.${sql.ref(list.deselected)}` : sql`false`;
  const change = sql`${list.changeId}::uuid`;
  // The same change sent twice changes nothing. A row that has the value already was chosen by someone else as well: then no
  // one else's undo resets it.
  const mark = sql`case
    when wanted.keep is null or row_of.bulk_change = ${change} then row_of.bulk_change
    when row_of.keep <> wanted.keep then ${change}
  end`;
  // Rows are locked in id order, so that two lists sent at once wait for each other instead of deadlocking.
  return sql<Outcome>`
    with wanted as materialized (
      select * from json_to_recordset(${JSON.stringify(list.rows)}::json) as sent (id uuid, ${columns})
    ), known as materialized (
      select row_of.id from ${table} as row_of join wanted using (id) where ${belongs} order by row_of.id for update of row_of
    ), outcome as materialized (
      select exists ${list.owner} as found, (select count(*)::int from wanted) as asked, (select count(*)::int from known) as known
    ), changed as (
      update ${table} as row_of set ${values}, bulk_change = ${mark} from wanted
      where row_of.id = wanted.id and ${belongs} and (${differs} or ${isMarked} or row_of.bulk_change is distinct from ${mark})
        and (select found and (asked = outcome.known or ${list.mayBeGone === true}) from outcome)
    )
    select found, asked, known from outcome`;
}

/**
 * Resets `keep` of the rows that still carry this change. A row that was selected by it and has been deselected automatically
 * since stays deselected for good. Returns their number, or null if their parent does not exist.
 */
export async function undoChange(
  db: Database,
  userId: string,
  { table, within, owner, deselected, changeId }: RowsWithin & { changeId: string },
): Promise<number | null> {
  const former = deselected ? sql`(row_of.keep or row_of.${sql.ref(deselected)})` : sql`row_of.keep`;
  const query = sql<{ found: boolean; undone: number }>`
    with changed as materialized (
      select id from ${sql.table(table)} as row_of
      where user_id = ${userId} and ${sql.ref(within.column)} = ${within.id} and bulk_change = ${changeId}
      order by id for update of row_of
    ), undone as (
      update ${sql.table(table)} as row_of set keep = not ${former}, bulk_change = null from changed
      where row_of.id = changed.id returning 1
    )
    select exists ${owner} as found, (select count(*)::int from undone) as undone`;
  const { rows } = await db.asUser(userId, query);
  return rows[0]?.found ? rows[0].undone : null;
}
