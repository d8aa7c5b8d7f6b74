// 'Retry': does what is missing of the step that failed or was stopped, and nothing else.
import { type CampaignPage, campaignBadge } from '../../../shared/campaign.ts';
import { awaitContactSearches, hasUnsearched } from '../../backlinks/contact-searches.store.ts';
import { awaitCampaignSearch } from '../../campaigns/campaign-search.store.ts';
import { type LockedCampaign, lockCampaign } from '../../campaigns/campaigns.store.ts';
import { noSuchCampaign } from '../../campaigns/own-campaign.ts';
import { lockBalance } from '../../credits/credits.store.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { limitDay } from '../../users/limit-day.ts';
import { startStep } from '../orchestration/start-step.ts';
import { awaitBacklinks } from './await-backlinks.ts';
import { noBacklinkCredit, noEmailCredit, refuseOtherSelection } from './refusals.ts';

const statusOf = {
  'search-results': 'Waiting for Search Results',
  backlinks: 'Waiting for Backlinks',
  contacts: 'Waiting for Emails',
} as const satisfies Record<CampaignPage, LockedCampaign['status']>;

export interface RetryOrder {
  userId: string;
  campaignId: string;
  /** The rows that were kept on the user's screen: search results if backlinks are missing, backlinks if contacts are missing. */
  keptIds?: readonly string[];
}

/**
 * Does nothing if nothing has failed: the click is a second one, or comes from a window that has not noticed another retry.
 * Searching again is as much work as a new campaign, and counts as one.
 * Throws AppError: not-found, selection-changed, no-credit, too-many-requests.
 */
export async function retryCampaign(
  ctx: Pick<Context, 'db' | 'queue'>,
  { userId, campaignId, keptIds }: RetryOrder,
): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const backlinkCredit = await lockBalance(tx, userId, 'backlink');
    const emailCredit = await lockBalance(tx, userId, 'email');
    const campaign = await lockCampaign(tx, { campaignId, userId });
    if (!campaign) throw noSuchCampaign();
    if (campaignBadge(campaign.status) === 'loader') return;
    const step = campaign.failedStep ?? (await stepWithFailedRows(tx, campaign));
    if (!step) return;
    if (step === 'contacts' && !emailCredit) throw noEmailCredit();
    if (step === 'backlinks' && !backlinkCredit) throw noBacklinkCredit();
    const missing = await awaitMissing(tx, campaign, step);
    const table = selectedBy(step, campaign);
    if (table) await refuseOtherSelection(tx, { table, campaignId, keptIds });
    if (step === 'contacts') await limitDay(tx, { userId, what: 'contactSearches', uses: missing });
    else await limitDay(tx, { userId, what: 'campaigns' });
    await startStep(ctx, tx, { userId, campaignId, status: statusOf[step] });
  });
}

/** A list that is ready may still have kept rows that were not searched. */
async function stepWithFailedRows(tx: Tx, { id, status }: LockedCampaign): Promise<CampaignPage | null> {
  if (status !== 'Waiting to Download Emails') return null;
  return (await hasUnsearched(tx, id)) ? 'contacts' : null;
}

/** The table whose selection determines what a step works on; null for a search by keyword. */
function selectedBy(step: CampaignPage, { type }: LockedCampaign): 'backlinks' | 'search_results' | null {
  if (step === 'contacts') return 'backlinks';
  return step === 'backlinks' && type !== 'Magic Campaign' ? 'search_results' : null;
}

/** The rows that are searched again. */
export const retriedStates = ['failed', 'no-credit', 'stopped'] as const;

/** Returns how many rows wait again; none if it was the campaign's own search that failed. */
async function awaitMissing(tx: Tx, campaign: LockedCampaign, step: CampaignPage): Promise<number> {
  const { id } = campaign;
  // Rows the user has removed in the meantime are no longer wanted, and must not be paid for.
  const table = selectedBy(step, campaign);
  if (table === 'backlinks') return (await awaitContactSearches(tx, id, { states: retriedStates })).length;
  if (table === 'search_results') return awaitBacklinks(tx, id, retriedStates);
  await awaitCampaignSearch(tx, id);
  return 0;
}
