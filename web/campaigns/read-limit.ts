// The number of backlinks that the user wants at most, as typed.
import { formatNumber } from '../ui/values/figures.ts';
import { readWholeNumber } from './new/read-whole-number.ts';

/** The limit, or what is wrong with it. */
export function readLimit(text: string, most: number): number | string {
  const value = readWholeNumber(text);
  if (typeof value === 'number' && value >= 1 && value <= most) return value;
  return `Enter a whole number from 1 to ${formatNumber(most)}.`;
}
