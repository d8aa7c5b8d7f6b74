// Loads the first files of a crawl in their random order, and then publishes them. A file is loaded completely or not at all, so a
// killed load continues with the next file. Several processes can load the same crawl: each takes files that no other has.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import type { IndexEngine } from '../../engine/index-engine.ts';
import { checkDisk } from '../disk-budget.ts';
import { costOfPages } from '../plan.ts';
import { type CrawlSource, checkPath } from '../source/crawl-source.ts';
import { forgetFile, type ReadOptions, readCrawlFile } from '../source/read-file.ts';
import { noWatCounts, readWat } from '../wat/read-wat.ts';
import { type FileClaims, openClaims } from './claim-files.ts';
import { openPart, type PagePart, type PartProgress, readProgress } from './page-parts.store.ts';
import { readWatOrder } from './wat-order.ts';

export interface LoadPages extends Omit<ReadOptions, 'onProgress'> {
  crawl: string;
  /** The first so many files of the crawl, with those loaded before. */
  files: number;
  diskBytes: number;
  onProgress?(progress: LoadProgress): void;
}

export interface LoadProgress extends Pick<PartProgress, 'pages' | 'links' | 'skipped'> {
  loaded: number;
  wanted: number;
}

/** `others`: other processes are still loading the last files. `complete`: nothing to do. */
export type LoadOutcome = 'published' | 'complete' | 'paused' | 'others';

interface Load extends LoadPages {
  db: Database;
  engine: IndexEngine;
  source: CrawlSource;
  paths: readonly string[];
  part: PagePart;
  claims: FileClaims;
}

/** Throws OperatorError, or SourceUnavailable; run again, it continues. */
export async function loadPages(
  { db, engine, source }: Pick<Load, 'db' | 'engine' | 'source'>,
  options: LoadPages,
): Promise<LoadOutcome> {
  const { crawl } = options;
  const paths = await readWatOrder(source, crawl, readOptions(options));
  const files = Math.min(options.files, paths.length);
  const part = await openPart(db.kysely, { crawl, files, crawlFiles: paths.length });
  if (part === null) return 'complete';
  if (part.state === 'dropping')
    throw new OperatorError(`${crawl} is being dropped. Run: npm run index -- drop ${crawl}`);
  await engine.beginRelease(part.id);
  const claims = await openClaims(db.address, part.id);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, ...(options.signal ? [options.signal] : [])]);
  try {
    return await loadPart({ ...options, signal, db, engine, source, paths, part, claims });
  } finally {
    // Also ends the download of the next file.
    stop.abort();
    await claims.close();
  }
}

async function loadPart(load: Load): Promise<LoadOutcome> {
  const { db, engine, part, folder, crawl } = load;
  const outcome = await loadFiles(load);
  if (outcome === 'paused') return outcome;
  if (missing(part, await readProgress(db.kysely, part.id)).length > 0) return 'others';
  await engine.publish(part.id);
  await forgetCrawl(folder, crawl);
  return 'published';
}

/** While a file is written, the next one is downloaded. */
async function loadFiles(load: Load): Promise<'loaded' | 'paused'> {
  const { db, part, claims } = load;
  let progress = await readProgress(db.kysely, part.id);
  let next = await fetchNext(load, progress);
  while (next !== null) {
    const { number, download } = next;
    await download;
    next = await fetchNext(load, progress);
    await writeOne(load, number);
    await claims.release(number);
    progress = await readProgress(db.kysely, part.id);
    const { pages, links, skipped, files } = progress;
    load.onProgress?.({ pages, links, skipped, loaded: files.length, wanted: part.wanted });
    load.signal?.throwIfAborted();
    if (progress.isPaused) return 'paused';
  }
  return 'loaded';
}

/** The next file that is neither loaded nor claimed, and its download; null if there is none. */
async function fetchNext(load: Load, progress: PartProgress) {
  for (const number of missing(load.part, progress)) {
    if (!(await load.claims.take(number))) continue;
    const download = checkDisk(load.db.kysely, load, neededFor(load.source)).then(() => fetchFile(load, number));
    // An error is reported when the file's turn comes: the one before it can still be written.
    download.catch(() => {});
    return { number, download };
  }
  return null;
}

function missing({ firstFile, wanted }: PagePart, { files }: PartProgress): number[] {
  const loaded = new Set(files);
  return Array.from({ length: wanted }, (_, index) => firstFile + index).filter((number) => !loaded.has(number));
}

/** What a file and the one before it, which is being written, need in the database and for their downloads. */
function neededFor({ isLocal }: CrawlSource): number {
  const { downloadBytes, diskBytes } = costOfPages(2);
  return diskBytes + (isLocal ? 0 : downloadBytes);
}

/** Before the transaction that writes it, which would otherwise stay open as long as the network is slow. */
async function fetchFile(load: Load, number: number): Promise<void> {
  if (load.source.isLocal) return;
  for await (const chunk of readCrawlFile(load.source, pathOf(load, number), readOptions(load))) void chunk;
}

async function writeOne(load: Load, number: number): Promise<void> {
  const counts = noWatCounts();
  const path = pathOf(load, number);
  await load.engine.write(load.part.id, {
    number,
    pages: readWat(readCrawlFile(load.source, path, readOptions(load)), counts),
    skipped: () =>
      counts.brokenMembers + counts.malformedRecords + counts.cutRecords + counts.oversizeRecords + counts.badJson,
  });
  await forgetFile(load.folder, path);
}

const pathOf = ({ paths }: Load, number: number): string => paths[number] ?? '';

function readOptions({ folder, pauseMs, signal }: LoadPages): ReadOptions {
  return { folder, ...(pauseMs === undefined ? {} : { pauseMs }), ...(signal ? { signal } : {}) };
}

/** Removes all downloads of a crawl, also those that a killed process left. */
export async function forgetCrawl(folder: string, crawl: string): Promise<void> {
  await rm(join(folder, checkPath(`crawl-data/${crawl}`)), { recursive: true, force: true });
}
