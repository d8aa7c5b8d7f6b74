// Precision, recall and F1 from counts per page, with confidence intervals: sites are drawn with replacement, because the pages of
// one site are right or wrong together. For few sites Wilson's interval replaces the draws, which would give '100 to 100' for
// three pages that happen to be right.
import { seededRandom } from './random.ts';

/** What one page adds: for authors, pages with a right name; for addresses, right addresses. */
export interface Counts {
  site: string;
  /** Found and right. */
  right: number;
  /** Everything found. */
  found: number;
  /** What there was to find. */
  wanted: number;
  /** Pages with nothing to find, and those of them on which something was found. */
  empty: number;
  invented: number;
}

export interface Figures {
  precision: number;
  recall: number;
  f1: number;
  invented: number;
}

export type Interval = readonly [number, number];

const DRAWS = 1000;
const SEED = 22;

export function figuresOf(counts: readonly Counts[]): Figures {
  return share(sumOf(counts));
}

type Sum = Omit<Counts, 'site'>;

function sumOf(counts: readonly Sum[]): Sum {
  const sum = { right: 0, found: 0, wanted: 0, empty: 0, invented: 0 };
  for (const one of counts) {
    sum.right += one.right;
    sum.found += one.found;
    sum.wanted += one.wanted;
    sum.empty += one.empty;
    sum.invented += one.invented;
  }
  return sum;
}

function share({ right, found, wanted, empty, invented }: Sum): Figures {
  const precision = found === 0 ? 1 : right / found;
  const recall = wanted === 0 ? 1 : right / wanted;
  return { precision, recall, f1: harmonicMean(precision, recall), invented: empty === 0 ? 0 : invented / empty };
}

function harmonicMean(a: number, b: number): number {
  return a + b === 0 ? 0 : (2 * a * b) / (a + b);
}

/** Fewer sites than this say too little for drawing among them. */
const FEW_SITES = 30;

/** 95 % intervals of all figures. */
export function intervalsOf(counts: readonly Counts[]): Record<keyof Figures, Interval> {
  const sites = [...Map.groupBy(counts, ({ site }) => site).values()].map(sumOf);
  return sites.length < FEW_SITES ? intervalsOfFew(sites) : intervalsByDraws(sites);
}

/** The middle 95 % of the figures of drawn sets of sites. */
function intervalsByDraws(sites: readonly Sum[]): Record<keyof Figures, Interval> {
  const random = seededRandom(SEED);
  const draws = Array.from({ length: DRAWS }, () =>
    share(sumOf(sites.map(() => sites[Math.floor(random() * sites.length)] as Sum))),
  );
  const middle = (name: keyof Figures): Interval => {
    const values = draws.map((draw) => draw[name]).sort((a, b) => a - b);
    return [values[Math.floor(DRAWS * 0.025)] ?? 0, values[Math.floor(DRAWS * 0.975)] ?? 0];
  };
  return { precision: middle('precision'), recall: middle('recall'), f1: middle('f1'), invented: middle('invented') };
}

/** Each site counts once. F1 lies between the F1 of both lower and of both upper bounds. */
function intervalsOfFew(sites: readonly Sum[]): Record<keyof Figures, Interval> {
  const all = share(sumOf(sites));
  const having = (part: keyof Sum) => sites.filter((site) => site[part] > 0).length;
  const precision = wilson(all.precision, having('found'));
  const recall = wilson(all.recall, having('wanted'));
  const f1 = [harmonicMean(precision[0], recall[0]), harmonicMean(precision[1], recall[1])] as const;
  return { precision, recall, f1, invented: wilson(all.invented, having('empty')) };
}

const Z = 1.96;

/** Wilson's 95 % interval of a share; anything from 0 to 1 without a single case. */
export function wilson(value: number, cases: number): Interval {
  if (cases === 0) return [0, 1];
  const center = (value + Z ** 2 / (2 * cases)) / (1 + Z ** 2 / cases);
  const reach = (Z / (1 + Z ** 2 / cases)) * Math.sqrt((value * (1 - value)) / cases + Z ** 2 / (4 * cases ** 2));
  return [Math.max(0, center - reach), Math.min(1, center + reach)];
}

const percent = (value: number) => (value * 100).toFixed(1).padStart(5);

/** '97.1 (95.8–98.3)' in percent. */
function withInterval(value: number, [low, high]: Interval): string {
  return `${percent(value)} ${`(${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)})`.padEnd(13)}`;
}

/** One line: all figures with their intervals. */
export function describeFigures(counts: readonly Counts[]): string {
  const [figures, intervals] = [figuresOf(counts), intervalsOf(counts)];
  const part = (name: keyof Figures) => `${name} ${withInterval(figures[name], intervals[name])}`;
  return `${part('precision')} ${part('recall')} ${part('f1')} ${part('invented')}`;
}
