// When a session is refreshed and how long to wait between tries: the constants of specification section 9, nothing else.
import { sessionRefresh } from '../../../shared/limits.ts';

const { checkEveryMs, refreshBelowTicks, backOffStepMs } = sessionRefresh;

/** True when fewer than three checks remain before the token expires. */
export function isRefreshDue(leftMs: number): boolean {
  return Math.floor(leftMs / checkEveryMs) < refreshBelowTicks;
}

/** How long to wait before a further try (the first is 1), or null when it would not start before the next check. */
export function backOffMs(tryNumber: number, sinceStartMs: number): number | null {
  const wait = backOffStepMs * tryNumber;
  return sinceStartMs + wait < checkEveryMs ? wait : null;
}
