// A search result as returned by /data/search-results.
import { z } from 'zod';

export const searchResult = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  requests_id: z.uuid(),
  position: z.int(),
  url: z.string(),
  title: z.string(),
  description: z.string(),
  /** Who found it, such as `serper` or `zeus-own`; null if it was found before Zeus recorded it. */
  source: z.string().nullable(),
  /** -1: unknown; the same for URL rating, traffic and value. */
  domain_rating: z.number(),
  url_rating: z.number(),
  referring_domains: z.int(),
  dofollow_backlinks: z.int(),
  total_backlinks: z.int(),
  search_traffic: z.int(),
  traffic_value: z.int(),
  /**
   * Which source stated a figure, by field, if it is not `source`. A domain rating that Zeus's own index discounts has the reason
   * in it (`zeus-own:discounted/…`, shared/rating-discount.ts).
   */
  figure_sources: z.record(z.string(), z.string()),
  keep: z.boolean(),
});

export type SearchResult = z.infer<typeof searchResult>;
