// The maximum cost of looking for emails, calculated from what is still to be searched.
import type { Backlink } from '../../shared/backlink.ts';
import type { EmailMode } from '../../shared/campaign.ts';
import { emailCreditsPerDomainSearch, emailCreditsPerEmail, maxAuthorsPerPage } from '../../shared/limits.ts';

type Searchable = Pick<Backlink, 'keep' | 'contact_search' | 'contact_search_mode'>;

/** The kept backlinks that a search in this mode adds: not those that were searched, are being searched or can never be reached. */
export function countToSearch(backlinks: readonly Searchable[], mode: EmailMode): number {
  const isCovered = ({ contact_search: state, contact_search_mode: searchedMode }: Searchable) =>
    state === 'unreachable' || state === 'waiting' || (state === 'done' && searchedMode === mode);
  return backlinks.filter((one) => one.keep && !isCovered(one)).length;
}

/** In email credits, whatever is found. */
export function highestCost(mode: EmailMode, toSearch: number): number {
  return toSearch * (mode === 'author' ? maxAuthorsPerPage * emailCreditsPerEmail : emailCreditsPerDomainSearch);
}
