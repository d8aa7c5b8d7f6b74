import { expect, test } from 'vitest';
import { cachedLookup } from './cached-lookup.ts';

test('one query for all callers, concurrent or later; other names have their own', async () => {
  const asked: string[] = [];
  const ask = cachedLookup(async (name) => asked.push(name));
  expect(await Promise.all([ask('a.com'), ask('a.com'), ask('b.com')])).toEqual([1, 1, 2]);
  expect(await ask('a.com')).toBe(1);
  expect(asked).toEqual(['a.com', 'b.com']);
});

test('a failure rejects all who wait, and is not cached', async () => {
  let count = 0;
  const ask = cachedLookup(async () => {
    count += 1;
    if (count === 1) throw new Error('no answer');
    return count;
  });
  const first = [ask('a.com'), ask('a.com')];
  for (const one of first) await expect(one).rejects.toThrow('no answer');
  expect(await ask('a.com')).toBe(2);
});
