// Precision and recall of one signal, with Wilson's 95 % intervals. Drawing sites again and again, as bench/finder does for many, would give
// '100 to 100' for a signal that was never wrong, however few pages it was found on.
import { type Counts, wilson } from '../finder/figures.ts';

export interface SignalFigures {
  right: number;
  found: number;
  wanted: number;
  pages: number;
  /** Null if nothing was found, or if there was nothing to find. */
  precision: Share | null;
  recall: Share | null;
}

export interface Share {
  value: number;
  low: number;
  high: number;
}

export function signalFigures(counts: readonly Counts[]): SignalFigures {
  const sum = (part: 'right' | 'found' | 'wanted') => counts.reduce((total, one) => total + one[part], 0);
  const [right, found, wanted] = [sum('right'), sum('found'), sum('wanted')];
  return {
    ...{ right, found, wanted, pages: counts.length },
    precision: shareOf(right, found, sitesWith(counts, 'found')),
    recall: shareOf(right, wanted, sitesWith(counts, 'wanted')),
  };
}

/** Pages of one site are right or wrong together, so a site counts once for the interval. */
function sitesWith(counts: readonly Counts[], part: 'found' | 'wanted'): number {
  return new Set(counts.flatMap((one) => (one[part] > 0 ? [one.site] : []))).size;
}

function shareOf(right: number, of: number, sites: number): Share | null {
  if (of === 0) return null;
  const value = right / of;
  const [low, high] = wilson(value, sites);
  return { value, low, high };
}

export function describeShare(share: Share | null): string {
  if (share === null) return '–'.padEnd(16);
  const percent = (value: number) => (value * 100).toFixed(0);
  return `${percent(share.value).padStart(3)} (${percent(share.low)}–${percent(share.high)})`.padEnd(16);
}
