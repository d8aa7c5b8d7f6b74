// A page worth writing to, as a provider states it: one that links to a search result, or one that a Magic Search found.
import { believableText, believableTitle, believableUrl, countOrUnknown, ratingOrUnknown } from '../believable.ts';
import { domainOf } from '../pages/page-url.ts';

export interface StatedBacklink {
  urlFrom: string;
  /** What it links to; null when the page itself was searched for. */
  urlTo: string | null;
  title: string;
  anchor: string;
  rel: string;
  /** Ratings of 0 to 100; -1: not known, as for traffic and value. */
  domainRating: number;
  urlRating: number;
  searchTraffic: number;
  trafficValue: number;
}

export interface FoundBacklink extends StatedBacklink {
  /** The registrable domain of the linking page. */
  domain: string;
  /** Which provider stated it. */
  source: string;
}

export interface RatingRange {
  minDomainRating: number;
  maxDomainRating: number;
}

/** A rel with one of these passes nothing on. */
const notFollowed = /\b(?:nofollow|ugc|sponsored)\b/i;

/** What can be kept and was asked for: followed links of real addresses within the range. */
export function believableBacklinks(
  stated: readonly StatedBacklink[],
  { minDomainRating, maxDomainRating }: RatingRange,
  source: string,
): FoundBacklink[] {
  return stated.flatMap((one) => {
    const urlFrom = believableUrl(one.urlFrom);
    const domainRating = ratingOrUnknown(one.domainRating);
    if (urlFrom === null || notFollowed.test(one.rel)) return [];
    // A rating that nobody states is no reason to leave a page out.
    if (domainRating >= 0 && (domainRating < minDomainRating || domainRating > maxDomainRating)) return [];
    return {
      urlFrom,
      urlTo: one.urlTo === null ? null : believableUrl(one.urlTo),
      domain: domainOf(urlFrom),
      source,
      title: believableTitle(one.title),
      anchor: believableText(one.anchor),
      rel: believableTitle(one.rel),
      domainRating,
      urlRating: ratingOrUnknown(one.urlRating),
      searchTraffic: countOrUnknown(one.searchTraffic),
      trafficValue: countOrUnknown(one.trafficValue),
    };
  });
}
