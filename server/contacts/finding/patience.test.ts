import { expect, test } from 'vitest';
import type { Tried } from '../../jobs.ts';
import type { Practice } from '../../platform/context.ts';
import { nextTry } from './patience.ts';

/** The pauses until it has been enough. */
function pauses(ctx: { practice?: Practice }, retryAfterSeconds?: number): number[] {
  const why = { message: '', ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
  const all: number[] = [];
  let tried: Tried;
  for (let next = nextTry(ctx, why, tried); next; next = nextTry(ctx, why, tried)) {
    all.push(next.afterSeconds);
    tried = next.tried;
  }
  return all;
}

test('a greylisting server is waited for, as long as it asks; not for more than a quarter of an hour in all', () => {
  expect(pauses({}, 301)).toEqual([301, 301]);
  expect(pauses({}, 61)).toEqual([61, 61, 61, 61]);
  expect(pauses({}, 6 * 3600)).toEqual([]);
});

test('where nobody says how long, the pauses double, and there are four at most', () => {
  expect(pauses({})).toEqual([15, 30, 60, 120]);
});

test('on the practice web it takes seconds', () => {
  expect(pauses({ practice: {} as Practice }, 3)).toEqual([3, 3, 3, 3]);
  expect(pauses({ practice: {} as Practice }, 300)).toEqual([]);
  expect(pauses({ practice: {} as Practice })).toEqual([1, 2, 4, 8]);
});
