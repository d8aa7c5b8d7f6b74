import { expect, test } from 'vitest';
import { sliceOf } from './slices.ts';

test('each slice makes the sample four times as large', () => {
  expect([0, 5, 6, 23, 24, 95, 96].map(sliceOf)).toEqual([0, 0, 1, 1, 2, 2, 3]);
  expect(sliceOf(100_000)).toBe(8);
});
