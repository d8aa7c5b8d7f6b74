import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatcher } from './batcher.ts';

function recorded(options: { most?: number; keyOf?: (item: string) => string; bad?: string } = {}) {
  const { most = 10, bad, ...others } = options;
  const batches: string[][] = [];
  const ask = createBatcher({
    async run(items: readonly string[]) {
      batches.push([...items]);
      await nextTurn();
      if (bad !== undefined && items.includes(bad)) throw new Error(`${bad} is bad`);
      return items.map((item) => item.toUpperCase());
    },
    most,
    ...others,
  });
  return { batches, ask };
}

test('batches calls of the same tick, and each caller gets its own result', async () => {
  const { batches, ask } = recorded();
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['A', 'B', 'C']);
  expect(await ask('d')).toBe('D');
  expect(batches).toEqual([['a', 'b', 'c'], ['d']]);
});

test('calls during a batch form the next batch; none is larger than allowed', async () => {
  const { batches, ask } = recorded({ most: 2 });
  const first = ['a', 'b', 'c'].map(ask);
  await nextTurn();
  await nextTurn();
  const second = ['d', 'e'].map(ask);
  expect(await Promise.all([...first, ...second])).toEqual(['A', 'B', 'C', 'D', 'E']);
  expect(batches.every((batch) => batch.length <= 2)).toBe(true);
  expect(batches.flat()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('does not mix items with different keys', async () => {
  const { batches, ask } = recorded({ keyOf: ([first = '']) => first });
  expect(await Promise.all(['a1', 'b1', 'a2'].map(ask))).toEqual(['A1', 'B1', 'A2']);
  expect(batches).toEqual([['a1', 'a2'], ['b1']]);
});

test('a failing item affects only itself', async () => {
  const { batches, ask } = recorded({ bad: 'b' });
  const ends = await Promise.allSettled(['a', 'b', 'c'].map(ask));
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(batches).toEqual([['a', 'b', 'c'], ['a'], ['b'], ['c']]);
  expect(await ask('d')).toBe('D');
});

test('a batch without results fulfills each call', async () => {
  const saved: string[] = [];
  const save = createBatcher({
    async run(items: readonly string[]) {
      saved.push(...items);
    },
    most: 10,
  });
  expect(await Promise.all(['a', 'b'].map(save))).toEqual([undefined, undefined]);
  expect(saved).toEqual(['a', 'b']);
});
