// Downloads one WAT file of a crawl and writes its pages and links. A file is written completely or not at all.
import { sql } from 'kysely';
import type { Database, Kdb } from '../../../../platform/db.ts';
import type { IndexEngine } from '../../engine/index-engine.ts';
import { checkDiskForPages, type DiskBudget } from '../disk-budget.ts';
import { fileLock, takeLock } from '../load-lock.ts';
import { costOfPages } from '../plan.ts';
import type { CrawlSource } from '../source/crawl-source.ts';
import { downloadFile, forgetFile, type ReadOptions, readCrawlFile } from '../source/read-file.ts';
import { noWatCounts, readWat } from '../wat/read-wat.ts';

/** A file as it is enqueued. */
export interface FileToLoad {
  /** The part of the crawl that it belongs to: the id of its row in index_releases. */
  part: number;
  /** Its place in the random order of the crawl's files. */
  number: number;
  path: string;
  /** Where the crawl's files are, as INDEX_SOURCE states it, so that all workers read the same source. */
  source: string;
}

export interface LoadContext {
  db: Database;
  engine: IndexEngine;
  source: CrawlSource;
}

export type LoadOptions = ReadOptions & DiskBudget;

/** `busy`: another process is loading the file. Throws OperatorError, or SourceUnavailable; run again, it continues. */
export async function loadFile(ctx: LoadContext, file: FileToLoad, options: LoadOptions): Promise<'loaded' | 'busy'> {
  const { db, source } = ctx;
  const lock = await takeLock(db.address, fileLock(file.part, file.number), { wait: false });
  if (lock === null) return 'busy';
  try {
    const locked = { ...options, signal: AbortSignal.any([lock.signal, ...(options.signal ? [options.signal] : [])]) };
    const files = await countFilesInProgress(db.kysely, file.part);
    await checkDiskForPages(ctx, options, { files, downloads: source.isLocal ? 0 : costOfPages(files).downloadBytes });
    // Before the transaction that writes the file, which would otherwise stay open as long as the network is slow.
    await downloadFile(source, file.path, locked);
    // Without the lock, another process may have written to the same download.
    await lock.check();
    await write(ctx, file, locked);
    await forgetFile(options.folder, file.path);
    return 'loaded';
  } finally {
    await lock.release();
  }
}

/** The files that any process is loading, including this one. What they will add to the disk is not there yet. */
async function countFilesInProgress(db: Kdb, part: number): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(*)::integer as files from pg_locks
    where locktype = 'advisory' and classid = ${part}::integer and objsubid = 2 and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db);
  return Math.max(1, rows[0]?.files ?? 1);
}

async function write({ engine, source }: LoadContext, file: FileToLoad, options: LoadOptions): Promise<void> {
  const counts = noWatCounts();
  await engine.write(file.part, {
    number: file.number,
    pages: readWat(untilAborted(readCrawlFile(source, file.path, options), options.signal), counts),
    skipped: () =>
      counts.brokenMembers + counts.malformedRecords + counts.cutRecords + counts.oversizeRecords + counts.badJson,
  });
}

async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal?: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal?.throwIfAborted();
    yield chunk;
  }
}
