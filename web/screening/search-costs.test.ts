import { expect, test } from 'vitest';
import { countToSearch, highestCost } from './search-costs.ts';

const rows = [
  { keep: true, contact_search: 'none', contact_search_mode: null },
  { keep: true, contact_search: 'done', contact_search_mode: 'author' },
  { keep: true, contact_search: 'no-credit', contact_search_mode: null },
  { keep: false, contact_search: 'none', contact_search_mode: null },
] as const;

test.each(['unreachable', 'waiting'] as const)('pages that are %s are not counted', (state) => {
  const page = { keep: true, contact_search: state, contact_search_mode: null } as const;
  expect(countToSearch([page], 'author')).toBe(0);
  expect(countToSearch([page], 'domain')).toBe(0);
});

test('only what is kept and not searched in this mode is counted', () => {
  expect(countToSearch(rows, 'author')).toBe(2);
  expect(countToSearch(rows, 'domain')).toBe(3);
});

test('authors cost one credit each, a site one in total', () => {
  expect(highestCost('author', 4)).toBe(20);
  expect(highestCost('domain', 4)).toBe(4);
});
