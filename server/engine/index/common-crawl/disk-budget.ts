// Whether the index may use more disk: it stays within the operator's budget, and on a disk that has room.
import type { Stats } from 'node:fs';
import { mkdir, readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database, Kdb } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import type { IndexEngine } from '../engine/index-engine.ts';
import { countUnindexed } from './pages/page-parts.store.ts';
import { costOfPages, sortingOfPages } from './plan.ts';
import { indexBytes, sampleFigures } from './sample-figures.ts';

export interface DiskBudget {
  /** Of downloads and graphs. */
  folder: string;
  /** For everything, wherever it is stored. */
  diskBytes: number;
  /** Whether PostgreSQL stores its tables on this machine. With DATABASE_URL, only its own server knows how much room it has. */
  isDatabaseLocal: boolean;
}

/** Bytes in the database, and of downloads and graphs. */
export async function measureDisk(db: Kdb, folder: string): Promise<{ tables: number; files: number }> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(pg_total_relation_size(relid)), 0)::bigint as bytes
    from (values ('index_domain_ranks'), ('index_sample_pages'), ('index_sample_links'), ('index_sample_lists')) parts (name),
      pg_partition_tree(parts.name::regclass)`.execute(db);
  return { tables: rows[0]?.bytes ?? 0, files: await folderBytes(folder) };
}

/** Of all files below it; 0 if it is not there. */
export async function folderBytes(folder: string): Promise<number> {
  return (await statAll(folder)).reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

/** Of a folder and everything below it, without what is not there or was removed meanwhile. */
export async function statAll(folder: string): Promise<Stats[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const all = await Promise.all(['.', ...names].map((name) => stat(join(folder, name)).catch(() => null)));
  return all.filter((entry) => entry !== null);
}

/**
 * `needed`: what the next step adds at most; `remote`: what is used and added on other machines. Throws OperatorError if that is more
 * than the budget or the disk of this machine allows.
 */
export async function checkDisk(
  db: Kdb,
  { folder, diskBytes }: Pick<DiskBudget, 'folder' | 'diskBytes'>,
  needed: number,
  remote: { used: number; needed: number } = { used: 0, needed: 0 },
): Promise<void> {
  const { tables, files } = await measureDisk(db, folder);
  const used = tables + files + remote.used;
  const added = needed + remote.needed;
  if (used + added > diskBytes) {
    throw new OperatorError(
      `This needs ${gigabytes(added)} of disk. The index uses ${gigabytes(used)} and may use ` +
        `${gigabytes(diskBytes)} (INDEX_DISK). Raise the limit, drop a release, or load less.`,
    );
  }
  await mkdir(folder, { recursive: true });
  const { bavail, bsize } = await statfs(folder);
  if (needed > bavail * bsize) {
    throw new OperatorError(`This needs ${gigabytes(needed)} of disk, and ${gigabytes(bavail * bsize)} are free.`);
  }
}

export interface NeededDisk {
  /** In tables, which may be on another machine. */
  stored: number;
  /** Always on this machine. */
  downloads: number;
}

/** For what PostgreSQL stores. */
export async function checkDiskForTables(
  db: Kdb,
  budget: DiskBudget,
  { stored, downloads }: NeededDisk,
): Promise<void> {
  if (budget.isDatabaseLocal) await checkDisk(db, budget, stored + downloads);
  else await checkDisk(db, budget, downloads, { used: 0, needed: stored });
}

/** For files to load. In PostgreSQL, those that are loaded will also need indexes and lists, and sorting needs space besides. */
export async function checkDiskForPages(
  { db, engine }: { db: Pick<Database, 'kysely'>; engine: Pick<IndexEngine, 'remoteBytes'> },
  budget: DiskBudget,
  { files, downloads }: { files: number; downloads: number },
): Promise<void> {
  const used = await engine.remoteBytes();
  const stored = costOfPages(files).diskBytes;
  if (used === null) {
    const published = (await missingIndexBytes(db.kysely)) + sortingOfPages(files);
    await checkDiskForTables(db.kysely, budget, { stored: stored + published, downloads });
  } else await checkDisk(db.kysely, budget, downloads, { used, needed: stored });
}

/** Before a part is published, which builds its indexes in PostgreSQL. ClickHouse needs no more disk then. */
export async function checkDiskForIndexes(db: Kdb, budget: DiskBudget): Promise<void> {
  const stored = await missingIndexBytes(db);
  if (stored > 0) await checkDiskForTables(db, budget, { stored, downloads: 0 });
}

/** With the space to sort them. */
async function missingIndexBytes(db: Kdb): Promise<number> {
  const { pages, links } = await countUnindexed(db);
  return pages * indexBytes.perPage + links * (indexBytes.perLink + sampleFigures.sortingBytesPerLink);
}

export const gigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(bytes < 1e10 ? 2 : 0)} GB`;
