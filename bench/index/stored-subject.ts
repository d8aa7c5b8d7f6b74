// An engine under measurement, and the page sample that it stores.
import type { IndexEngine } from '../../server/engine/index/engine/index-engine.ts';
import type { Database } from '../../server/platform/db.ts';
import { madePages, pagesPerFile } from './made-pages.ts';

export interface StoredSubject {
  name: string;
  db: Database;
  engine: IndexEngine;
  /** Of a published release. */
  bytesOf(release: number): Promise<StoredBytes>;
}

export interface StoredBytes {
  pages: number;
  pageIndexes: number;
  links: number;
  linkIndexes: number;
}

/**
 * Writes generated pages to a release, file by file as Zeus does, in bounded memory. `onLoaded` is called after each file, and ends the load by
 * throwing. Returns the number of links, and the time without that to generate the pages.
 */
export async function fill(
  engine: IndexEngine,
  { release, pages }: { release: number; pages: number },
  onLoaded: (pages: number) => void,
): Promise<{ links: number; ms: number }> {
  const total = { links: 0, ms: 0 };
  for (let number = 0; number * pagesPerFile < pages; number++) {
    const count = Math.min(pagesPerFile, pages - number * pagesPerFile);
    const generating = { ms: 0 };
    const started = performance.now();
    const written = await engine.write(release, {
      ...{ number, pages: timed(madePages(number, count), generating) },
      skipped: () => 0,
    });
    total.ms += performance.now() - started - generating.ms;
    total.links += written?.links ?? 0;
    onLoaded(number * pagesPerFile + count);
  }
  return total;
}

/** Adds up the time that the items take to make. */
async function* timed<Item>(items: Generator<Item>, spent: { ms: number }): AsyncGenerator<Item> {
  while (true) {
    const started = performance.now();
    const next = items.next();
    spent.ms += performance.now() - started;
    if (next.done) return;
    yield next.value;
  }
}
