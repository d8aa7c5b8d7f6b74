import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backoffSeconds } from './run-job.ts';

const job = { name: 'test.work', attempts: 5, backoffSeconds: 2, timeLimitSeconds: 60 };

test('each attempt waits twice as long as the previous one, at least half of it certain', () => {
  expect([1, 2, 3].map((attempt) => backoffSeconds(job, attempt, 0))).toEqual([2, 4, 8]);
  expect([1, 2, 3].map((attempt) => backoffSeconds(job, attempt, 1))).toEqual([4, 8, 16]);
});

test('no attempt waits longer than an hour', () => {
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, random) => {
      const seconds = backoffSeconds(job, attempt, random);
      return seconds > 0 && seconds <= 3600;
    }),
  );
});
