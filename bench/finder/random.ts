// Random choices that are the same in every run.

/** A generator with the same numbers in every run (mulberry32), from 0 to below 1. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Splits into parts of about the same size; everything of one site is in one part. */
export function foldsBySite<Item>(
  items: readonly Item[],
  siteOf: (item: Item) => string,
  count: number,
  seed: number,
): Item[][] {
  const random = seededRandom(seed);
  const foldOf = new Map<string, number>();
  const folds: Item[][] = Array.from({ length: count }, () => []);
  for (const item of items) {
    const site = siteOf(item);
    const fold = foldOf.get(site) ?? Math.floor(random() * count);
    foldOf.set(site, fold);
    folds[fold]?.push(item);
  }
  return folds;
}
