// Starts a step, or resumes what is left of it: the waiting rows say what has to be done.
import type { CampaignStatus } from '../../../shared/campaign.ts';
import { listUnreadIds } from '../../backlinks/backlinks.store.ts';
import { listUnsearched } from '../../backlinks/contact-searches.store.ts';
import { beginStep } from '../../campaigns/campaigns.store.ts';
import { analyzeBacklinks, findBacklinks, findContacts, findSearchResults } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import type { EnqueueOptions } from '../../platform/queue/enqueue.ts';
import { advance } from './advance.ts';

type Parts = Pick<Context, 'queue'>;

export interface Step {
  userId: string;
  campaignId: string;
  status: CampaignStatus;
  /** For emails: the newly waiting backlinks, if others may already have jobs. Defaults to all that wait. */
  backlinkIds?: readonly string[];
}

/** Sets the status and enqueues the work. A step without work ends at once. */
export async function startStep(ctx: Parts, tx: Tx, step: Step): Promise<void> {
  await beginStep(tx, step.campaignId, step.status);
  await enqueueWork(ctx, tx, step);
  await advance(tx, step.campaignId);
}

/** Own backlinks per job. */
const pagesPerJob = 25;

/** Enqueues jobs for everything that waits. Idempotent: jobs already waiting are not enqueued twice. */
export async function enqueueWork(
  { queue }: Parts,
  tx: Tx,
  { userId, campaignId, status, backlinkIds }: Step,
  options: EnqueueOptions = {},
): Promise<void> {
  const how = { ...options, owner: { userId, campaignId } };
  switch (status) {
    case 'Waiting for Search Results':
      return queue.enqueue(tx, findSearchResults, { campaignId }, how);
    case 'Waiting for Backlinks':
      return queue.enqueue(tx, findBacklinks, { campaignId }, how);
    case 'Analyzing Backlinks':
      return queue.enqueueMany(tx, analyzeBacklinks, chunked(await listUnreadIds(tx, campaignId)), how);
    case 'Waiting for Emails': {
      const ids = await listUnsearched(tx, campaignId, backlinkIds);
      return queue.enqueueMany(
        tx,
        findContacts,
        ids.map((backlinkId) => ({ backlinkId })),
        how,
      );
    }
    default:
      return undefined;
  }
}

function chunked(ids: readonly string[]): { backlinkIds: string[] }[] {
  const chunks = Math.ceil(ids.length / pagesPerJob);
  return Array.from({ length: chunks }, (_, chunk) => ({
    backlinkIds: ids.slice(chunk * pagesPerJob, (chunk + 1) * pagesPerJob),
  }));
}
