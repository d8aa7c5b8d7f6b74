// Why domains are rated lower than their links suggest: written with the ratings, read for lists and leads.
import { sql } from 'kysely';
import type { RatingDiscount } from '../../../../shared/rating-discount.ts';
import type { Kdb } from '../../../platform/db.ts';
import { rows } from '../rows.ts';

/** By domain; domains that are not discounted, or not known, are left out. */
export async function findDiscounts(db: Kdb, domains: readonly string[]): Promise<Map<string, RatingDiscount>> {
  const list = [...new Set(domains)].map((name) => ({ name }));
  const { rows: found } = await sql<RatingDiscount & { name: string }>`
    select domain.name, domain.undiscounted_rating as undiscounted, domain.uncounted_domains as uncounted,
      domain.referring_domains as referring,
      (select count(*) from index_domains member where member.network_id = domain.network_id) as "networkSize"
    from ${rows(list, 'name text')} join index_domains domain on domain.name = row.name
    where domain.undiscounted_rating is not null`.execute(db);
  return new Map(found.map(({ name, ...discount }) => [name, discount]));
}
