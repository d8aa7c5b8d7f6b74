// Loads a file in a thread of its own, because parsing keeps a core busy for seconds, and requests and campaigns run in this one. The thread
// is kept for the next file: compiling its code again would take 15 % of the time that a file takes.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { OperatorError } from '../../../../platform/operator-error.ts';
import type { ThreadReport, ThreadTask } from './load-file-thread.ts';

/** Megabytes for short-lived objects. With V8's default, memory peaks at 300 MB instead of 190, and reading is no faster. */
export const youngGenerationMb = 36;
/** For how long a thread waits for the next file. */
const idleMs = 30_000;
const idle: Worker[] = [];

/** Rejects like loadFile. The thread ends when the signal is aborted, and what it has not committed is undone. */
export async function loadInThread(task: ThreadTask, signal: AbortSignal): Promise<'loaded' | 'busy'> {
  signal.throwIfAborted();
  const thread = idle.pop() ?? startThread();
  const stop = () => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    thread.ref();
    thread.postMessage(task);
    const report = await nextReport(thread);
    signal.throwIfAborted();
    if (report === undefined) throw new Error('The thread that loads a file ended without a report.');
    keepForNext(thread);
    if ('problem' in report) throw new OperatorError(report.problem);
    return report.outcome;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function startThread(): Worker {
  const resourceLimits = { maxYoungGenerationSizeMb: youngGenerationMb };
  const thread = new Worker(new URL('./load-file-thread.ts', import.meta.url), { resourceLimits });
  // `nextReport` rejects on errors while a file is loaded. Without a listener, one in between would end the process.
  thread.on('error', () => {});
  thread.on('exit', () => forget(thread));
  return thread;
}

/** Undefined if the thread was ended. Rejects with an error that it did not catch. */
async function nextReport(thread: Worker): Promise<ThreadReport | undefined> {
  const done = new AbortController();
  try {
    const ended = once(thread, 'exit', { signal: done.signal }).then(() => []);
    const [report] = await Promise.race([once(thread, 'message', { signal: done.signal }), ended]);
    return report as ThreadReport | undefined;
  } finally {
    done.abort();
  }
}

function keepForNext(thread: Worker): void {
  idle.push(thread);
  // It doesn't keep the process running.
  thread.unref();
  setTimeout(() => forget(thread) && void thread.terminate(), idleMs).unref();
}

/** False if the thread is at work or gone. */
function forget(thread: Worker): boolean {
  const at = idle.indexOf(thread);
  if (at >= 0) idle.splice(at, 1);
  return at >= 0;
}
