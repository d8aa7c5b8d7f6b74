import type { Context } from '../../platform/context.ts';
import type { JobHandler } from '../../platform/queue/job.ts';
import { advance } from './advance.ts';

/** Enqueued by every step that made progress; several requests for one campaign become one run. */
export function advanceCampaignJob({ db }: Pick<Context, 'db'>): JobHandler<{ campaignId: string }> {
  return { run: ({ campaignId }) => db.kysely.transaction().execute((tx) => advance(tx, campaignId)) };
}
