// What 'Retry', 'Continue' and 'Search again' can cost at most: they do only what is missing of a step.
import type { RetryPrice } from '../../../shared/api/prices.ts';
import { noSuchCampaign } from '../../campaigns/own-campaign.ts';
import type { Context } from '../../platform/context.ts';
import { retriedStates } from '../steps/retry-campaign.ts';
import { priceOf } from './backlink-price.ts';
import { mostPerBacklink } from './email-price.ts';
import { readOrderFacts, readRetryFacts } from './prices.store.ts';

/** The price of what a retry would do now. Throws AppError not-found. */
export async function priceRetry(
  { db }: Pick<Context, 'db'>,
  { userId, campaignId }: { userId: string; campaignId: string },
): Promise<RetryPrice> {
  const of = { campaignId, states: retriedStates };
  const retry = await readRetryFacts(db, userId, of);
  const order = await readOrderFacts(db, userId, of);
  if (!retry || !order) throw noSuchCampaign();
  const { failedStep, mode, backlinksLeft, unsearched, emailBalance, emailCreditsLeft } = retry;
  // Searching is free.
  if (failedStep === 'search-results') return { most: 0, balance: order.balance };
  if (failedStep !== 'backlinks') {
    const most = unsearched * mostPerBacklink[mode ?? 'author'];
    return { most: Math.min(most, emailCreditsLeft ?? most), balance: emailBalance };
  }
  // A Magic Search is repeated as a whole, also one that failed. The limit of the order still applies.
  const { most } = priceOf({ ...order, search: 'stopped' });
  return { most: Math.min(most, backlinksLeft ?? most), balance: order.balance };
}
