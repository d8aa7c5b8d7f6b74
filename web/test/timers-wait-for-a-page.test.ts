import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a timer that ends between two pages goes off on the next one', async () => {
  const pages: unknown[] = [];
  setTimeout((name: string) => pages.push(name, typeof document), 1, 'timer');
  vi.stubGlobal('document', undefined);
  await pause(30);
  expect(pages).toEqual([]);
  vi.unstubAllGlobals();
  await vi.waitUntil(() => pages.length > 0, 20_000);
  expect(pages).toEqual(['timer', 'object']);
});
