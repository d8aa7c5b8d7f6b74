import { expect } from 'vitest';

/** expect.poll with patience for a slow machine. */
export function soon<T>(read: () => T) {
  return expect.poll(read, { timeout: 20_000 });
}
