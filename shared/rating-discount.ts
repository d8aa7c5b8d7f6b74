// Why Zeus rates a site lower than its links alone suggest (decision 56). Rows keep the reason as part of the source of their
// domain rating, because it belongs to that figure: another source's rating has none.

export interface RatingDiscount {
  /** What the rating would be if every linking site counted. */
  undiscounted: number;
  /** How many of the linking sites don't count, and how many there are. */
  uncounted: number;
  referring: number;
  /** The sites with nearly the same links as this one, itself included; 0 if there are none. */
  networkSize: number;
}

const pattern = /^zeus-own:discounted\/(\d+(?:\.\d+)?)\/(\d+)\/(\d+)\/(\d+)$/;

/** The source of a discounted rating: `zeus-own:discounted/37.2/5/5/6`. */
export const discountedSource = ({ undiscounted, uncounted, referring, networkSize }: RatingDiscount): string =>
  `zeus-own:discounted/${[Math.round(undiscounted * 10) / 10, uncounted, referring, networkSize].join('/')}`;

/** Null if the source says nothing about a discount. */
export function discountOf(source: string): RatingDiscount | null {
  const [undiscounted, uncounted, referring, networkSize] = pattern.exec(source)?.slice(1).map(Number) ?? [];
  if (undiscounted === undefined || uncounted === undefined) return null;
  return { undiscounted, uncounted, referring: referring ?? 0, networkSize: networkSize ?? 0 };
}

/** "Lowered from 37.2: this site is one of 6 that link to nearly the same sites, and their links to each other don’t count". */
export function discountReason({ undiscounted, uncounted, referring, networkSize }: RatingDiscount): string {
  const lowered = `Lowered from ${undiscounted}`;
  if (networkSize > 0) {
    return `${lowered}: this site is one of ${networkSize} that link to nearly the same sites, and their links to each other don’t count`;
  }
  if (uncounted === 0) return `${lowered}: sites that link to it were lowered`;
  const sites = `${uncounted} of the ${referring} linking sites`;
  return `${lowered}: ${sites} don’t count, because sites that link to nearly the same sites share one vote`;
}
