// `npm run index -- add graph`: loads the links between domains with progress.
import { checkDisk } from '../../server/engine/index/common-crawl/disk-budget.ts';
import { diskForGraph } from '../../server/engine/index/common-crawl/graph/disk-for-graph.ts';
import type { GraphProgress } from '../../server/engine/index/common-crawl/graph/graph-load.ts';
import { loadGraph } from '../../server/engine/index/common-crawl/graph/load-graph.ts';
import { chooseGraph, listGraphs } from '../../server/engine/index/common-crawl/releases/list-releases.ts';
import type { CrawlSource } from '../../server/engine/index/common-crawl/source/crawl-source.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Database } from '../../server/platform/db.ts';

export async function addGraph(
  config: Config,
  { db, source }: { db: Database; source: CrawlSource },
  { release }: { release?: string },
): Promise<void> {
  const graph = chooseGraph(await listGraphs(source), release);
  const { folder, diskBytes } = config.linkIndex;
  const needed = await diskForGraph(source, { graph, folder });
  // Nothing is needed to publish a graph that is complete, even if the index has reached its limit.
  if (needed > 0) await checkDisk(db.kysely, config.linkIndex, needed);
  const outcome = await loadGraph(db, source, { graph, folder, diskBytes, onProgress: progressPrinter() });
  console.log(`${graph.id}: ${said[outcome]}`);
}

const said = {
  published: 'the graph is loaded and in use.',
  complete: 'the graph is already loaded and in use.',
  paused: 'paused. Run the same command again to continue.',
};

const units: Record<GraphProgress['step'], string> = {
  download: 'MB downloaded',
  names: 'million domains',
  edges: 'million links read',
  inbound: 'million links sorted',
};
const printEveryMs = 5_000;

/** What is done of the current step, the rate since it began, and the time left. */
function progressPrinter(): (progress: GraphProgress) => void {
  let step: GraphProgress['step'] | undefined;
  let began = { at: 0, done: 0 };
  let nextPrint = 0;
  return (progress) => {
    const now = Date.now();
    if (progress.step !== step || progress.done < began.done) {
      step = progress.step;
      // What was done earlier says nothing about the speed of this run.
      began = { at: now, done: progress.done };
      nextPrint = 0;
    }
    if (now < nextPrint) return;
    nextPrint = now + printEveryMs;
    console.log(line(progress, (progress.done - began.done) / Math.max(0.001, (now - began.at) / 1000)));
  };
}

function line({ step, done, expected, skipped }: GraphProgress, perSecond: number): string {
  const millions = (count: number) => (count / 1e6).toFixed(1);
  const left = Math.ceil(Math.max(0, expected - done) / perSecond / 60);
  const rate = perSecond > 0 ? `, ${millions(perSecond)} per second, about ${left} min left in this step` : '';
  const bad = skipped > 0 ? `, ${skipped} lines skipped` : '';
  return `${millions(done)} of about ${millions(expected)} ${units[step]}${rate}${bad}`;
}
