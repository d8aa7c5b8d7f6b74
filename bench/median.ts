/** Of an even number of values, the larger of the two in the middle; 0 of none. */
export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
