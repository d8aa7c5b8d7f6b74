// How much more disk a load of a graph needs. What is there already, of a load that continues, counts as used.
import { dirname, join } from 'node:path';
import { folderBytes } from '../disk-budget.ts';
import { costOfGraph } from '../plan.ts';
import type { CrawlSource } from '../source/crawl-source.ts';
import { readManifest, workFolder } from './files/graph-files.ts';
import { graphPath, type LoadGraph } from './graph-load.ts';

/** 0 if its files are complete, also when a killed load has not published them. */
export async function diskForGraph(
  source: Pick<CrawlSource, 'isLocal'>,
  { graph, folder }: Pick<LoadGraph, 'graph' | 'folder'>,
): Promise<number> {
  if ((await readManifest(folder, graph.id)) !== null) return 0;
  const { diskBytes, temporaryBytes } = costOfGraph(graph);
  const built = await folderBytes(workFolder(folder, graph.id));
  const downloaded = await folderBytes(join(folder, dirname(graphPath(graph.id, 'edges'))));
  return Math.max(0, diskBytes + (source.isLocal ? 0 : temporaryBytes) - built - downloaded);
}
