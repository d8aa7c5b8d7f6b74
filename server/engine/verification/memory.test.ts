import { expect, test } from 'vitest';
import { createMemory } from './memory.ts';

let clock = 0;
const now = () => new Date(clock);
const at = (ms: number) => new Date(ms);

test('keeps a value until it expires, and never longer than ten minutes', () => {
  clock = 0;
  const memory = createMemory<string>(now);
  memory.set('short', 'a', at(1_000));
  memory.set('long', 'b', at(3600_000));
  clock = 999;
  expect([memory.get('short'), memory.get('long'), memory.get('never')]).toEqual(['a', 'b', undefined]);
  clock = 1_000;
  expect([memory.get('short'), memory.get('long')]).toEqual([undefined, 'b']);
  clock = 10 * 60_000;
  expect(memory.get('long')).toBeUndefined();
});

test('evicts the oldest when full', () => {
  clock = 0;
  const memory = createMemory<number>(now);
  for (let n = 0; n <= 5_000; n++) memory.set(`key ${n}`, n, at(1_000));
  expect([memory.get('key 0'), memory.get('key 1'), memory.get('key 5000')]).toEqual([undefined, 1, 5_000]);
});
