// Does together what callers ask for at about the same time: one statement for many instead of one for each. A caller sees
// nothing of it but a short wait, and a failure only when its own item fails alone, too.
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';

export interface BatchOptions<Item, Result> {
  /** Does them all and answers in their order. Must stand being run again for items of a batch that has failed. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** Items of different keys are never in one batch; batches of one key follow each other. One key for all without it. */
  keyOf?(item: Item): string;
  most: number;
  /** How long the first item waits for others; without it, for those of the same turn of the event loop. */
  waitMs?: number;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(reason: unknown): void;
}

/** A function for one item that shares its work with others. Rejects as `run` does for the item alone. */
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
    // One that cannot be done must not take the others with it.
    else for (const one of batch) await runBatch(run, [one]);
  }
}
