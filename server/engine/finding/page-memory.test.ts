import { expect, test } from 'vitest';
import type { FetchOutcome } from '../pages/fetch-outcome.ts';
import { cachePages } from './page-memory.ts';

/** Returns the given answers and counts requests. */
function fetcherOf(answer: (url: string) => FetchOutcome | Error) {
  const asked: string[] = [];
  return {
    asked,
    async fetchPage(url: string): Promise<FetchOutcome> {
      asked.push(url);
      const outcome = answer(url);
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
}

const page = (characters: number) =>
  ({ kind: 'page', page: { url: 'x', html: 'x'.repeat(characters), facts: {} } }) as unknown as FetchOutcome;

test('fetches a page once until it expires, even for two callers at once', async () => {
  let now = 1;
  const site = fetcherOf(() => page(10));
  const memory = cachePages(site, { keepMs: 100, now: () => now });
  const [first, second] = await Promise.all([memory.fetchPage('/a'), memory.fetchPage('/a')]);
  expect(second).toBe(first);
  now = 101;
  await memory.fetchPage('/a');
  expect(site.asked).toEqual(['/a']);
  now = 102;
  await memory.fetchPage('/a');
  expect(site.asked).toEqual(['/a', '/a']);
});

test('fetches again what could not be looked at, and a page whose first caller was aborted', async () => {
  const ends: (FetchOutcome | Error)[] = [{ kind: 'could-not-look', message: 'down' }, new Error('stopped'), page(1)];
  const site = fetcherOf(() => ends.shift() ?? page(1));
  const memory = cachePages(site);
  expect(await memory.fetchPage('/a')).toMatchObject({ kind: 'could-not-look' });
  const cut = memory.fetchPage('/a');
  const other = memory.fetchPage('/a');
  await expect(cut).rejects.toThrow('stopped');
  expect(await other).toMatchObject({ kind: 'page' });
  expect(site.asked).toHaveLength(3);
});

test('evicts the oldest page when it holds too much text', async () => {
  const site = fetcherOf(() => page(40));
  const memory = cachePages(site, { maxCharacters: 100 });
  for (const url of ['/a', '/b', '/c', '/c', '/b', '/a']) await memory.fetchPage(url);
  expect(site.asked).toEqual(['/a', '/b', '/c', '/a']);
});

test('caches missing pages too, up to a limit', async () => {
  const site = fetcherOf(() => ({ kind: 'gone', status: 404, message: '' }));
  const memory = cachePages(site, { maxAnswers: 2 });
  for (const url of ['/a', '/a', '/b', '/c', '/b', '/a']) await memory.fetchPage(url);
  expect(site.asked).toEqual(['/a', '/b', '/c', '/a']);
});

test('what is fetched anew is cached if it is a page and no other has to make room for it', async () => {
  let now = 1;
  const site = fetcherOf((url) => (url === '/gone' ? { kind: 'gone', status: 404, message: '' } : page(40)));
  const memory = cachePages(site, { keepMs: 100, maxCharacters: 100, now: () => now });
  for (const url of ['/a', '/a', '/gone', '/b', '/c']) await memory.fetchAnew(url);
  site.asked.length = 0;
  for (const url of ['/a', '/b', '/gone']) await memory.fetchPage(url);
  expect(site.asked).toEqual(['/gone']);
  // Expired pages make room.
  now = 102;
  await memory.fetchAnew('/c');
  await memory.fetchPage('/c');
  expect(site.asked).toEqual(['/gone', '/c']);
});
