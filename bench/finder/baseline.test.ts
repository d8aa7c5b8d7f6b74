import { expect, test } from 'vitest';
import { lossesAgainst } from './baseline.ts';
import { type Counts, figuresOf, intervalsOf } from './figures.ts';
import { foldsBySite } from './random.ts';

const figures = { precision: 0.97, recall: 0.9, f1: 0.93, invented: 0.015 };
const baseline = { pages: 100, figures: { authors: figures, 'authors (pl)': figures } };
const page = (site: string, right: number): Counts => ({ site, right, found: 1, wanted: 1, empty: 0, invented: 0 });

const lossesWith = (changed: Record<string, typeof figures>, pages = 100) =>
  lossesAgainst({ pages, figures: { ...baseline.figures, ...changed } }, baseline);

test('a figure may lose up to a point, in every language', () => {
  expect(lossesWith({ authors: { ...figures, recall: 0.891 } })).toEqual([]);
  expect(lossesWith({ authors: { ...figures, recall: 0.889 } })).toEqual(['authors: recall was 90.0 %, is 88.9 %']);
  expect(lossesWith({ authors: { ...figures, invented: 0.026 } })).toHaveLength(1);
  expect(lossesWith({ 'authors (pl)': { ...figures, f1: 0.9 } })).toEqual(['authors (pl): f1 was 93.0 %, is 90.0 %']);
  expect(lossesWith({ authors: { ...figures, recall: 0 } }, 99)).toEqual([]);
});

test('a language that is no longer measured is a loss', () => {
  expect(lossesAgainst({ pages: 100, figures: { authors: figures } }, baseline)).toEqual([
    'authors (pl): no longer measured',
  ]);
});

test('a few pages that are all right leave a wide interval', () => {
  const [low, high] = intervalsOf(Array.from({ length: 4 }, (_, index) => page(`site-${index}`, 1))).recall;
  expect(high).toBe(1);
  expect(low).toBeLessThan(0.6);
});

test('intervals are the same in every run, and wider when the pages of a site agree', () => {
  const apart = Array.from({ length: 60 }, (_, index) => page(`site-${index}`, index % 3 === 0 ? 0 : 1));
  const alike = apart.map((one, index) => ({ ...one, site: `site-${index % 3}` }));
  expect(figuresOf(apart).recall).toBeCloseTo(2 / 3);
  expect(intervalsOf(apart)).toEqual(intervalsOf(apart));
  const width = ([low, high]: readonly [number, number]) => high - low;
  expect(width(intervalsOf(alike).recall)).toBeGreaterThan(width(intervalsOf(apart).recall));
});

test('a site is never in two folds', () => {
  const items = Array.from({ length: 40 }, (_, index) => `site-${index % 9}`);
  const folds = foldsBySite(items, (site) => site, 4, 1);
  expect(folds.flat()).toHaveLength(40);
  const places = folds.flatMap((fold) => [...new Set(fold)]);
  expect(new Set(places).size).toBe(places.length);
});
