// Completes found backlinks before they are chosen and paid for. Domain ratings are looked up for all of them, because the
// filter and the order need them; the other figures only for those that the user's credits can buy and the order's limit allows,
// unless a filter needs them too.
import { readBalance } from '../credits/credits.store.ts';
import type { FoundBacklink, RatingRange } from '../engine/backlinks/found-backlink.ts';
import { canState, type MetricsSource } from '../engine/metrics/figures.ts';
import { type Completed, type FiguresProblem, fillGaps, fillShown } from '../engine/metrics/fill-gaps.ts';
import { metricsSources } from '../engine/metrics/sources.ts';
import type { Call } from '../engine/provider.ts';
import type { Context } from '../platform/context.ts';
import { chooseBacklinks } from './choose-backlinks.ts';

export type RatedBacklink = Completed<FoundBacklink>;

interface Rating extends RatingRange {
  userId: string;
  /** Monthly visits; 0 for no minimum. */
  minTraffic: number;
  /** Whether traffic is shown instead of the page's rating, as in Magic Search. */
  isByTraffic?: boolean;
  /** The most that can be delivered. */
  most: number;
  /** How many the user's order may still deliver; null for no limit. */
  backlinksLeft: number | null;
  call: Call;
  since: Date | null;
}

export interface Rated<Found> {
  rows: Completed<Found>[];
  /** Why figures are missing; null if every source could be asked. */
  problem: FiguresProblem | null;
}

/** Throws ProviderError of kind `pending` while figures are on their way. */
export async function rateBacklinks<Found extends FoundBacklink>(
  ctx: Context,
  found: readonly Found[],
  { userId, isByTraffic = false, most, backlinksLeft, call, since, ...wanted }: Rating,
): Promise<Rated<Found>> {
  const sources = metricsSources(ctx);
  const common = { sources, urlOf: ({ urlFrom }: FoundBacklink) => urlFrom, call, since };
  const rated = await fillGaps<Found>(found, { ...common, figures: ['domainRating'] });
  const within = rated.rows.filter((one) => isWithin(one, wanted));
  const isFiltered = wanted.minTraffic > 0;
  const balance = (await readBalance(ctx.db.kysely, userId, 'backlink')) ?? 0;
  const count = isFiltered ? most : Math.min(most, balance, backlinksLeft ?? most);
  const likely = new Set(chooseBacklinks(within, []).slice(0, count));
  const filled = isByTraffic
    ? await fillGaps<Completed<Found>>([...likely], { ...common, figures: ['searchTraffic', 'trafficValue'] })
    : await fillShown<Completed<Found>>([...likely], common);
  const rows = [...filled.rows, ...within.filter((one) => !likely.has(one))];
  const problem = rated.problem ?? filled.problem;
  return { rows: rows.filter((one) => hasTraffic(one, { ...wanted, sources, problem })), problem };
}

/** An unknown rating is no reason to drop a page; the form says so. */
function isWithin({ domainRating }: FoundBacklink, { minDomainRating, maxDomainRating }: RatingRange): boolean {
  return domainRating < 0 || (domainRating >= minDomainRating && domainRating <= maxDomainRating);
}

interface TrafficFilter {
  minTraffic: number;
  sources: readonly MetricsSource[];
  problem: FiguresProblem | null;
}

/** Unknown traffic passes only if no source could state it. */
function hasTraffic({ searchTraffic }: FoundBacklink, { minTraffic, sources, problem }: TrafficFilter): boolean {
  if (minTraffic <= 0) return true;
  if (searchTraffic >= 0) return searchTraffic >= minTraffic;
  return problem !== null || !canState(sources, 'searchTraffic');
}
