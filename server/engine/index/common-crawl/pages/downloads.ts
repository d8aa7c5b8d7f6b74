// Removes downloads of WAT files that are no longer wanted.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kdb } from '../../../../platform/db.ts';
import type { Log } from '../../../../platform/log.ts';
import { statAll } from '../disk-budget.ts';
import { checkPath } from '../source/crawl-source.ts';
import { whileNoPartOpens } from './page-parts.store.ts';

const folderOf = (folder: string, crawl: string) => join(folder, checkPath(`crawl-data/${crawl}`));

/** Removes all downloads of a crawl, also those that a killed process left. */
export async function forgetCrawl(folder: string, crawl: string): Promise<void> {
  await rm(folderOf(folder, crawl), { recursive: true, force: true });
}

/** Other folders are not Zeus's. */
const crawlName = /^CC-MAIN-[\w-]+$/;

/** A download that makes no progress gives up long before. */
const unusedMs = 3_600_000;

/**
 * Removes downloads of other crawls that are not being loaded: those that were paused here, and then published or dropped by another
 * machine. Files of a process that is still at work are newer. What can't be removed is logged and left for the next time.
 */
export async function forgetOtherCrawls(
  { db, log }: { db: Kdb; log: Pick<Log, 'warn'> },
  { folder, crawl }: { folder: string; crawl: string },
): Promise<void> {
  const names = await readdir(join(folder, 'crawl-data')).catch(() => []);
  const others = names.filter((name) => name !== crawl && crawlName.test(name));
  if (others.length === 0) return;
  await whileNoPartOpens(db, async (loading) => {
    for (const other of others) {
      if (loading.has(other) || !(await isUnused(folderOf(folder, other)))) continue;
      await forgetCrawl(folder, other).catch((error: unknown) =>
        log.warn({ crawl: other, err: error }, 'downloads that are no longer wanted could not be removed'),
      );
    }
  });
}

async function isUnused(place: string): Promise<boolean> {
  return (await statAll(place)).every(({ mtimeMs }) => mtimeMs < Date.now() - unusedMs);
}
