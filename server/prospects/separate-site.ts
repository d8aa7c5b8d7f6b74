import { AppError } from '../../shared/errors.ts';
import { maxSiteRules } from '../../shared/prospect-values.ts';
import type { Context } from '../platform/context.ts';
import { addSeparateSite, listSeparateSites, removeSeparateSite } from './separate-sites.store.ts';
import { toSite } from './site-pattern.ts';

interface SeparateSite {
  userId: string;
  site: string;
  is_separate: boolean;
}

/** Sets whether a site counts as itself only. Throws AppError bad-input if it is not a site, or if the limit is reached. */
export async function separateSite(
  { db }: Pick<Context, 'db'>,
  { userId, site, is_separate: isSeparate }: SeparateSite,
): Promise<{ domain: string; is_separate: boolean }> {
  const domain = toSite(site);
  if (domain === null) throw new AppError('bad-input', 'Please enter a domain such as example.com.');
  if (!isSeparate) await removeSeparateSite(db.kysely, userId, domain);
  else {
    const known = await listSeparateSites(db.kysely, userId);
    if (known.size >= maxSiteRules) {
      const most = maxSiteRules.toLocaleString('en');
      throw new AppError(
        'bad-input',
        `You can treat up to ${most} sites as separate. Please treat some as one site again first.`,
      );
    }
    await addSeparateSite(db.kysely, userId, domain);
  }
  return { domain, is_separate: isSeparate };
}
