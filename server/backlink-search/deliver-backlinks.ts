// Delivers found backlinks and charges for them in one transaction: as many as the credits buy, strongest first.

import { insertBacklinks, listBacklinkDomains } from '../backlinks/backlinks.store.ts';
import type { SkipRules } from '../campaigns/campaign-search.store.ts';
import { addLeftOut, lockCampaign } from '../campaigns/campaigns.store.ts';
import { lockBalance } from '../credits/credits.store.ts';
import { spendOnce } from '../credits/spend-credits.ts';
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
  keyword: string;
  skip: SkipRules;
  /** The most the campaign may have in total. */
  most: number;
  /** What is still wanted, read after the campaign was locked; null if another run has delivered meanwhile. */
  pick(tx: Tx): Promise<readonly Found[] | null>;
  /** Ends the search, given what was chosen but not paid for. */
  close(tx: Tx, leftOut: readonly Found[]): Promise<void>;
}

/** Idempotent, also concurrently: what is delivered, its price and the end of the search are written together. */
export async function deliverBacklinks<Found extends RatedBacklink>(
  ctx: Pick<Context, 'db' | 'queue'>,
  { userId, campaignId, keyword, skip, most, pick, close }: Delivery<Found>,
): Promise<void> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    const balance = await lockBalance(tx, userId, 'backlink');
    if (balance === undefined || !(await lockCampaign(tx, { userId, campaignId }))) return;
    const found = await pick(tx);
    if (found === null) return;
    const known = await listBacklinkDomains(tx, campaignId);
    const wanted = await leaveOutKnown(tx, { userId, campaignId, skip }, chooseBacklinks(found, known));
    const chosen = wanted.slice(0, Math.max(0, most - known.length));
    const bought = chosen.slice(0, balance);
    if (bought.length > 0) {
      const rows = bought.map((one) => ({ ...one.found, history: one.history }));
      const amount = await insertBacklinks(tx, { userId, campaignId }, rows);
      // A campaign's backlinks only ever grow in number, so the number identifies the delivery.
      const reason = `backlinks:${campaignId}:${known.length}`;
      const paid = await spendOnce(tx, { userId, kind: 'backlink', reason, amount, details: { campaignId, keyword } });
      if (paid !== 'spent') throw new Error(`${amount} backlinks of ${campaignId} could not be charged: ${paid}`);
      await requestScreenshots(ctx, tx, { userId, campaignId });
    }
    const leftOut = chosen.slice(bought.length).map(({ found: one }) => one);
    if (leftOut.length > 0) await addLeftOut(tx, campaignId, leftOut.length);
    await close(tx, leftOut);
    await ctx.queue.enqueue(tx, advanceCampaign, { campaignId });
  });
}
