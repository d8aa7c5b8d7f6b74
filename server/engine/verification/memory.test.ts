import { expect, test } from 'vitest';
import { createMemory } from './memory.ts';

const start = Date.UTC(2026, 0, 1);

test('keeps a value until it expires, and never longer than ten minutes', () => {
  let clock = start;
  const memory = createMemory<{ n: number }>(() => new Date(clock));
  memory.set('past', { n: 0 }, new Date(start));
  memory.set('short', { n: 1 }, new Date(start + 1_000));
  memory.set('long', { n: 2 }, new Date(start + 3600_000));
  const kept = () => ['past', 'short', 'long', 'never'].map((key) => memory.get(key)?.n);
  clock = start + 999;
  expect(kept()).toEqual([undefined, 1, 2, undefined]);
  clock = start + 1_001;
  expect(kept()).toEqual([undefined, undefined, 2, undefined]);
  clock = start + 10 * 60_000 + 1;
  expect(kept()).toEqual([undefined, undefined, undefined, undefined]);
});
