// Which vendors are resting, and why.
import { sql } from 'kysely';
import type { Kdb, Tx } from '../../platform/db.ts';
import type { ProviderError, ProviderErrorKind } from '../provider.ts';
import { restSeconds } from './rests.ts';

interface VendorCapability {
  source: string;
  capability: string;
}

/** What may rest: the vendor, or just this capability, if the account's plan lacks it. The column `source` names either. */
export const restingParts = ({ source, capability }: VendorCapability): readonly [string, string] => [
  source,
  `${source} ${capability}`,
];

/** Records a failure of the vendor. Returns true if the operator must act and has not been notified yet. */
export async function noteFailure(tx: Tx, vendor: VendorCapability, error: ProviderError): Promise<boolean> {
  const part = restingParts(vendor)[error.isOfPlan ? 1 : 0];
  const before = await tx
    .selectFrom('provider_rests')
    .select(['reason', 'failures', sql<boolean>`until > clock_timestamp()`.as('isResting')])
    .where('source', '=', part)
    .forUpdate()
    .executeTakeFirst();
  // Calls that were under way together fail together, so they count as one failure.
  const failures = (before?.failures ?? 0) + (before?.isResting ? 0 : 1);
  const seconds = restSeconds(error, failures);
  if (seconds === null) return false;
  await sql`
    insert into provider_rests (source, reason, message, failures, until)
    values (${part}, ${error.kind}, ${error.message}, ${failures}, clock_timestamp() + make_interval(secs => ${seconds}))
    on conflict (source) do update set reason = excluded.reason, message = excluded.message,
      failures = excluded.failures, until = excluded.until`.execute(tx);
  return (error.kind === 'auth' || error.kind === 'quota') && before?.reason !== error.kind;
}

/** The vendor answers again. */
export async function endRest(db: Kdb, vendor: VendorCapability): Promise<void> {
  await db.deleteFrom('provider_rests').where('source', 'in', restingParts(vendor)).execute();
}

const operatorKinds: ProviderErrorKind[] = ['auth', 'quota'];

/** After a restart: vendors that needed the operator are tried again. */
export async function endOperatorRests(db: Kdb): Promise<void> {
  await db.deleteFrom('provider_rests').where('reason', 'in', operatorKinds).execute();
}

/**
 * After a check of its account: this vendor is tried again. A check can't tell what the plan lacks, so such a part is kept, for
 * the operator to see until a call succeeds.
 */
export async function retryAfterCheck(db: Kdb, source: string): Promise<void> {
  await db.deleteFrom('provider_rests').where('reason', 'in', operatorKinds).where('source', '=', source).execute();
  await db
    .updateTable('provider_rests')
    .set({ until: sql`clock_timestamp()` })
    .where(sql`split_part(source, ' ', 1)`, '=', source)
    .where('reason', 'in', operatorKinds)
    .execute();
}

export interface Rest {
  source: string;
  /** Null: the vendor itself. */
  capability: string | null;
  message: string;
}

/** Vendors, and parts of them, whose last call failed. */
export function listRests(db: Kdb): Promise<Rest[]> {
  return db
    .selectFrom('provider_rests')
    .select([
      sql<string>`split_part(source, ' ', 1)`.as('source'),
      sql<string | null>`nullif(split_part(source, ' ', 2), '')`.as('capability'),
      'message',
    ])
    .execute();
}
