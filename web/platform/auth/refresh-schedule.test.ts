import { expect, test } from 'vitest';
import { backOffMs, isRefreshDue } from './refresh-schedule.ts';

test.each([
  [3_600_000, false],
  [30_000, false],
  [29_999, true],
  [0, true],
  [-5_000, true],
])('with %i ms left a refresh is due: %s', (left, due) => {
  expect(isRefreshDue(left)).toBe(due);
});

test('the waits grow by 200 ms and end before the next check', () => {
  const waits: number[] = [];
  for (let elapsed = 0, wait: number | null = 0; ; elapsed += wait) {
    wait = backOffMs(waits.length + 1, elapsed);
    if (wait === null) break;
    waits.push(wait);
  }
  expect(waits).toEqual([200, 400, 600, 800, 1000, 1200, 1400, 1600, 1800]);
});

test('a slow answer leaves no time for another attempt', () => {
  expect(backOffMs(1, 9_799)).toBe(200);
  expect(backOffMs(1, 9_800)).toBeNull();
});
