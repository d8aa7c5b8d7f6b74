// What all tests of a file share.
import { afterAll, beforeAll } from 'vitest';

/**
 * Opens something before the first test of a file or a describe block, and closes it after the last. The object is empty until then;
 * it gets a copy of the properties, so this is for plain objects only.
 */
export function openForTests<T extends object>(open: () => Promise<T>, close?: (opened: T) => Promise<unknown>): T {
  const opened = {} as T;
  let isOpen = false;
  beforeAll(async () => {
    Object.assign(opened, await open());
    isOpen = true;
    // Some of it crawls the practice web first, perhaps while other programs keep every core busy.
  }, 180_000);
  if (close) afterAll(() => (isOpen ? close(opened) : undefined));
  return opened;
}
