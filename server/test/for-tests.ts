// What all tests of a file share.
import { afterAll, beforeAll } from 'vitest';

/** Opens something before the first test of a file, and closes it after the last. The object is empty until then. */
export function openForTests<T extends object>(open: () => Promise<T>, close?: (opened: T) => Promise<unknown>): T {
  const opened = {} as T;
  beforeAll(async () => {
    Object.assign(opened, await open());
    // Some of it crawls the practice web first, perhaps while other programs keep every core busy.
  }, 180_000);
  if (close) afterAll(() => close(opened));
  return opened;
}
