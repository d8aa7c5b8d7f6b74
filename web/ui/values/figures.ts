// Numbers as tables show them, in the user's language.

const rating = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const short = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const dollars = new Intl.NumberFormat(undefined, {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});

export const notKnown = 'N/A';

/** What a sort takes for a figure that is not known. */
export const known = (value: number): number | undefined => (value < 0 ? undefined : value);

export const formatRating = (value: number) => (value < 0 ? notKnown : rating.format(value));

export const formatCount = (value: number) => (value < 0 ? notKnown : short.format(value));

export const formatDollars = (value: number) => (value < 0 ? notKnown : dollars.format(value));

/** "1 backlink", "12 backlinks". */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;
