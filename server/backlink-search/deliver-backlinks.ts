// Delivers found backlinks and charges for them in one transaction: as many as the order's limit allows and the credits buy,
// strongest first. The ledger gets an entry for each, so that users can see what every credit bought.

import type { SkipRules } from '../../shared/api/campaigns.ts';
import { type DeliveredBacklink, insertBacklinks, listBacklinkDomains } from '../backlinks/backlinks.store.ts';
import { type LockedCampaign, lockCampaign, noteDelivery } from '../campaigns/campaigns.store.ts';
import { addEntriesOnce, lockBalance } from '../credits/credits.store.ts';
import { entryOf } from '../credits/spend-credits.ts';
import { advanceCampaign } from '../jobs.ts';
import { requestScreenshots } from '../pictures/request-screenshots.ts';
import type { Context } from '../platform/context.ts';
import type { Tx } from '../platform/db.ts';
import { leaveOutKnown } from '../prospects/leave-out-known.ts';
import { chooseBacklinks } from './choose-backlinks.ts';
import type { RatedBacklink } from './rate-backlinks.ts';

export interface Delivery<Found extends RatedBacklink> {
  userId: string;
  campaignId: string;
  skip: SkipRules;
  /** The most the campaign may have in total. */
  most: number;
  /** What is still wanted, read after the campaign was locked; null when the search has been stopped or is done. */
  pick(tx: Tx): Promise<readonly Found[] | null>;
  /** Notes that the search is done, given what was not delivered. */
  close(tx: Tx, undelivered: Undelivered<Found>): Promise<void>;
}

export interface Undelivered<Found> {
  /** Found, within the limit, and not paid for. */
  leftOut: readonly Found[];
  /** Found beyond the limit of the order. */
  overLimit: readonly Found[];
  /** The order may deliver nothing more. */
  isLimitReached: boolean;
}

/** Idempotent, also concurrently: what is delivered, its price and the end of the search are written together. */
export async function deliverBacklinks<Found extends RatedBacklink>(
  ctx: Pick<Context, 'db' | 'queue'>,
  delivery: Delivery<Found>,
): Promise<void> {
  const { userId, campaignId, skip, most, pick, close } = delivery;
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const balance = await lockBalance(tx, userId, 'backlink');
    const campaign = balance === undefined ? undefined : await lockCampaign(tx, { userId, campaignId });
    if (!campaign) return;
    const found = await pick(tx);
    if (found === null) return;
    const known = await listBacklinkDomains(tx, campaignId);
    const unknown = await leaveOutKnown(tx, { userId, campaignId, skip }, chooseBacklinks(found, known));
    const chosen = unknown.slice(0, Math.max(0, most - known.length));
    const limit = campaign.backlinksLeft ?? chosen.length;
    const wanted = chosen.slice(0, limit);
    const bought = wanted.slice(0, balance);
    if (bought.length > 0) {
      const rows = bought.map((one) => ({ ...one.found, history: one.history }));
      await charge(tx, campaign, await insertBacklinks(tx, { userId, campaignId }, rows));
      await requestScreenshots(ctx, tx, { userId, campaignId });
    }
    const leftOut = wanted.slice(bought.length).map((one) => one.found);
    const overLimit = chosen.slice(wanted.length).map((one) => one.found);
    const counts = { delivered: bought.length, leftOut: leftOut.length, overLimit: overLimit.length };
    await noteDelivery(tx, campaignId, counts);
    const isLimitReached = campaign.backlinksLeft !== null && bought.length >= limit;
    await close(tx, { leftOut, overLimit, isLimitReached });
    await ctx.queue.enqueue(tx, advanceCampaign, { campaignId });
  });
}

/** One credit for each backlink. The ledger names the campaign as its user does. */
async function charge(
  tx: Tx,
  { userId, id: campaignId, name: keyword }: LockedCampaign,
  delivered: readonly DeliveredBacklink[],
): Promise<void> {
  const entries = delivered.map(({ id, url, domain }) =>
    entryOf({
      ...{ userId, kind: 'backlink', reason: `backlink:${id}` },
      details: { campaignId, keyword, domain, url },
    }),
  );
  const paid = await addEntriesOnce(tx, entries);
  if (paid !== entries.length)
    throw new Error(`${entries.length - paid} backlinks of ${campaignId} could not be charged`);
}
