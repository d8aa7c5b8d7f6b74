// `npm run index -- add pages`: loads the page sample with progress.
import { pino } from 'pino';
import { checkDiskForPages } from '../../server/engine/index/common-crawl/disk-budget.ts';
import { backgroundLoad } from '../../server/engine/index/common-crawl/pages/background-load.ts';
import { followLoad, startLoad } from '../../server/engine/index/common-crawl/pages/load-pages.ts';
import { countLoadedFiles, type PartProgress } from '../../server/engine/index/common-crawl/pages/page-parts.store.ts';
import { downloadsOfPages } from '../../server/engine/index/common-crawl/plan.ts';
import { chooseCrawl, listCrawls } from '../../server/engine/index/common-crawl/releases/list-releases.ts';
import type { CrawlSource } from '../../server/engine/index/common-crawl/source/crawl-source.ts';
import type { IndexEngine } from '../../server/engine/index/engine/index-engine.ts';
import { loadIndexFile } from '../../server/jobs.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Database } from '../../server/platform/db.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';
import { openQueue } from '../../server/platform/queue.ts';

interface Parts {
  db: Database;
  engine: IndexEngine;
  source: CrawlSource;
}

/** When a load is paused, files that this process has begun are still finished. */
const finishSeconds = 3_600;

/** Enqueues the files and works on them, beside any workers of Zeus, until all are loaded. */
export async function addPages(
  config: Config,
  parts: Parts,
  { count, release }: { count: string; release?: string },
): Promise<void> {
  const files = Number(count);
  if (!Number.isSafeInteger(files) || files < 1 || files > 1e6)
    throw new OperatorError('add pages N: N is the number of files to load');
  const { db, source } = parts;
  const crawl = chooseCrawl(await listCrawls(source), release);
  const { folder, source: place } = config.linkIndex;
  const rest = Math.max(0, files - (await countLoadedFiles(db.kysely, crawl)));
  await checkDiskForPages(parts, config.linkIndex, { files: rest, downloads: source.isLocal ? 0 : downloadsOfPages });
  const log = pino({ level: 'warn' });
  const queue = await openQueue(db, { jobs: [loadIndexFile], log, drainSeconds: finishSeconds });
  try {
    const part = await startLoad(
      { ...parts, enqueue: (orders) => queue.enqueueMany(db.kysely, loadIndexFile, orders) },
      { crawl, files, folder, place },
    );
    queue.handle(loadIndexFile, backgroundLoad({ config, db }));
    if (part !== null) await queue.startWorking();
    console.log(`${crawl}: ${part === null ? messages.complete : await outcomeOf(db, part.id)}`);
  } finally {
    await queue.stop();
  }
}

/** Why a load stopped is returned, not thrown, so that it is printed before files that have been started are finished. */
async function outcomeOf({ kysely }: Database, part: number): Promise<string> {
  try {
    return messages[await followLoad(kysely, part, { onProgress: printProgress() })];
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.exitCode = 1;
    return `${error.message}\nFiles already started will still finish.`;
  }
}

const messages = {
  published: 'all files are loaded and in use.',
  complete: 'that many files are already loaded and in use. Pass a larger number to add more.',
  paused: 'paused. Files already started will still finish. Run the same command again to continue.',
};

/** Files, pages, links, the rate since the start, and the time left. */
function printProgress(): (progress: PartProgress) => void {
  const startedAt = Date.now();
  let start: PartProgress | undefined;
  return (progress) => {
    start ??= progress;
    const { loaded, wanted, pages, links, skipped } = progress;
    const seconds = (Date.now() - startedAt) / 1000;
    // Files that were loaded earlier say nothing about the speed of this run.
    const perSecond = (now: number, before: number) => (now - before) / seconds;
    const bad = skipped > 0 ? `, ${skipped} records skipped` : '';
    const rate = `, ${Math.round(perSecond(pages, start.pages))} pages per second`;
    const left = `, ${Math.ceil((wanted - loaded) / perSecond(loaded, start.loaded) / 60)} min left`;
    const speed = loaded === start.loaded ? '' : rate + (loaded === wanted ? '' : left);
    console.log(`${loaded} of ${wanted} files, ${pages} pages, ${links} links${bad}${speed}`);
    if (loaded >= wanted) console.log('Building indexes and lists.');
  };
}
