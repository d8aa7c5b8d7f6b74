import { expect } from 'vitest';

/** expect.poll that waits long enough on a slow machine. */
export function soon<T>(read: () => T) {
  return expect.poll(read, { timeout: 20_000 });
}
