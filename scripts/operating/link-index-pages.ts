// `npm run index -- add pages`: loads the page sample with progress.
import { checkDisk } from '../../server/engine/index/common-crawl/disk-budget.ts';
import { type LoadProgress, loadPages } from '../../server/engine/index/common-crawl/pages/load-pages.ts';
import { countLoadedFiles } from '../../server/engine/index/common-crawl/pages/page-parts.store.ts';
import { costOfPages } from '../../server/engine/index/common-crawl/plan.ts';
import { chooseCrawl, listReleases } from '../../server/engine/index/common-crawl/releases/list-releases.ts';
import type { CrawlSource } from '../../server/engine/index/common-crawl/source/crawl-source.ts';
import type { IndexEngine } from '../../server/engine/index/engine/index-engine.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Database } from '../../server/platform/db.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';

interface Parts {
  db: Database;
  engine: IndexEngine;
  source: CrawlSource;
}

export async function addPages(
  config: Config,
  parts: Parts,
  { count, release }: { count: string; release?: string },
): Promise<void> {
  const files = Number(count);
  if (!Number.isSafeInteger(files) || files < 1 || files > 1e6)
    throw new OperatorError('add pages N: how many files to load');
  const crawl = chooseCrawl(await listReleases(parts.source), release);
  const { folder, diskBytes } = config.linkIndex;
  const rest = costOfPages(Math.max(0, files - (await countLoadedFiles(parts.db.kysely, crawl))));
  await checkDisk(parts.db.kysely, config.linkIndex, rest.diskBytes + (parts.source.isLocal ? 0 : rest.temporaryBytes));
  const onProgress = progressPrinter();
  const outcome = await loadPages(parts, { crawl, files, folder, diskBytes, onProgress });
  console.log(`${crawl}: ${said[outcome]}`);
}

const said = {
  published: 'all files are loaded and in use.',
  complete: 'that many files are already loaded and in use. Name a larger number to add more.',
  paused: 'paused. Run the same command again to continue.',
  others: 'other processes are loading the last files. If none is running, run the same command again.',
};

/** Files, pages, links, the rate since the start, and the time left. */
function progressPrinter(): (progress: LoadProgress) => void {
  const started = Date.now();
  let before: number | undefined;
  return ({ loaded, wanted, pages, links, skipped }) => {
    const seconds = (Date.now() - started) / 1000;
    // Files that were loaded earlier say nothing about the speed of this run.
    before ??= loaded - 1;
    const left = Math.ceil(((seconds / (loaded - before)) * (wanted - loaded)) / 60);
    const rate = Math.round(((pages / loaded) * (loaded - before)) / seconds);
    const bad = skipped > 0 ? `, ${skipped} records skipped` : '';
    console.log(
      `${loaded} of ${wanted} files, ${pages} pages, ${links} links${bad}, ${rate} pages per second, ${left} min left`,
    );
  };
}
