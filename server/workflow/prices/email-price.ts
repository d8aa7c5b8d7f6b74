// What finding emails will probably cost, and at most, worked out before it is ordered.
import type { EmailPrice } from '../../../shared/api/prices.ts';
import type { EmailMode } from '../../../shared/campaign.ts';
import { emailCreditsPerDomainSearch, emailCreditsPerEmail, maxAuthorsPerPage } from '../../../shared/limits.ts';
import { noSuchCampaign } from '../../campaigns/own-campaign.ts';
import type { Context } from '../../platform/context.ts';
import { listOtherUsersRates, listOwnRates, readSearchFacts } from './email-price.store.ts';

/** With fewer, chance decides. */
const fewestCampaigns = 3;
/** With fewer, a user could guess what one of the others has found. */
const fewestUsers = 5;

export const mostPerBacklink: Record<EmailMode, number> = {
  author: maxAuthorsPerPage * emailCreditsPerEmail,
  domain: emailCreditsPerDomainSearch,
};

/** The price of what 'Find emails' would order now in this mode. Throws AppError not-found. */
export async function priceEmails(
  { db }: Pick<Context, 'db'>,
  { userId, campaignId, mode }: { userId: string; campaignId: string; mode: EmailMode },
): Promise<EmailPrice> {
  const facts = await readSearchFacts(db, userId, { campaignId, mode });
  if (!facts) throw noSuchCampaign();
  const { backlinks } = facts;
  const own = await listOwnRates(db, userId, { campaignId, mode });
  const isOwn = own.length >= fewestCampaigns;
  const rates = isOwn ? own : await listOtherUsersRates(db.kysely, userId, mode);
  const isEnough = isOwn || rates.length >= fewestUsers;
  const most = backlinks * mostPerBacklink[mode];
  const range = isEnough ? { ...rangeOf(rates, backlinks, most), basis: isOwn ? 'own' : 'everyone' } : null;
  return { ...facts, most, likely: range as EmailPrice['likely'] };
}

/** The middle half: a campaign far from the others says little about the next one. */
function rangeOf(rates: readonly number[], backlinks: number, most: number) {
  const sorted = rates.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.round((sorted.length - 1) * share)] ?? 0;
  const credits = (rate: number) => Math.min(rate * backlinks, most);
  return { low: Math.floor(credits(at(0.25))), high: Math.ceil(credits(at(0.75))) };
}
