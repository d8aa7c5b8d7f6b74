// Why domains are rated lower than their links suggest: written with the ratings, read for lists and leads.
import { sql } from 'kysely';
import type { RatingDiscount } from '../../../../shared/rating-discount.ts';
import type { Kdb } from '../../../platform/db.ts';

/** By domain; domains that are not discounted, or not known, are left out. */
export async function findDiscounts(db: Kdb, domains: readonly string[]): Promise<Map<string, RatingDiscount>> {
  const { rows } = await sql<RatingDiscount & { name: string }>`
    select name, undiscounted_rating as undiscounted, uncounted_domains as uncounted, referring_domains as referring,
      (select count(*) from index_domains member where member.network_id = domain.network_id) as "networkSize"
    from index_domains domain where name = any(${domains}::text[]) and undiscounted_rating is not null`.execute(db);
  return new Map(rows.map(({ name, ...discount }) => [name, discount]));
}
