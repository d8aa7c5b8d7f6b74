// How much each signal counts for a user. Only what differs from the defaults is stored.
import { sql } from 'kysely';
import type { TriageSettings, TriageSettingsChange } from '../../../shared/triage.ts';
import { defaultStaleMonths, defaultWeights, signalNames } from '../../../shared/triage-values.ts';
import type { Database } from '../../platform/db.ts';

type Stored = { weights: unknown; stale_months: number | null };

export async function readTriageSettings(db: Database, userId: string): Promise<TriageSettings> {
  const query = db.kysely
    .selectFrom('triage_settings')
    .select(['weights', 'stale_months'])
    .where('user_id', '=', userId);
  return withDefaults((await db.asUser(userId, query)).rows[0]);
}

/** Replaces all settings. Undefined if the user has no profile yet. */
export async function saveTriageSettings(
  db: Database,
  userId: string,
  { weights, stale_months = defaultStaleMonths }: TriageSettingsChange,
): Promise<TriageSettings | undefined> {
  const changed = signalNames.filter((name) => weights[name] !== undefined && weights[name] !== defaultWeights[name]);
  const own = Object.fromEntries(changed.map((name) => [name, weights[name]]));
  const months = stale_months === defaultStaleMonths ? null : stale_months;
  const { rows } = await sql<Stored>`
    insert into triage_settings (user_id, weights, stale_months)
    select id, ${JSON.stringify(own)}::jsonb, ${months}::int from profiles where id = ${userId}
    on conflict (user_id) do update set weights = excluded.weights, stale_months = excluded.stale_months
    returning weights, stale_months`.execute(db.kysely);
  return rows[0] && withDefaults(rows[0]);
}

const withDefaults = (stored: Stored | undefined): TriageSettings => ({
  weights: { ...defaultWeights, ...(stored?.weights as Partial<TriageSettings['weights']> | undefined) },
  stale_months: stored?.stale_months ?? defaultStaleMonths,
});
