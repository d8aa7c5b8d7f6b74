// When to refresh a session and how long to wait between attempts: the constants of specification section 9, nothing else.
import { sessionRefresh } from '../../../shared/limits.ts';

const { checkEveryMs, refreshBelowTicks, backOffStepMs } = sessionRefresh;

/** True if fewer than three checks remain before the token expires. */
export function isRefreshDue(leftMs: number): boolean {
  return Math.floor(leftMs / checkEveryMs) < refreshBelowTicks;
}

/** How long to wait before another attempt (the first is 1), or null if it would not start before the next check. */
export function backOffMs(tryNumber: number, sinceStartMs: number): number | null {
  const wait = backOffStepMs * tryNumber;
  return sinceStartMs + wait < checkEveryMs ? wait : null;
}
