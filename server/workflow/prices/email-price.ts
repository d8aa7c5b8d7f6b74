// What finding emails will probably cost, and at most, worked out before it is ordered.
import type { EmailPrice } from '../../../shared/api/prices.ts';
import type { EmailMode } from '../../../shared/campaign.ts';
import { emailCreditsPerDomainSearch, emailCreditsPerEmail, maxAuthorsPerPage } from '../../../shared/limits.ts';
import { noSuchCampaign } from '../../campaigns/own-campaign.ts';
import type { Context } from '../../platform/context.ts';
import { listOtherUsersRates, listOwnRates, readSearchFacts } from './email-price.store.ts';
import { likelyCost } from './likely-cost.ts';

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
  const most = facts.backlinks * mostPerBacklink[mode];
  const own = await listOwnRates(db, userId, { campaignId, mode });
  const readOthers = () => listOtherUsersRates(db.kysely, userId, mode);
  const likely = await likelyCost({ own, readOthers }, (rate) => Math.min(rate * facts.backlinks, most));
  return { ...facts, most, likely };
}
