// What all tests of a file share.
import { afterAll, beforeAll } from 'vitest';

/** Opens something before the first test of a file, and closes it after the last. The object is empty until then. */
export function openForTests<T extends object>(open: () => Promise<T>, close: (opened: T) => Promise<unknown>): T {
  const opened = {} as T;
  beforeAll(async () => {
    Object.assign(opened, await open());
  });
  afterAll(() => close(opened));
  return opened;
}
