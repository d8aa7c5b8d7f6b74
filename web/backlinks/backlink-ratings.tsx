import type { Backlink } from '../../shared/backlink.ts';
import { isDiscounted, originOf } from '../campaigns/figure-origin.tsx';
import { formatDollars } from '../ui/values/figures.ts';
import { RatingBar } from '../ui/values/rating-bar.tsx';

type Rated = Pick<Backlink, 'ahrefs_rank' | 'domain_rating' | 'traffic_value' | 'source' | 'figure_sources'>;

/** URL Rating, or Traffic Value if the rating is unknown, and Domain Rating. */
export function BacklinkRatings({ backlink }: { backlink: Rated }) {
  const { ahrefs_rank: urlRating, domain_rating: domainRating, traffic_value: trafficValue } = backlink;
  return (
    <>
      {urlRating === -1 ? (
        <RatingBar
          label="Traffic Value"
          value={toShare(trafficValue)}
          text={formatDollars(trafficValue)}
          hint={originOf(backlink, { label: 'Traffic Value', field: 'traffic_value', value: trafficValue })}
        />
      ) : (
        <RatingBar
          label="URL Rating"
          value={urlRating}
          hint={originOf(backlink, { label: 'UR', field: 'ahrefs_rank', value: urlRating })}
        />
      )}
      <RatingBar
        label="Domain Rating"
        value={domainRating}
        hint={originOf(backlink, { label: 'DR', field: 'domain_rating', value: domainRating })}
        isExplained={isDiscounted(backlink)}
      />
    </>
  );
}

/** Money has no maximum: each additional digit fills a fifth of the bar, which is full at $100,000. */
function toShare(value: number): number {
  return Math.log10(Math.max(1, value)) * 20;
}
