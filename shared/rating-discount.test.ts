import { expect, test } from 'vitest';
import { discountedSource, discountOf } from './rating-discount.ts';
import { figureSource, sourceName } from './source-names.ts';

const ofFarm = { undiscounted: 37.2, uncounted: 5, referring: 5, networkSize: 6 };
const promoted = { undiscounted: 47.1, uncounted: 5, referring: 6, networkSize: 0 };
const downstream = { undiscounted: 30, uncounted: 0, referring: 2, networkSize: 0 };

test.each([
  [ofFarm, 'this site is one of 6 that link to nearly the same sites, and their links to each other don’t count'],
  [promoted, '5 of the 6 linking sites don’t count, because sites that link to nearly the same sites share one vote'],
  [downstream, 'sites that link to it were lowered'],
])('the source of a discounted rating says why: %o', (discount, reason) => {
  const source = discountedSource(discount);
  expect(discountOf(source)).toEqual(discount);
  expect(sourceName(source)).toBe('the Zeus index');
  expect(figureSource('DR', source)).toBe(
    `DR from the Zeus index (from the links Zeus knows). Lowered from ${discount.undiscounted}: ${reason}`,
  );
});

test.each(['zeus-own', 'zeus-own:discounted/x/1/2/3', 'moz:discounted/37/5/5/6', 'zeus-own:discounted/37/5', ''])(
  '%j states no discount',
  (source) => expect(discountOf(source)).toBeNull(),
);
