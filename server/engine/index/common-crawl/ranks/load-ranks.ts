// Loads the strongest domains of a web graph release, and then makes them the ones that are read. A killed load continues with the
// next batch; the former release is read until the new one is complete.
import type { Database } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { ranksLock, takeLock } from '../load-lock.ts';
import type { GraphRelease } from '../releases/list-releases.ts';
import { openRelease, publishRelease, type Release } from '../releases/releases.store.ts';
import { type CrawlSource, NotInFile } from '../source/crawl-source.ts';
import { FileChanged, forgetFile, type ReadOptions, readCrawlFile } from '../source/read-file.ts';
import { readLines } from '../source/read-lines.ts';
import { type DomainRank, toDomainRank } from './rank-lines.ts';
import { copyRanks, dropRanks, finishRanks, openRanks } from './ranks.store.ts';

export interface LoadRanks extends ReadOptions {
  graph: GraphRelease;
  /** The first so many rows of the file, which are the strongest domains. */
  rows: number;
  batchRows?: number;
  onProgress?(release: Pick<Release, 'loaded' | 'wanted'>): void;
}

export const ranksPath = (release: string) =>
  `projects/hyperlinkgraph/${release}/domain/${release}-domain-ranks.txt.gz`;

/** Returns the loaded release. Throws OperatorError, or SourceUnavailable; run again, it continues. */
export async function loadRanks(db: Database, source: CrawlSource, options: LoadRanks): Promise<Release> {
  const { graph, rows } = options;
  const lock = await takeLock(db.address, ranksLock, { wait: false });
  if (!lock) throw new OperatorError('Another process is loading or dropping ranks.');
  const signal = AbortSignal.any([lock.signal, ...(options.signal ? [options.signal] : [])]);
  try {
    const release = await openRelease(db.kysely, {
      ...{ kind: 'ranks', name: graph.id, domains: graph.nodes, wanted: rows },
    });
    if (release.state === 'loading') {
      try {
        await load(db, source, release, { ...options, signal });
      } catch (error) {
        if (!(error instanceof NotInFile || error instanceof FileChanged)) throw error;
        // What was saved is from a file that is no longer there.
        await forgetLoaded(db, release, options.folder);
        const message = `${ranksPath(graph.id)} has changed at the source. Run the same command to load it again.`;
        throw new OperatorError(message, { cause: error });
      }
      await finishRanks(db.address, release.id);
      signal.throwIfAborted();
    }
    for (const former of await publishRelease(db.kysely, release)) await dropRanks(db.address, former);
    await forgetFile(options.folder, ranksPath(graph.id));
    return release;
  } finally {
    await lock.release();
  }
}

type Loading = LoadRanks & { signal: AbortSignal };

async function load(db: Database, source: CrawlSource, release: Release, options: Loading): Promise<void> {
  const { batchRows = 100_000, folder, signal } = options;
  await openRanks(db.address, release.id);
  let lines = 0;
  let ranks: DomainRank[] = [];
  const { id, wanted } = release;
  const save = async () => {
    signal.throwIfAborted();
    if (lines <= release.loaded) return;
    await copyRanks(db.address, {
      release: id,
      ranks,
      before: release.loaded,
      loaded: lines,
      skipped: release.skipped,
    });
    release.loaded = lines;
    ranks = [];
    options.onProgress?.(release);
  };
  const counts = { members: 0, brokenMembers: 0 };
  let broken = 0;
  for await (const batch of readLines(readCrawlFile(source, ranksPath(release.name), options), counts)) {
    signal.throwIfAborted();
    // Those before the last batch that was saved are counted already.
    if (lines >= release.loaded) release.skipped += counts.brokenMembers - broken;
    broken = counts.brokenMembers;
    for (const line of batch) {
      if (line.startsWith('#') || lines >= wanted) continue;
      lines += 1;
      if (lines <= release.loaded) continue;
      const rank = toDomainRank(line);
      if (rank) ranks.push(rank);
      else release.skipped += 1;
      if (lines % batchRows === 0) await save();
    }
    if (lines >= wanted) break;
  }
  if (counts.brokenMembers > 0 && lines < wanted) {
    await forgetLoaded(db, release, folder);
    const found = `only ${lines} of ${wanted} domains can be read, so no ranks were replaced.`;
    const advice = source.isLocal ? '' : ' Run the same command to download it again.';
    throw new OperatorError(`${ranksPath(release.name)} at ${source.name} is damaged: ${found}${advice}`);
  }
  await save();
  if (release.loaded === 0) throw new OperatorError(`${ranksPath(release.name)} has no ranks.`);
}

/** First what was saved: the next file has other lines at the same places. */
async function forgetLoaded(db: Database, { id, name }: Release, folder: string): Promise<void> {
  await dropRanks(db.address, id);
  await forgetFile(folder, ranksPath(name));
}
