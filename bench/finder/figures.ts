// Precision, recall and F1 from counts per page, with confidence intervals: sites are drawn with replacement, because the pages of
// one site are right or wrong together.
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
  const sum = { right: 0, found: 0, wanted: 0, empty: 0, invented: 0 };
  for (const one of counts) addTo(sum, one);
  return share(sum);
}

type Sum = Omit<Counts, 'site'>;

function addTo(sum: Sum, one: Sum): void {
  sum.right += one.right;
  sum.found += one.found;
  sum.wanted += one.wanted;
  sum.empty += one.empty;
  sum.invented += one.invented;
}

function share({ right, found, wanted, empty, invented }: Sum): Figures {
  const precision = found === 0 ? 1 : right / found;
  const recall = wanted === 0 ? 1 : right / wanted;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1, invented: empty === 0 ? 0 : invented / empty };
}

/** The middle 95 % of the figures of drawn sets of sites. */
export function intervalsOf(counts: readonly Counts[]): Record<keyof Figures, Interval> {
  const random = seededRandom(SEED);
  const sites = [...Map.groupBy(counts, ({ site }) => site).values()].map((pages) => {
    const sum = { right: 0, found: 0, wanted: 0, empty: 0, invented: 0 };
    for (const page of pages) addTo(sum, page);
    return sum;
  });
  const draws = Array.from({ length: DRAWS }, () => {
    const sum = { right: 0, found: 0, wanted: 0, empty: 0, invented: 0 };
    for (let i = 0; i < sites.length; i++) addTo(sum, sites[Math.floor(random() * sites.length)] as Sum);
    return share(sum);
  });
  const middle = (name: keyof Figures): Interval => {
    const values = draws.map((draw) => draw[name]).sort((a, b) => a - b);
    return [values[Math.floor(DRAWS * 0.025)] ?? 0, values[Math.floor(DRAWS * 0.975)] ?? 0];
  };
  return { precision: middle('precision'), recall: middle('recall'), f1: middle('f1'), invented: middle('invented') };
}

const percent = (value: number) => (value * 100).toFixed(1).padStart(5);

/** '97.1 (95.8–98.3)' in percent. */
export function withInterval(value: number, [low, high]: Interval): string {
  return `${percent(value)} ${`(${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)})`.padEnd(13)}`;
}

/** One line: all figures with their intervals. */
export function describeFigures(counts: readonly Counts[]): string {
  const [figures, intervals] = [figuresOf(counts), intervalsOf(counts)];
  const part = (name: keyof Figures) => `${name} ${withInterval(figures[name], intervals[name])}`;
  return `${part('precision')} ${part('recall')} ${part('f1')} ${part('invented')}`;
}
