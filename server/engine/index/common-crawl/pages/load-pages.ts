// Loads the first files of a crawl in their random order: enqueues them as jobs, which any number of workers run, and follows their
// progress until the part is published.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Kdb } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import type { IndexEngine } from '../../engine/index-engine.ts';
import { beingDropped } from '../releases/releases.store.ts';
import { absolutePlace, type CrawlSource } from '../source/crawl-source.ts';
import type { ReadOptions } from '../source/read-file.ts';
import type { FileToLoad } from './load-file.ts';
import { listLoadedFiles, openPart, type PagePart, type PartProgress, readProgress } from './page-parts.store.ts';
import { fingerprintOf, readWatOrder } from './wat-order.ts';

export interface LoadPages extends ReadOptions {
  crawl: string;
  /** The first so many files of the crawl, with those loaded before. */
  files: number;
  /** INDEX_SOURCE. */
  place: string;
}

export interface StartContext {
  db: Database;
  engine: IndexEngine;
  source: CrawlSource;
  enqueue(files: readonly FileToLoad[]): Promise<void>;
}

const filesPerStatement = 5_000;

/** Enqueues the files that are missing. Null if all are loaded and published. Throws OperatorError, or SourceUnavailable. */
export async function startLoad(ctx: StartContext, options: LoadPages): Promise<PagePart | null> {
  const { db, engine, source, enqueue } = ctx;
  const { crawl } = options;
  const paths = await readWatOrder(source, crawl, options);
  const files = Math.min(options.files, paths.length);
  const part = await openPart(db.kysely, { crawl, files, crawlFiles: paths.length, fileList: fingerprintOf(paths) });
  if (part === null) return null;
  if (part.state === 'dropping') throw beingDropped(crawl);
  await engine.beginRelease(part.id);
  const numbers = await missingFiles(db.kysely, part);
  const place = absolutePlace(options.place);
  const orders = numbers.map((number) => ({ part: part.id, number, path: paths[number] ?? '', source: place }));
  for (let at = 0; at < orders.length; at += filesPerStatement) {
    await enqueue(orders.slice(at, at + filesPerStatement));
  }
  return part;
}

/** If all are loaded, the last one, whose job then publishes the part. */
async function missingFiles(db: Kdb, { id, firstFile, wanted }: PagePart): Promise<number[]> {
  const loaded = new Set(await listLoadedFiles(db, id));
  const numbers = Array.from({ length: wanted }, (_, index) => firstFile + index);
  const missing = numbers.filter((number) => !loaded.has(number));
  return missing.length > 0 ? missing : numbers.slice(-1);
}

export interface FollowOptions {
  /** Called at the start, and whenever more files are loaded. */
  onProgress?(progress: PartProgress): void;
  pollMs?: number;
}

/** Waits until the part is published or paused. Throws OperatorError if the load stopped for another reason. */
export async function followLoad(
  db: Kdb,
  part: number,
  { onProgress, pollMs = 1_000 }: FollowOptions = {},
): Promise<'published' | 'paused'> {
  let shown = -1;
  for (;;) {
    const progress = await readProgress(db, part);
    if (progress === null) throw new OperatorError('The release was dropped while it was being loaded.');
    if (progress.loaded !== shown) onProgress?.(progress);
    shown = progress.loaded;
    if (progress.state === 'ready') return 'published';
    if (progress.problem !== null) throw new OperatorError(progress.problem);
    if (progress.isPaused) return 'paused';
    await sleep(pollMs);
  }
}
