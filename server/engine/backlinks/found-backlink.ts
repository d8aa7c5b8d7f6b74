// A page worth contacting, as a provider states it: one that links to a search result, or one found by Magic Search.
import { z } from 'zod';
import { believableText, believableTitle, believableUrl, countOrUnknown, ratingOrUnknown } from '../believable.ts';
import { domainOf } from '../pages/page-url.ts';

export const statedBacklink = z.object({
  urlFrom: z.string(),
  /** What it links to; null for Magic Search. */
  urlTo: z.string().nullable(),
  ...{ title: z.string(), anchor: z.string(), rel: z.string() },
  /** Ratings are 0 to 100. -1 means unknown, also for traffic and its value. */
  ...{ domainRating: z.number(), urlRating: z.number(), searchTraffic: z.number(), trafficValue: z.number() },
});
export type StatedBacklink = z.infer<typeof statedBacklink>;

export interface FoundBacklink extends StatedBacklink {
  /** The registrable domain of the linking page. */
  domain: string;
  /** The provider that stated it. */
  source: string;
}

export interface RatingRange {
  minDomainRating: number;
  maxDomainRating: number;
}

/** A link with one of these rel values passes no ranking. */
const notFollowed = /\b(?:nofollow|ugc|sponsored)\b/i;

/** Keeps valid, followed links within the requested range, trimmed to what can be stored. */
export function believableBacklinks(
  stated: readonly StatedBacklink[],
  { minDomainRating, maxDomainRating }: RatingRange,
  source: string,
): FoundBacklink[] {
  return stated.flatMap((one) => {
    const urlFrom = believableUrl(one.urlFrom);
    const domainRating = ratingOrUnknown(one.domainRating);
    if (urlFrom === null || notFollowed.test(one.rel)) return [];
    // Pages with an unknown rating are kept.
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
