// Loads a file in a thread of its own, because parsing keeps a core busy for seconds, and requests and campaigns run in this one.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '../../../../platform/config.ts';
import type { DatabaseAddress } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import type { FileToLoad, LoadOptions } from './load-file.ts';

/** What the thread is started with. */
export interface ThreadTask {
  address: DatabaseAddress;
  clickhouse: Config['linkIndex']['clickhouse'];
  file: FileToLoad;
  options: Pick<LoadOptions, 'folder' | 'diskBytes'>;
  /** Tells the operator of the source who is asking. */
  contact: string;
}

/** What the thread reports. */
export type ThreadReport = { outcome: 'loaded' | 'busy' } | { problem: string };

/** Rejects like loadFile. The thread ends when the signal is aborted, and what it has not committed is undone. */
export async function loadInThread(task: ThreadTask, signal: AbortSignal): Promise<'loaded' | 'busy'> {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./load-file-thread.ts', import.meta.url), { workerData: task });
  const stop = () => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const reports: ThreadReport[] = [];
    thread.on('message', (report: ThreadReport) => reports.push(report));
    // Rejects with an error that the thread did not catch.
    await once(thread, 'exit');
    signal.throwIfAborted();
    const [report] = reports;
    if (report === undefined) throw new Error('The thread that loads a file ended without a report.');
    if ('problem' in report) throw new OperatorError(report.problem);
    return report.outcome;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
