// The WAT files of a crawl in an order that looks random but is always the same, so that the first files are a fair sample of the
// crawl, and more of them a larger one.
import { hash } from 'node:crypto';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { type CrawlSource, checkPath } from '../source/crawl-source.ts';
import { forgetFile, type ReadOptions, readCrawlFile } from '../source/read-file.ts';
import { readLines } from '../source/read-lines.ts';

/** Throws OperatorError if the crawl lists no files, and SourceUnavailable. */
export async function readWatOrder(source: CrawlSource, crawl: string, options: ReadOptions): Promise<string[]> {
  const list = `crawl-data/${crawl}/wat.paths.gz`;
  const paths = new Set<string>();
  const counts = { members: 0, brokenMembers: 0 };
  try {
    for await (const lines of readLines(readCrawlFile(source, list, options), counts)) {
      for (const path of lines) if (path.trim() !== '') paths.add(checkPath(path.trim()));
    }
  } finally {
    // It may be corrected at the source, and must be read again by the next command.
    await forgetFile(options.folder, list);
  }
  // A part of the list would give another order.
  if (counts.brokenMembers > 0) throw new OperatorError(`${list} at ${source.name} is damaged.`);
  if (paths.size === 0) throw new OperatorError(`${list} at ${source.name} lists no files.`);
  return shuffle([...paths], crawl);
}

/** Equal only for the same files: the number of a file is its place in this order. */
export const fingerprintOf = (order: readonly string[]): string => hash('md5', order.join('\n'));

/** Sorted by hash, so that the order depends on nothing but the seed and the paths. */
export function shuffle(paths: readonly string[], seed: string): string[] {
  const keyed = paths.map((path) => ({ path, key: hash('md5', `${seed} ${path}`) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ path }) => path);
}
