// The thread of load-in-thread.ts: loads one file after the other, each with connections of its own, and reports how it ended.
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { Config } from '../../../../platform/config.ts';
import { type DatabaseAddress, openDatabase } from '../../../../platform/db.ts';
import { engineFor } from '../../engine/engine-for.ts';
import type { DiskBudget } from '../disk-budget.ts';
import { openCrawlSource } from '../source/crawl-source.ts';
import { problemOf } from './load-file.job.ts';
import { type FileToLoad, loadFile } from './load-file.ts';

export interface ThreadTask {
  address: DatabaseAddress;
  clickhouse: Config['linkIndex']['clickhouse'];
  file: FileToLoad;
  options: DiskBudget;
  /** Tells the operator of the source who is asking. */
  contact: string;
}

/** What the thread answers. */
export type ThreadReport = { outcome: 'loaded' | 'busy' } | { problem: string };

// Linux has a priority per thread: a tenth of the CPU while requests and campaigns need it. Elsewhere it is one per process.
if (process.platform === 'linux') setPriority(10);

// An error that `load` throws ends the thread and rejects the pending load.
parentPort?.on('message', async (task: ThreadTask) => parentPort?.postMessage(await load(task)));

async function load({ address, clickhouse, file, options, contact }: ThreadTask): Promise<ThreadReport> {
  const db = openDatabase(address, { poolSize: 2, applicationName: 'zeus index' });
  const source = openCrawlSource(file.source, contact);
  try {
    return { outcome: await loadFile({ db, engine: engineFor(db, { clickhouse }), source }, file, options) };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { problem };
  } finally {
    await Promise.all([source.close(), db.close()]);
  }
}
