import { expect, test } from 'vitest';
import { encodeKeyword, priceFactor } from './dataforseo-keyword.ts';

test.each([
  ['best golf courses', 'best golf courses'],
  ['C++ hosting', 'C%2B%2B hosting'],
  ['100% cotton', '100%25 cotton'],
  ['café 東京', 'café 東京'],
])('%s is sent as %s', (keyword, sent) => {
  expect(encodeKeyword(keyword)).toBe(sent);
});

test.each([0, 1, 2])('is cut between characters, shifted by %i', (shift) => {
  const cut = encodeKeyword('x'.repeat(shift) + '+'.repeat(700));
  expect(cut).toMatch(/^x*(?:%2B)+$/);
  expect(cut.length).toBeLessThanOrEqual(700);
  expect(cut.length).toBeGreaterThan(697);
});

test.each([
  ['golf', 1],
  ['"golf guide" -casino', 1],
  ['golf -site:golf.example', 5],
  ['intitle:"golf"', 5],
  ['golf allinurl:links', 5],
])('%s costs %i times the price', (keyword, factor) => {
  expect(priceFactor(keyword)).toBe(factor);
});
