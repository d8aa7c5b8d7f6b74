// What an order of backlinks can cost, worked out before it is placed.
import type { BacklinkPrice } from '../../../shared/api/prices.ts';
import { magicMaxCredits, maxBacklinks } from '../../../shared/limits.ts';
import { noSuchCampaign } from '../../campaigns/own-campaign.ts';
import type { Context } from '../../platform/context.ts';
import { unfinishedSearches } from '../../search-results/search-results.store.ts';
import { type OrderFacts, readOrderFacts } from './prices.store.ts';

/** The price of what 'Get backlinks' would order now. Throws AppError not-found. */
export async function priceBacklinks(
  { db }: Pick<Context, 'db'>,
  { userId, campaignId }: { userId: string; campaignId: string },
): Promise<BacklinkPrice> {
  const facts = await readOrderFacts(db, userId, { campaignId, states: unfinishedSearches });
  if (!facts) throw noSuchCampaign();
  const { balance, keptIds } = facts;
  return { ...priceOf(facts), balance, keptIds };
}

export const priceOf = (facts: OrderFacts): Price =>
  facts.type === 'Magic Campaign' ? magicPrice(facts) : resultsPrice(facts);

type Price = Omit<BacklinkPrice, 'balance' | 'keptIds'>;

/** At most one backlink for each domain that links to a result. */
function resultsPrice({ referringDomains, backlinks }: OrderFacts): Price {
  const stated = referringDomains.filter((count) => count !== null);
  const known = stated.reduce((sum, count) => sum + Math.min(count, maxBacklinks.perResult), 0);
  const unknown = referringDomains.length - stated.length;
  const room = Math.max(0, maxBacklinks.perCampaign - backlinks);
  const most = Math.min(known + unknown * maxBacklinks.perResult, room);
  return { results: referringDomains.length, known, unknown, most };
}

/** A Magic Search that was delivered in part knows what it left out; one that was stopped knows nothing. */
function magicPrice({ search, leftOut, overLimit, backlinks }: OrderFacts): Price {
  const room = Math.max(0, magicMaxCredits - backlinks);
  if (search === 'stopped') return { results: 0, known: 0, unknown: 1, most: room };
  const known = leftOut + overLimit;
  return { results: 0, known, unknown: 0, most: Math.min(known, room) };
}
