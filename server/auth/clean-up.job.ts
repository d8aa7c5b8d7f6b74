// Removes expired data: links, flows, sessions and limits, old audit entries, sign-ups never confirmed. Runs every hour.
import { cleanUpAuth } from '../jobs.ts';
import type { JobHandler } from '../platform/queue/job.ts';
import { repeating } from '../platform/queue/repeating.ts';
import { deleteOldAuditEntries } from './audit/audit.store.ts';
import { type Auth, type AuthParts, authOf, secondsAfter } from './auth.ts';
import { lifetimes } from './auth-settings.ts';
import { deleteExpiredChallenges } from './factors/challenges.store.ts';
import { deleteExpiredFlows } from './flows/flow-states.store.ts';
import { deleteFreeLimits } from './limits/rate-limits.store.ts';
import { deleteExpiredTokens } from './one-time-tokens/one-time-tokens.store.ts';
import { deleteRevokedTokens } from './sessions/refresh-tokens.store.ts';
import { deleteIdleSessions } from './sessions/sessions.store.ts';
import { deleteNeverConfirmed } from './users/users.store.ts';

const everySeconds = 3600;
const day = 24 * 3600;
/** Reuse of a revoked refresh token within this time still ends its session; later the token is simply unknown. */
const keepRevokedSeconds = 30 * day;
const keepAuditSeconds = 365 * day;
const keepUnconfirmedSeconds = 30 * day;
/** Each deletion looks into every table with users' rows; the next run continues. */
const unconfirmedPerRun = 1_000;

/** Handles auth.clean-up. */
export function cleanUpAuthJob(ctx: AuthParts): JobHandler<object> {
  return repeating(ctx, cleanUpAuth, everySeconds, () => cleanUp(authOf(ctx)));
}

/** Runs one clean-up. Idempotent. */
export async function cleanUp({ db: { kysely }, now }: Auth): Promise<void> {
  const time = now();
  await deleteExpiredTokens(kysely, time);
  await deleteExpiredFlows(kysely, time);
  await deleteExpiredChallenges(kysely, time);
  await deleteFreeLimits(kysely, time);
  await deleteIdleSessions(kysely, secondsAfter(time, -lifetimes.idleSession));
  await deleteRevokedTokens(kysely, secondsAfter(time, -keepRevokedSeconds));
  await deleteOldAuditEntries(kysely, secondsAfter(time, -keepAuditSeconds));
  await deleteNeverConfirmed(kysely, secondsAfter(time, -keepUnconfirmedSeconds), unconfirmedPerRun);
}
