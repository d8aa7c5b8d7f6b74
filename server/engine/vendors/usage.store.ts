// Calls to each vendor and their cost, by day.
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';

export interface Usage {
  source: string;
  capability: string;
  /** An outcome of provider_calls, or `hit`: a stored answer was used. */
  outcome: string;
  units: number;
  dollars: number;
  ms: number;
}

export async function countUsage(db: Kdb, { source, capability, outcome, units, dollars, ms }: Usage): Promise<void> {
  await sql`
    insert into provider_usage as usage (source, capability, day, outcome, calls, units, dollars, ms)
    values (${source}, ${capability}, timezone('utc', clock_timestamp())::date, ${outcome}, 1, ${units}, ${dollars}, ${ms})
    on conflict (source, day, capability, outcome) do update set calls = usage.calls + 1,
      units = usage.units + excluded.units, dollars = usage.dollars + excluded.dollars, ms = usage.ms + excluded.ms
    `.execute(db);
}

/** Sums of a day or a month. */
export interface UsageSum {
  calls: number;
  /** Answered from stored answers. */
  hits: number;
  errors: number;
  units: number;
  dollars: number;
  /** Average over answered calls; null if there were none. */
  averageMs: number | null;
}

export interface SourceUsage {
  source: string;
  capability: string;
  period: 'today' | 'month';
  sum: UsageSum;
}

/** Usage today and this month (UTC) for every source asked this month. */
export async function readUsage(db: Kdb): Promise<SourceUsage[]> {
  const { rows } = await sql<Omit<SourceUsage, 'sum'> & UsageSum>`
    with today as (select timezone('utc', clock_timestamp())::date as day),
    period as (
      select 'today' as period, day as since from today
      union all select 'month', date_trunc('month', day)::date from today)
    select source, capability, period,
      coalesce(sum(calls) filter (where outcome <> 'hit'), 0)::int as calls,
      coalesce(sum(calls) filter (where outcome = 'hit'), 0)::int as hits,
      coalesce(sum(calls) filter (where outcome not in ('hit', 'ok', 'empty', 'pending', 'suppressed')), 0)::int as errors,
      sum(units) as units, sum(dollars) as dollars,
      (sum(ms) filter (where outcome in ('ok', 'empty'))
        / nullif(sum(calls) filter (where outcome in ('ok', 'empty')), 0))::int as "averageMs"
    from provider_usage join period on day >= since
    group by source, capability, period order by source, capability, period`.execute(db);
  return rows.map(({ source, capability, period, ...sum }) => ({ source, capability, period, sum }));
}
