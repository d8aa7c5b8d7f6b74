import { expect, test } from 'vitest';
import { pagesAround } from './pager.tsx';

const shown = (page: number, count: number) =>
  pagesAround(page, count)
    .map((number) => (number === null ? '…' : number + 1))
    .join(' ');

test('shows all pages if there are few', () => {
  expect(shown(0, 1)).toBe('1');
  expect(shown(6, 7)).toBe('1 2 3 4 5 6 7');
});

test('of many, shows the ends and the neighbors, always seven places', () => {
  expect(shown(0, 100)).toBe('1 2 3 4 5 … 100');
  expect(shown(3, 100)).toBe('1 2 3 4 5 … 100');
  expect(shown(4, 100)).toBe('1 … 4 5 6 … 100');
  expect(shown(96, 100)).toBe('1 … 96 97 98 99 100');
  expect(shown(99, 100)).toBe('1 … 96 97 98 99 100');
  for (let page = 0; page < 100; page += 1) expect(pagesAround(page, 100)).toHaveLength(7);
});
