import { expect, test } from 'vitest';
import { countToSearch, highestCost } from './search-costs.ts';

const rows = [
  { keep: true, contact_search: 'none' },
  { keep: true, contact_search: 'done' },
  { keep: true, contact_search: 'no-credit' },
  { keep: false, contact_search: 'none' },
] as const;

test('only what is kept and not searched in this mode is counted', () => {
  expect(countToSearch(rows, 'author', null)).toBe(2);
  expect(countToSearch(rows, 'author', 'author')).toBe(2);
  expect(countToSearch(rows, 'domain', 'author')).toBe(3);
});

test('authors cost one credit each, a site one in all', () => {
  expect(highestCost('author', 4)).toBe(20);
  expect(highestCost('domain', 4)).toBe(4);
});
