// The ratings of many pages at once, for lists of addresses that came from a user.
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { domainOf } from '../../pages/page-url.ts';
import { rows } from '../rows.ts';
import { spellings } from './find-backlinks.ts';

export interface PageRating {
  /** -1: not rated; the same for the URL. */
  domainRating: number;
  urlRating: number;
}

/** By address; addresses on domains that the index does not know are left out. */
export async function ratePages(db: Kdb, urls: readonly string[]): Promise<Map<string, PageRating>> {
  const list = urls.flatMap((url) => spellings(url).map((spelling) => ({ url, spelling, domain: domainOf(url) })));
  const { rows: found } = await sql<PageRating & { url: string }>`
    select row.url, domain.rating as "domainRating", max(coalesce(target.url_rating, page.url_rating, -1)) as "urlRating"
    from ${rows(list, 'url text, spelling text, domain text')}
    join index_domains domain on domain.name = row.domain
    left join index_pages page on page.url = row.spelling
    left join index_pages target on target.id = page.moved_to
    group by row.url, domain.rating`.execute(db);
  return new Map(found.map(({ url, ...rating }) => [url, rating]));
}
