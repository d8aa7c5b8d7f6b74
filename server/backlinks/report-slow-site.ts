// Marks backlinks whose site is slow to answer, so that the campaign can say what it is waiting for.
import { advanceCampaign } from '../jobs.ts';
import type { Context } from '../platform/context.ts';
import type { Log } from '../platform/log.ts';
import { markSlowSite } from './backlinks.store.ts';

/** Most sites answer within two seconds, robots.txt included. */
const slowAfterMs = 5_000;

export interface WorkOnSite {
  backlinkId: string;
  campaignId: string;
  log: Log;
}

/** Does the work and, if it takes long, marks the backlink in the meantime. Throws what the work throws. */
export async function reportSlowSite<Result>(
  ctx: Pick<Context, 'db' | 'queue'>,
  { backlinkId, campaignId, log }: WorkOnSite,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => {
    noteSlowSite(ctx, { backlinkId, campaignId }).catch((err: unknown) => log.warn({ err }, 'slow site not noted'));
  }, slowAfterMs);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
  }
}

async function noteSlowSite(
  { db, queue }: Pick<Context, 'db' | 'queue'>,
  { backlinkId, campaignId }: Omit<WorkOnSite, 'log'>,
): Promise<void> {
  await db.kysely.transaction().execute(async (tx) => {
    if (await markSlowSite(tx, backlinkId)) await queue.enqueue(tx, advanceCampaign, { campaignId });
  });
}
