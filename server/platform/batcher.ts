// Batches calls that arrive at about the same time: one statement for many items instead of one each. A caller only notices a
// short wait, and sees a failure only if its own item also fails alone.
import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';

export interface BatchOptions<Item, Result> {
  /** Processes all items and returns one result for each, in order, or nothing. Must tolerate rerunning items of a failed batch. */
  // biome-ignore lint/suspicious/noConfusingVoidType: what an async function without a result returns
  run(items: readonly Item[]): Promise<readonly Result[] | void>;
  /**
   * Items with different keys are never batched together; batches of one key run one after the other. Default: one key for all.
   */
  keyOf?(item: Item): string;
  most: number;
  /** How long the first item waits for others; by default only for those of the same event loop tick. */
  waitMs?: number;
}

/** A line that is dropped still finishes its batches; only items that come later no longer wait for them. */
const MAX_LINES = 1_000;

/** Returns a function for one item that shares its work with others. Rejects as `run` does for the item alone. */
export function createBatcher<Item, Result = void>(
  options: BatchOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const lines = new LRUCache<string, DataLoader<Item, Result>>({ max: MAX_LINES });
  return (item) => {
    const key = options.keyOf?.(item) ?? '';
    const line = lines.get(key) ?? openLine(options);
    lines.set(key, line);
    return line.load(item);
  };
}

function openLine<Item, Result>({ run, most, waitMs }: BatchOptions<Item, Result>): DataLoader<Item, Result> {
  let last: Promise<unknown> = Promise.resolve();
  const runInTurn = (items: readonly Item[]) => {
    const batch = last.then(() => runBatch(run, items));
    last = batch;
    return batch;
  };
  const batchScheduleFn = (begin: () => void) => void (waitMs ? setTimeout(begin, waitMs) : setImmediate(begin));
  return new DataLoader(runInTurn, { cache: false, maxBatchSize: most, batchScheduleFn });
}

/** The results, or for an item that fails alone its error: a failing item must not take the others with it. */
async function runBatch<Item, Result>(
  run: BatchOptions<Item, Result>['run'],
  items: readonly Item[],
): Promise<(Result | Error)[]> {
  try {
    const results = await run(items);
    return results ? [...results] : items.map(() => undefined as Result);
  } catch (error) {
    if (items.length === 1) return [error instanceof Error ? error : new Error(String(error), { cause: error })];
    const results: (Result | Error)[] = [];
    for (const item of items) results.push(...(await runBatch(run, [item])));
    return results;
  }
}
