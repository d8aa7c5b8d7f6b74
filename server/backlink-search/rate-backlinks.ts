// Completes found backlinks before they are chosen and paid for. Domain ratings are looked up for all that may be delivered,
// because the order needs them; if a filter needs them, for all that were found. The other figures are looked up only for those
// that the user's credits can buy and the order's limit allows, unless a filter needs them too. Sites that will be left out because
// the user knows them get no figures that only the list would show.
import type { SkipRules } from '../../shared/api/campaigns.ts';
import { readBalance } from '../credits/credits.store.ts';
import type { FoundBacklink, RatingRange } from '../engine/backlinks/found-backlink.ts';
import { canState, type MetricsSource } from '../engine/metrics/figures.ts';
import { type Completed, type FiguresProblem, fillGaps, fillShown } from '../engine/metrics/fill-gaps.ts';
import { noteDiscounts } from '../engine/metrics/note-discounts.ts';
import { metricsSources } from '../engine/metrics/sources.ts';
import type { Call } from '../engine/provider.ts';
import type { Context } from '../platform/context.ts';
import { listLeftOutNow } from '../prospects/leave-out-known.ts';
import { chooseBacklinks } from './choose-backlinks.ts';

const maxRating = 100;
const urlOf = ({ urlFrom }: FoundBacklink) => urlFrom;

export type RatedBacklink = Completed<FoundBacklink>;

interface Rating extends RatingRange {
  userId: string;
  campaignId: string;
  skip: SkipRules;
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
  { userId, campaignId, skip, isByTraffic = false, most, backlinksLeft, call, since, ...wanted }: Rating,
): Promise<Rated<Found>> {
  const sources = metricsSources(ctx);
  const common = { sources, urlOf, call, since };
  const leftOut = await listLeftOutNow(ctx.db.kysely, { userId, campaignId, skip }, found);
  const isLeftOut = ({ domain }: FoundBacklink) => leftOut.has(domain);
  // The report counts only sites within the filter.
  const isRangeWanted = isRange(wanted);
  const unrated = isRangeWanted ? [] : found.filter(isLeftOut).map((one) => ({ ...one, figureSources: {} }));
  const toRate = isRangeWanted ? found : found.filter((one) => !isLeftOut(one));
  const rated = await fillGaps<Found>(toRate, { ...common, figures: ['domainRating'] });
  const within = [...rated.rows.filter((one) => isWithin(one, wanted)), ...unrated];
  const isFiltered = wanted.minTraffic > 0;
  const balance = (await readBalance(ctx.db.kysely, userId, 'backlink')) ?? 0;
  const count = isFiltered ? most : Math.min(most, balance, backlinksLeft ?? most);
  const isWorthIt = (one: FoundBacklink) => isFiltered || !isLeftOut(one);
  const likely = chooseBacklinks(within.filter(isWorthIt), []);
  const fill = (some: Completed<Found>[]) =>
    isByTraffic
      ? fillGaps<Completed<Found>>(some, { ...common, figures: ['searchTraffic', 'trafficValue'] })
      : fillShown<Completed<Found>>(some, common);
  const passes = (one: FoundBacklink, problem: FiguresProblem | null) =>
    hasTraffic(one, { ...wanted, sources, problem });
  const filled = await fillInTurns(likely, {
    ...{ count, fill, isFiltered },
    isDelivered: (one, problem) => !isLeftOut(one) && passes(one, problem),
  });
  const looked = new Set(likely.slice(0, filled.rows.length));
  const rows = [...filled.rows, ...within.filter((one) => !looked.has(one))];
  const problem = rated.problem ?? filled.problem;
  const passing = rows.filter((one) => passes(one, problem));
  return { rows: await noteDiscounts(ctx.db.kysely, passing, urlOf), problem };
}

interface Turns<Row> {
  count: number;
  /** Whether a filter may drop rows. */
  isFiltered: boolean;
  fill(some: Row[]): Promise<Rated<Row>>;
  isDelivered(row: Row, problem: FiguresProblem | null): boolean;
}

/** Looks up the first `count` rows and, if a filter drops some of these, the next ones, until `count` rows can be delivered. */
async function fillInTurns<Row extends FoundBacklink>(
  likely: readonly Row[],
  { count, isFiltered, fill, isDelivered }: Turns<Row>,
): Promise<Rated<Row>> {
  const rows: Completed<Row>[] = [];
  let problem: FiguresProblem | null = null;
  let missing = count;
  while (missing > 0 && rows.length < likely.length) {
    const filled: Rated<Row> = await fill(likely.slice(rows.length, rows.length + count));
    rows.push(...filled.rows);
    problem ??= filled.problem;
    missing -= filled.rows.filter((one) => isDelivered(one, filled.problem)).length;
    if (!isFiltered || problem !== null) break;
  }
  return { rows, problem };
}

/** Whether these sources know figures by which pages may be dropped. */
export function dropsSome(sources: readonly MetricsSource[], wanted: RatingRange & { minTraffic: number }): boolean {
  const byTraffic = wanted.minTraffic > 0 && canState(sources, 'searchTraffic');
  return byTraffic || (isRange(wanted) && canState(sources, 'domainRating'));
}

const isRange = ({ minDomainRating, maxDomainRating }: RatingRange) =>
  minDomainRating > 0 || maxDomainRating < maxRating;

/** Pages with an unknown rating are kept; the form says so. */
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
