import { type Campaign, campaignPage } from '../../shared/campaign.ts';
import { paths } from '../paths.ts';

const pages = {
  'search-results': paths.searchResults,
  backlinks: paths.backlinks,
  contacts: paths.contacts,
} as const;

/** The page that currently shows the campaign. */
export function campaignPath({ id, status, failed_step }: Pick<Campaign, 'id' | 'status' | 'failed_step'>): string {
  return pages[campaignPage(status, failed_step)](id);
}
