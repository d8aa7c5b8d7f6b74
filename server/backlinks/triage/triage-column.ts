// A backlink's signals with its user's weights, their sum and the group that follows from it. Computed when rows are read, so that
// new weights apply at once and to every row.
import { type RawBuilder, sql } from 'kysely';
import type { Triage } from '../../../shared/triage.ts';
import { defaultStaleMonths, defaultWeights, groupThresholds } from '../../../shared/triage-values.ts';

/** The column `triage` of the table backlinks, as this user sees it. */
export function triageColumn(userId: string) {
  const settings = (column: string) =>
    sql`(select ${sql.ref(column)} from triage_settings where user_id = ${userId}::uuid)`;
  // In parentheses of its own, so that it is evaluated once and not for every row.
  const weights = sql`(select ${JSON.stringify(defaultWeights)}::jsonb || coalesce(${settings('weights')}, '{}'))`;
  const staleBefore = sql`(select to_char(
    now() at time zone 'utc' - make_interval(months => coalesce(${settings('stale_months')}, ${defaultStaleMonths}::int)),
    'YYYY-MM-DD'))`;
  const column: RawBuilder<Triage | null> = sql`case when backlinks.signals is not null then (
    select json_build_object('score', score, 'signals', signals, 'group', case
      when score >= ${groupThresholds.unlikely}::int then 'unlikely'
      when score >= ${groupThresholds.check}::int then 'check'
      else 'good' end)
    from (
      select coalesce(sum(weight), 0)::int as score, coalesce(json_agg(weighted order by weight desc, name), '[]') as signals
      from (
        select signal.name, signal.fact, coalesce((${weights} ->> signal.name)::int, 0) as weight
        from (
          select name, fact from jsonb_to_recordset(backlinks.signals) as stored (name text, fact text)
          union all
          select 'stale', backlinks.page_date where backlinks.page_date < ${staleBefore}
        ) signal
      ) weighted
    ) summed) end`;
  return column.as('triage');
}
