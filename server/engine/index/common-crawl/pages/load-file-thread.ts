// The thread of load-in-thread.ts: loads one file with connections of its own, and reports how it ended.
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '../../../../platform/db.ts';
import { engineFor } from '../../engine/engine-for.ts';
import { openCrawlSource } from '../source/crawl-source.ts';
import { problemOf } from './load-file.job.ts';
import { loadFile } from './load-file.ts';
import type { ThreadReport, ThreadTask } from './load-in-thread.ts';

// Linux has a priority per thread: a tenth of the CPU while requests and campaigns need it. Elsewhere it is one per process.
if (process.platform === 'linux') setPriority(10);

const { address, clickhouse, file, options, contact } = workerData as ThreadTask;
// One connection has the lock of the file.
const db = openDatabase(address, { poolSize: 3, applicationName: 'zeus index' });
const source = openCrawlSource(file.source, contact);
const report = await loadFile({ db, engine: engineFor(db, { clickhouse }), source }, file, options).then(
  (outcome): ThreadReport => ({ outcome }),
  (error: unknown): ThreadReport => {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { problem };
  },
);
parentPort?.postMessage(report);
await Promise.all([source.close(), db.close()]);
