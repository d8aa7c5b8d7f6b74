// `npm run test:long` does more of what chance decides, and by another chance each time. `npm test` is the same every time.

export const isLongRun: boolean = process.env.TEST_LONG === '1';

/** The same in every `npm test`, so that a failure comes back; another one in each long run. */
export const seed: number = Number(process.env.TEST_SEED ?? (isLongRun ? Date.now() % 2 ** 31 : 20_261_116));

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function randomNumbers(from: number = seed): () => number {
  let state = from;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Bytes that no packing makes smaller, the same for the same seed. */
export function randomBytes(count: number, from: number = seed): Buffer {
  const random = randomNumbers(from);
  return Buffer.from(Array.from({ length: count }, () => Math.floor(256 * random())));
}
