// What looking for emails can cost at most, worked out from what is still to be searched.
import type { Backlink } from '../../../shared/backlink.ts';
import type { EmailMode } from '../../../shared/campaign.ts';
import { emailCreditsPerDomainSearch, emailCreditsPerEmail, maxAuthorsPerPage } from '../../../shared/limits.ts';

type Searchable = Pick<Backlink, 'keep' | 'contact_search'>;

/** The kept backlinks that a search in this mode goes through; those it has been through before are left out. */
export function countToSearch(backlinks: readonly Searchable[], mode: EmailMode, lastMode: EmailMode | null): number {
  const isNewMode = lastMode !== null && lastMode !== mode;
  return backlinks.filter(({ keep, contact_search }) => keep && (contact_search !== 'done' || isNewMode)).length;
}

/** In email credits, whatever is found. */
export function highestCost(mode: EmailMode, toSearch: number): number {
  return toSearch * (mode === 'author' ? maxAuthorsPerPage * emailCreditsPerEmail : emailCreditsPerDomainSearch);
}
