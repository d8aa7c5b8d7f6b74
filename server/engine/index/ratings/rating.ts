// Turns strength into a rating of 0 to 100, by the position among all (rank-rating.ts). Ratings by positions in Zeus's own index are
// not compared with anyone's.
//
// Domain rating: strength is the domain's PageRank, where one domain links to another once, however many dofollow links
// there are, and a site network only once, too (independent-rank.ts). In the order, members of a network keep the places they
// would have without that.
//
// URL rating: strength is the sum, over the domains that link to the page with dofollow, of that domain's rank divided by the
// number of pages it links to; of a network, only the largest counts. Pages with fewer than three such domains have none (−1).
import { ratingOf } from '../common-crawl/ranks/rank-rating.ts';

/**
 * The rating of each strength, by its position among these. Ties share their worst position, so a domain without links has 0.
 */
export function ratingsOf(strengths: Float64Array, among = strengths): Float32Array {
  const total = strengths.length;
  const sorted = Float64Array.from(among).sort();
  const ratings = new Float32Array(total);
  if (total < 2) return ratings;
  for (let i = 0; i < total; i++) {
    ratings[i] = ratingOf(total - firstNotBelow(sorted, (strengths[i] as number) * (1 - 1e-9)), total);
  }
  return ratings;
}

/** Index of the first value in the sorted list that is not below. */
function firstNotBelow(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
