// What the new-campaign forms ask for, checked as specification section 5 has it.
import type { BadLine } from '../../../shared/errors.ts';
import { filterDefaults, magicFilterAbove } from '../../../shared/limits.ts';
import type { FormProblems } from '../../ui/form/form-problems.ts';
import type { NewCampaign } from '../campaigns.api.ts';

export type Source = 'organic' | 'magic';

export const sentences = {
  emptyKeyword: 'Keyword cannot be empty',
  magicFilters: 'Minimum Words & Traffic must be filled out and > 0',
  noBacklinks: 'Please enter backlinks so Zeus can get to work.',
  badBacklinks: 'Please enter valid URLs so Zeus can get to work.',
} as const;

type Checked = { campaign: NewCampaign } | { problems: FormProblems };

const highestRating = 100;
/** Whole numbers below it are exact in the database. */
const highestNumber = 2_000_000_000;

/** The campaign that the form describes, or what is wrong with it. */
export function readSearch(values: FormData, source: Source): Checked {
  const keyword = textOf(values, 'keyword').trim();
  const isMagic = source === 'magic';
  const minDR = numberOf(values, 'minDR');
  const maxDR = numberOf(values, 'maxDR');
  const minWords = isMagic ? numberOf(values, 'minWords') : filterDefaults.minWords;
  const minTraffic = isMagic ? numberOf(values, 'minTraffic') : filterDefaults.minTraffic;
  const fields: Record<string, string> = {};
  if (keyword === '') fields.keyword = sentences.emptyKeyword;
  if (!isWithin(minDR, highestRating)) fields.minDR = 'Enter a number from 0 to 100.';
  if (!isWithin(maxDR, highestRating)) fields.maxDR = 'Enter a number from 0 to 100.';
  else if (minDR > maxDR) fields.maxDR = 'Must not be below the minimum.';
  const lacking = isMagic ? { minWords, minTraffic } : {};
  const unfilled = Object.entries(lacking).filter(
    ([, value]) => !(value > magicFilterAbove) || !isWithin(value, highestNumber),
  );
  for (const [name] of unfilled) fields[name] = 'Enter a number above 0.';
  if (Object.keys(fields).length > 0) return { problems: { fields } };
  return { campaign: { keyword, minDR, maxDR, magicCampaign: isMagic, minTraffic, minWords } };
}

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The text without these lines. */
export function withoutLines(text: string, bad: readonly BadLine[]): string {
  const numbers = new Set(bad.map(({ line }) => line));
  return text
    .split('\n')
    .filter((_line, index) => !numbers.has(index + 1))
    .join('\n');
}

function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

/** An empty filter means its default; anything that is no number is NaN. */
function numberOf(values: FormData, name: keyof typeof filterDefaults): number {
  const text = textOf(values, name).trim();
  return text === '' ? filterDefaults[name] : Number(text);
}

const isWithin = (value: number, highest: number) => Number.isInteger(value) && value >= 0 && value <= highest;
