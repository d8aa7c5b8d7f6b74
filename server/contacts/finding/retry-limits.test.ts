import { expect, test } from 'vitest';
import type { CouldNotLook } from '../../engine/finding/site-study.ts';
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

/** The pauses after the campaign has moved on. */
function latePauses(why: Omit<CouldNotLook, 'message'>): number[] {
  const all: number[] = [];
  let tried: Tried = { times: 2, seconds: 602 };
  for (let next = lateTry({ message: '', ...why }, tried); next; next = lateTry({ message: '', ...why }, tried)) {
    all.push(next.afterSeconds);
    tried = next.tried;
    expect(nextTry({}, { message: '' }, tried)).toBeUndefined();
  }
  return all;
}

test('a server that greylists for longer is asked three times more, not before it wants to be', () => {
  expect(latePauses({ passesLater: 'greylisting', retryAfterSeconds: 300 })).toEqual([1_200, 2_700, 10_800]);
  expect(latePauses({ passesLater: 'greylisting', retryAfterSeconds: 3_601 })).toEqual([3_601, 3_601, 10_800]);
  expect(latePauses({ retryAfterSeconds: 300 })).toEqual([]);
});

test('our own limit is waited for until it ends, for little more than a day in all', () => {
  const day = 24 * 3600;
  expect(latePauses({ passesLater: 'limit', retryAfterSeconds: day - 60 })).toEqual([day - 60]);
  const byTheHour = latePauses({ passesLater: 'limit', retryAfterSeconds: 3_500 });
  expect(new Set(byTheHour)).toEqual(new Set([3_500]));
  expect(byTheHour.length).toBe(30);
  // The next address can be checked in a moment, but many are waiting for it.
  const all = latePauses({ passesLater: 'limit', retryAfterSeconds: 2 });
  expect(all[0]).toBe(1_800);
  expect(all.reduce((sum, pause) => sum + pause, 0)).toBeLessThanOrEqual(30 * 3600);
});

test('a limit that delayed a greylisting server does not use up its tries', () => {
  const limit = { message: '', passesLater: 'limit' as const, retryAfterSeconds: 3_500 };
  const grey = { message: '', passesLater: 'greylisting' as const, retryAfterSeconds: 300 };
  let tried: Tried = { times: 0, seconds: 0 };
  for (let i = 0; i < 3; i++) tried = lateTry(limit, tried)?.tried;
  expect(lateTry(grey, tried)).toMatchObject({ afterSeconds: 2_700, tried: { late: 2 } });
});
