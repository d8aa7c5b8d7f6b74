// How much more disk a load of ranks needs. What is there already, of a load that continues, counts as used.
import type { Kdb } from '../../../../platform/db.ts';
import type { NeededDisk } from '../disk-budget.ts';
import { costOfRanks } from '../plan.ts';
import { readReleases } from '../releases/releases.store.ts';
import type { CrawlSource } from '../source/crawl-source.ts';
import { downloadedBytes } from '../source/read-file.ts';
import { type LoadRanks, ranksPath } from './load-ranks.ts';
import { measureRanks } from './ranks.store.ts';

export async function diskForRanks(
  db: Kdb,
  source: Pick<CrawlSource, 'isLocal'>,
  { graph, rows, folder }: Pick<LoadRanks, 'graph' | 'rows' | 'folder'>,
): Promise<NeededDisk> {
  const release = (await readReleases(db)).find(({ kind, name }) => kind === 'ranks' && name === graph.id);
  if (release?.state === 'ready') return { stored: 0, downloads: 0 };
  const { diskBytes, temporaryBytes } = costOfRanks(rows);
  const stored = release ? await measureRanks(db, release.id) : 0;
  const downloaded = await downloadedBytes(folder, ranksPath(graph.id));
  return {
    stored: Math.max(0, diskBytes - stored),
    downloads: source.isLocal ? 0 : Math.max(0, temporaryBytes - downloaded),
  };
}
