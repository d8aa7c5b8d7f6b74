// 'Find emails': makes the kept backlinks wait for their contacts and enqueues a job for each.
import type { EmailOrder } from '../../../shared/api/campaigns.ts';
import type { EmailMode } from '../../../shared/campaign.ts';
import { AppError } from '../../../shared/errors.ts';
import { emailCreditsPerEmail } from '../../../shared/limits.ts';
import { awaitContactSearches, countWaiting } from '../../backlinks/contact-searches.store.ts';
import { type LockedCampaign, lockCampaign, setLimit, setMode } from '../../campaigns/campaigns.store.ts';
import { noSuchCampaign } from '../../campaigns/own-campaign.ts';
import { countLateFetches } from '../../contacts/rows/contacts.store.ts';
import { lockBalance } from '../../credits/credits.store.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db.ts';
import { limitDay } from '../../users/limit-day.ts';
import { startStep } from '../orchestration/start-step.ts';
import { mostPerBacklink } from '../prices/email-price.ts';
import { addLimits } from './add-limits.ts';
import { countKept } from './kept-rows.store.ts';
import { noEmailCredit, refuseOtherSelection, refuseWhileBusy } from './refusals.ts';

const status = 'Waiting for Emails';

/**
 * Backlinks that were searched in this mode before are not searched again, unless that failed, was stopped, or credits or the
 * limit did not suffice. Throws AppError: not-found, nothing-kept, selection-changed, no-credit, busy, too-many-requests.
 */
export async function getEmails(
  ctx: Pick<Context, 'db' | 'queue'>,
  order: EmailOrder & { userId: string },
): Promise<void> {
  const { userId, campaignId, mode, keptIds, fallbackOrder, limit = null } = order;
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const balance = await lockBalance(tx, userId, 'email');
    const campaign = await lockCampaign(tx, { campaignId, userId });
    if (!campaign) throw noSuchCampaign();
    // While emails are being found, more backlinks can join in the same mode.
    refuseWhileBusy(campaign, campaign.mode === mode ? status : undefined);
    if ((await countKept(tx, 'backlinks', campaignId)) === 0) {
      throw new AppError('nothing-kept', 'Please select at least one backlink.');
    }
    const waiting = await awaitContactSearches(tx, campaignId, {
      states: ['none', 'failed', 'no-credit', 'limited', 'stopped'],
      mode,
    });
    await refuseOtherSelection(tx, { table: 'backlinks', campaignId, keptIds });
    if (waiting.length > 0 && !balance) throw noEmailCredit();
    if (waiting.length === 0 && campaign.status === status) return;
    await limitDay(tx, { userId, what: 'contactSearches', uses: waiting.length });
    await setMode(tx, campaignId, { mode, fallbackOrder });
    if (waiting.length > 0) {
      const allowed = await limitWith(tx, campaign, { mode, limit, backlinks: waiting.length });
      await setLimit(tx, campaignId, 'email_credits_left', allowed);
    }
    await startStep(ctx, tx, { userId, campaignId, status, backlinkIds: waiting });
  });
}

interface NewOrder {
  mode: EmailMode;
  limit: number | null;
  /** How many it makes wait. */
  backlinks: number;
}

/** What the order may spend together with what earlier ones have not finished: waiting backlinks and late emails. */
async function limitWith(tx: Tx, campaign: LockedCampaign, { mode, limit, backlinks }: NewOrder) {
  const { id, emailCreditsLeft } = campaign;
  const earlier = (await countWaiting(tx, id)) - backlinks;
  const most = earlier * mostPerBacklink[mode] + (await countLateFetches(tx, id)) * emailCreditsPerEmail;
  if (most === 0) return limit;
  return addLimits([usable(limit, backlinks * mostPerBacklink[mode]), usable(emailCreditsLeft, most)]);
}

/** What an order can't use up of its limit is not for the other one. */
const usable = (limit: number | null, most: number) => ({ limit: limit === null ? null : Math.min(limit, most), most });
