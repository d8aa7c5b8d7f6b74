import type { Context } from '../../platform/context.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { advance } from './advance.ts';

/** Ordered by every step that has moved; many orders of one campaign are one run. */
export function advanceCampaignJob({ db }: Pick<Context, 'db'>): JobHandler<{ campaignId: string }> {
  return { run: ({ campaignId }) => db.kysely.transaction().execute((tx) => advance(tx, campaignId)) };
}
