import { expect, test } from 'vitest';
import { figureSource, sourceName } from './source-names.ts';

test('a rating from imported ranks is Zeus’s own, and names its release', () => {
  const text = figureSource('DR', 'common-crawl:cc-main-2026-apr-may-jun');
  expect(text).toBe('DR is Zeus’s own rating, from Common Crawl’s web graph (cc-main-2026-apr-may-jun)');
  expect(sourceName('common-crawl')).toBe('Zeus’s own rating');
});

test('other sources keep their names', () => {
  expect(figureSource('DR', 'moz')).toBe('DR from Moz (Domain Authority)');
  expect(sourceName('later:version')).toBe('later:version');
});
