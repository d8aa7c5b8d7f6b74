// How far Zeus's ratings from Common Crawl's ranks are from public ones. The last figure is what the median rating, given to every
// domain, would be off by: the pairs are so close together that a small error alone proves little.
import { ratingOf } from '../../server/engine/index/common-crawl/ranks/rank-rating.ts';
import { type RatingGroup, ratingGroups } from './rating-pairs.ts';

export function compareRatings(): void {
  for (const group of ratingGroups) console.log(lineOf(group));
}

function lineOf({ release, domains, pairs }: RatingGroup): string {
  const compared = pairs
    .map(({ domain, dr, position }) => ({ domain, dr, rating: ratingOf(position, domains) }))
    .map((pair) => ({ ...pair, error: Math.abs(pair.rating - pair.dr) }));
  const worst = compared.reduce((one, other) => (other.error > one.error ? other : one));
  const median = medianOf(pairs.map(({ dr }) => dr));
  return [
    `ratings  ${pairs.length} Domain Ratings by Ahrefs, ${release}`,
    `mean error ${meanOf(compared.map(({ error }) => error)).toFixed(1)} points`,
    `worst ${worst.domain} ${worst.rating.toFixed(1)} for ${worst.dr}`,
    `the median for all: ${meanOf(pairs.map(({ dr }) => Math.abs(dr - median))).toFixed(1)}`,
  ].join('; ');
}

function meanOf(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return meanOf(sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1));
}
