import { expect, test } from 'vitest';
import { memoryFor } from './settings.ts';

const gibibyte = 2 ** 30;

test.each([
  { memory: 0.5 * gibibyte, shared_buffers: '128MB', maintenance_work_mem: '64MB' },
  { memory: 4 * gibibyte, shared_buffers: '512MB', maintenance_work_mem: '64MB' },
  { memory: 15.6 * gibibyte, shared_buffers: '1996MB', maintenance_work_mem: '249MB' },
  { memory: 256 * gibibyte, shared_buffers: '2048MB', maintenance_work_mem: '256MB' },
])('with $memory bytes of memory', ({ memory, ...expected }) => {
  expect(memoryFor(memory)).toEqual(expected);
});
