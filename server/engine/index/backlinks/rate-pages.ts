// The ratings of many pages at once, and how many link to them, for pages that came from elsewhere.
import { sql } from 'kysely';
import type { Kdb } from '../../../platform/db.ts';
import { domainOf } from '../../pages/page-url.ts';
import { rows } from '../rows.ts';
import { spellings } from './spellings.ts';

export interface PageRating {
  /** -1: not rated or not known, as for every figure. */
  domainRating: number;
  urlRating: number;
  referringDomains: number;
  dofollowBacklinks: number;
  totalBacklinks: number;
}

/** By URL; URLs on domains the index does not know are left out. */
export async function ratePages(db: Kdb, urls: readonly string[]): Promise<Map<string, PageRating>> {
  const list = urls.flatMap((url) => spellings(url).map((spelling) => ({ url, spelling, domain: domainOf(url) })));
  // Only of pages that the index has: that it knows no link to others says nothing. Links are counted together with the ratings.
  const most = (column: string) => {
    const name = sql.ref(column);
    return sql`case when domain.rating < 0 then -1 else max(coalesce(target.${name}, page.${name}, -1)) end`;
  };
  const { rows: found } = await sql<PageRating & { url: string }>`
    select row.url, domain.rating as "domainRating", ${most('url_rating')} as "urlRating",
      ${most('referring_domains')} as "referringDomains", ${most('dofollow_backlinks')} as "dofollowBacklinks",
      ${most('total_backlinks')} as "totalBacklinks"
    from ${rows(list, 'url text, spelling text, domain text')}
    join index_domains domain on domain.name = row.domain
    left join index_pages page on page.url = row.spelling
    left join index_pages target on target.id = page.moved_to
    group by row.url, domain.rating`.execute(db);
  return new Map(found.map(({ url, ...rating }) => [url, rating]));
}
