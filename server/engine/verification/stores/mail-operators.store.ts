// Operators we leave alone because they refused our server or told it to slow down.

import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import type { RetryReason } from '../verification.ts';
import type { RawReply } from './mail-replies.store.ts';

export interface OperatorRest {
  reason: RetryReason;
  until: Date;
  /** The reply that caused it. */
  because: RawReply;
}

/** Returns whether this started a rest; false if the operator was already resting. */
export async function restOperator(db: Kdb, { reason, until, because }: OperatorRest): Promise<boolean> {
  const { operator, at, mxHost, code, reply } = because;
  const { rows } = await sql`
    insert into mail_operators (operator, rested_at, rest_until, rest_reason, mx_host, code, reply)
    values (${operator}, ${at}, ${until}, ${reason}, ${mxHost}, ${code}, ${reply})
    on conflict (operator) do update set rested_at = excluded.rested_at, rest_until = excluded.rest_until,
      rest_reason = excluded.rest_reason, mx_host = excluded.mx_host, code = excluded.code, reply = excluded.reply
      where mail_operators.rest_until <= excluded.rested_at
    returning 1`.execute(db);
  return rows.length > 0;
}

/** Operators resting now, latest first; at most a hundred. */
export function listResting(db: Kdb, now: Date) {
  return db
    .selectFrom('mail_operators')
    .select(['operator', 'rested_at', 'rest_until', 'mx_host', 'code', 'reply'])
    .where('rest_until', '>', now)
    .orderBy('rested_at', 'desc')
    .limit(100)
    .execute();
}
