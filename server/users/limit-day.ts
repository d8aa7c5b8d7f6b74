// Daily limits per account (shared/limits.ts), usually counted in the caller's transaction: a call that is refused for another
// reason, or repeated, does not count. Used amounts come back gradually, not at midnight.
import { AppError } from '../../shared/errors.ts';
import { perDay } from '../../shared/limits.ts';
import { takeUse } from '../auth/limits/rate-limits.store.ts';
import type { Kdb } from '../platform/db.ts';

const daySeconds = 86_400;

const actionTexts = {
  campaigns: (most: string) => `start up to ${most} campaigns`,
  freeCampaigns: (most: string) => `start up to ${most} campaigns`,
  ownBacklinks: (most: string) => `submit up to ${most} URLs`,
  contactSearches: (most: string) => `search for contacts up to ${most} times`,
  screenshotRetries: (most: string) => `retry up to ${most} screenshots`,
  emailChecks: (most: string) => `recheck up to ${most} emails`,
  importedSites: (most: string) => `import up to ${most} sites`,
} as const satisfies Record<keyof typeof perDay, (most: string) => string>;

/** What else helps. */
const waysOut: Partial<Record<keyof typeof perDay, string>> = {
  freeCampaigns: ` With a plan, you can start up to ${perDay.campaigns}.`,
};

export interface DailyUse {
  userId: string;
  what: keyof typeof perDay;
  /** Number of uses; 1 by default. */
  uses?: number;
}

/**
 * Uses this much of the day's limit. Throws AppError too-many-requests, which says when it will be available again, unless it is
 * more than a day's limit.
 */
export async function limitDay(tx: Kdb, { userId, what, uses = 1 }: DailyUse): Promise<void> {
  if (uses === 0) return;
  const most = perDay[what];
  const can = `You can ${actionTexts[what](most.toLocaleString('en'))} a day.`;
  const wayOut = waysOut[what] ?? '';
  if (uses > most) throw new AppError('too-many-requests', `${can}${wayOut}`);
  const limit = { burst: most, seconds: daySeconds / most };
  const wait = await takeUse(tx, { key: `${what}:user:${userId}`, limit, now: new Date(), uses });
  if (wait === 0) return;
  const message = `${can} Please try again in ${inWords(wait)}.${wayOut}`;
  throw new AppError('too-many-requests', message, { retryAfterSeconds: wait });
}

function inWords(seconds: number): string {
  const hours = Math.ceil(seconds / 3600);
  const minutes = Math.ceil(seconds / 60);
  if (minutes > 90) return `${hours} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
