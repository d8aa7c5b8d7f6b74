// What each vendor was asked and cost, by day.
import { sql } from 'kysely';
import type { Kdb } from '../../platform/db.ts';

export interface Usage {
  source: string;
  capability: string;
  /** An outcome of provider_calls, or `hit`: answered from what was stored. */
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
