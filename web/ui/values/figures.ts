// Numbers as the page shows them.
import { pageLanguage } from './page-language.ts';

const whole = new Intl.NumberFormat(pageLanguage);
const rating = new Intl.NumberFormat(pageLanguage, { maximumFractionDigits: 1 });
const short = new Intl.NumberFormat(pageLanguage, { notation: 'compact', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(pageLanguage, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

export const notKnown = 'N/A';

/** The sort value of an unknown number. */
export const known = (value: number): number | undefined => (value < 0 ? undefined : value);

/** "1,374". */
export const formatNumber = (value: number) => whole.format(value);

export const formatRating = (value: number) => (value < 0 ? notKnown : rating.format(value));

export const formatCount = (value: number) => (value < 0 ? notKnown : short.format(value));

export const formatDollars = (value: number) => (value < 0 ? notKnown : dollars.format(value));

/** Formats an amount given in hundredths of the currency. */
export const formatMoney = (cents: number, currency: string) =>
  new Intl.NumberFormat(pageLanguage, { style: 'currency', currency }).format(cents / 100);

/** "1 backlink", "12 backlinks". */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
