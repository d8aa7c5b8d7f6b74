import { expect, test } from 'vitest';
import { readWholeNumber } from './read-whole-number.ts';

test.each([
  ['50', 50],
  [' 050 ', 50],
  ['３０', 30],
  ['3,000,000,000', 3_000_000_000],
  ['2\u00a0000', 2_000],
  ['-5', -5],
  ['−5', -5],
  ['12.5', 'fraction'],
  ['12,5', 'fraction'],
  ['1.000', 'fraction'],
  ['.5', 'fraction'],
  ['50-', 'unreadable'],
  ['5e', 'unreadable'],
  ['5e3', 'unreadable'],
  ['0x10', 'unreadable'],
  ['many', 'unreadable'],
  ['1,00', 'fraction'],
  ['1,0000,000', 'unreadable'],
  ['Infinity', 'unreadable'],
])('%s', (text, expected) => {
  expect(readWholeNumber(text)).toBe(expected);
});
