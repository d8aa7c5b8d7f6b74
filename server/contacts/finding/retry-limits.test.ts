import { expect, test } from 'vitest';
import type { Tried } from '../../jobs.ts';
import type { Practice } from '../../platform/context.ts';
import { lateTry, nextTry } from './retry-limits.ts';

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

test('a partner at work is asked as often as it says; what only the operator can solve is not tried again', () => {
  const wait = (tried: Tried) => nextTry({}, { message: '', retryAfterSeconds: 100, isUnderWay: true }, tried);
  expect(wait({ times: 4, seconds: 500 })).toEqual({ afterSeconds: 100, tried: { times: 4, seconds: 600 } });
  expect(wait({ times: 0, seconds: 850 })).toBeUndefined();
  expect(nextTry({}, { message: '', needsOperator: true }, undefined)).toBeUndefined();
});

test('on the practice web it takes seconds', () => {
  expect(pauses({ practice: {} as Practice }, 3)).toEqual([3, 3, 3, 3]);
  expect(pauses({ practice: {} as Practice }, 300)).toEqual([]);
  expect(pauses({ practice: {} as Practice })).toEqual([1, 2, 4, 8]);
});

test('a server that greylists for longer is asked three times more, not before it wants to be', () => {
  const late = (why: { retryAfterSeconds?: number; passesLater?: true }) => {
    const all: number[] = [];
    let tried: Tried = { times: 2, seconds: 602 };
    for (let next = lateTry({ message: '', ...why }, tried); next; next = lateTry({ message: '', ...why }, tried)) {
      all.push(next.afterSeconds);
      tried = next.tried;
      expect(nextTry({}, { message: '' }, tried)).toBeUndefined();
    }
    return all;
  };
  expect(late({ passesLater: true, retryAfterSeconds: 300 })).toEqual([1_200, 2_700, 10_800]);
  expect(late({ passesLater: true, retryAfterSeconds: 3_601 })).toEqual([3_601, 3_601, 10_800]);
  expect(late({ retryAfterSeconds: 300 })).toEqual([]);
});
