// `npm run index -- add ranks`: loads the ratings of the strongest domains with progress.
import { checkDiskForTables } from '../../server/engine/index/common-crawl/disk-budget.ts';
import { defaultRankRows } from '../../server/engine/index/common-crawl/plan.ts';
import { diskForRanks } from '../../server/engine/index/common-crawl/ranks/disk-for-ranks.ts';
import { type LoadRanks, loadRanks } from '../../server/engine/index/common-crawl/ranks/load-ranks.ts';
import { chooseGraph, listGraphs } from '../../server/engine/index/common-crawl/releases/list-releases.ts';
import type { CrawlSource } from '../../server/engine/index/common-crawl/source/crawl-source.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Database } from '../../server/platform/db.ts';
import { OperatorError } from '../../server/platform/operator-error.ts';

export async function addRanks(
  config: Config,
  { db, source }: { db: Database; source: CrawlSource },
  { rows, release }: { rows?: string; release?: string },
): Promise<void> {
  const wanted = rows === undefined ? defaultRankRows : Number(rows);
  if (!Number.isSafeInteger(wanted) || wanted < 1)
    throw new OperatorError('--rows N: N is the number of domains to rate');
  const graph = chooseGraph(await listGraphs(source), release);
  const options = { graph, rows: Math.min(wanted, graph.nodes), folder: config.linkIndex.folder };
  const needed = await diskForRanks(db.kysely, source, options);
  // Nothing is needed to drop the former ranks after the new ones were published.
  if (needed.stored + needed.downloads > 0) await checkDiskForTables(db.kysely, config.linkIndex, needed);
  const loaded = await loadRanks(db, source, { ...options, onProgress: progressPrinter() });
  console.log(`${loaded.name}: ratings of ${loaded.loaded - loaded.skipped} domains are in use.`);
}

/** Domains, the rate since the start, and the time left. */
function progressPrinter(): NonNullable<LoadRanks['onProgress']> {
  const started = Date.now();
  let before: number | undefined;
  return ({ loaded, wanted }) => {
    before ??= loaded;
    const seconds = (Date.now() - started) / 1000;
    const rate = Math.max(1, Math.round((loaded - before) / seconds));
    const left = Math.round((wanted - loaded) / rate);
    const rest = loaded === before ? '' : `, ${rate} per second, ${left} s left`;
    console.log(`${loaded} of ${wanted} domains${rest}`);
  };
}
