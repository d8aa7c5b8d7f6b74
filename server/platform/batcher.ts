// Batches calls that arrive at about the same time: one statement for many items instead of one each. A caller only notices a
// short wait, and sees a failure only if its own item also fails alone.
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

export interface BatchOptions<Item, Result> {
  /** Processes all items and returns the results in order. Must tolerate rerunning items of a failed batch. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /**
   * Items with different keys are never batched together; batches of one key run one after the other. Default: one key for all.
   */
  keyOf?(item: Item): string;
  most: number;
  /** How long the first item waits for others; by default only for those of the same event loop tick. */
  waitMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/** Returns a function for one item that shares its work with others. Rejects as `run` does for the item alone. */
export function createBatcher<Item, Result>(options: BatchOptions<Item, Result>): (item: Item) => Promise<Result> {
  const lines = new Map<string, Waiting<Item, Result>[]>();

  async function workOff(key: string, line: Waiting<Item, Result>[]): Promise<void> {
    while (line.length > 0) {
      if (line.length < options.most) await (options.waitMs ? wait(options.waitMs) : nextTurn());
      await runBatch(options.run, line.splice(0, options.most));
    }
    lines.delete(key);
  }

  return (item) =>
    new Promise((resolve, reject) => {
      const key = options.keyOf?.(item) ?? '';
      const line = lines.get(key);
      const waiting = { item, resolve, reject };
      if (line) {
        line.push(waiting);
        return;
      }
      const begun = [waiting];
      lines.set(key, begun);
      void workOff(key, begun);
    });
}

async function runBatch<Item, Result>(
  run: BatchOptions<Item, Result>['run'],
  batch: Waiting<Item, Result>[],
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    batch.forEach(({ resolve }, index) => {
      resolve(results[index] as Result);
    });
  } catch (error) {
    const [only] = batch;
    if (batch.length === 1) only?.reject(error);
    // A failing item must not take the others with it.
    else for (const one of batch) await runBatch(run, [one]);
  }
}
