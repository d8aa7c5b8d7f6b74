import type { Backlink } from '../../shared/backlink.ts';
import { formatDollars } from '../ui/values/figures.ts';
import { RatingBar } from '../ui/values/rating-bar.tsx';

type Rated = Pick<Backlink, 'ahrefs_rank' | 'domain_rating' | 'traffic_value'>;

/** URL Rating, or Traffic Value where the rating is not known, and Domain Rating. */
export function BacklinkRatings({ backlink }: { backlink: Rated }) {
  const { ahrefs_rank: urlRating, domain_rating: domainRating, traffic_value: trafficValue } = backlink;
  return (
    <>
      {urlRating === -1 ? <TrafficValue value={trafficValue} /> : <RatingBar label="URL Rating" value={urlRating} />}
      <RatingBar label="Domain Rating" value={domainRating} />
    </>
  );
}

function TrafficValue({ value }: { value: number }) {
  return <RatingBar label="Traffic Value" value={toShare(value)} text={formatDollars(value)} />;
}

/** Money has no upper end: each further figure fills a fifth of the bar, which is full at $100,000. */
function toShare(value: number): number {
  return Math.log10(Math.max(1, value)) * 20;
}
