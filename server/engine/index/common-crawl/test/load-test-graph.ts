// Loads a small web graph, as `add graph` does, for tests that read one.
import { join } from 'node:path';
import type { Database } from '../../../../platform/db.ts';
import { loadGraph } from '../graph/load-graph.ts';
import { type GraphReader, graphReader } from '../graph/referring-domains.ts';
import { chooseGraph, listGraphs } from '../releases/list-releases.ts';
import { openCrawlSource } from '../source/crawl-source.ts';
import { type LinkedHosts, writeGraph } from './write-mirror.ts';

/** `folder`: of the link index; the graph's sources are written beside its files. */
export async function loadTestGraph(db: Database, folder: string, linked: LinkedHosts): Promise<GraphReader> {
  const mirror = join(folder, 'mirror');
  await writeGraph(mirror, linked);
  const source = openCrawlSource(mirror, 'test');
  const graph = chooseGraph(await listGraphs(source), undefined);
  await loadGraph(db, source, { graph, folder, diskBytes: 1e12, buckets: 2 });
  return graphReader({ db: db.kysely, folder });
}
