import { expect, test } from 'vitest';
import { cacheFor } from './settings.ts';

const gibibyte = 2 ** 30;

test.each([
  { memory: 0.5 * gibibyte, cache: '128MB' },
  { memory: 4 * gibibyte, cache: '512MB' },
  { memory: 15.6 * gibibyte, cache: '1996MB' },
  { memory: 256 * gibibyte, cache: '2048MB' },
])('with $memory bytes of memory, $cache of it are the cache', ({ memory, cache }) => {
  expect(cacheFor(memory)).toBe(cache);
});
