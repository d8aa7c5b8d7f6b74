// A campaign worker as a process of its own, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Death, WorkerOptions } from './campaign-worker.ts';
import { thriftyNode } from './thrifty-node.ts';

const script = fileURLToPath(new URL('./campaign-worker.ts', import.meta.url));
/** Halves a worker's load time, as in main.ts. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

export interface WorkerProcess {
  process: ChildProcess;
  /** Resolves when it is gone and all it printed has been read. */
  closed: Promise<unknown>;
  isAlive(): boolean;
  /** Makes a loaded worker start working. */
  work(): void;
  /** Has it kill itself; resolves when it counts statements, or is gone. */
  dieAt(death: Death): Promise<void>;
  /** Kills it; resolves when it is gone. */
  kill(): Promise<void>;
}

/** Starts a process that loads everything and waits for `work`. `onLine` gets what it prints. */
export function startWorkerProcess(options: WorkerOptions, onLine?: (line: string) => void): WorkerProcess {
  const worker = spawn(process.execPath, [...thriftyNode, '--no-warnings', script], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, TEST_WORKER: JSON.stringify(options) },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: worker.stdout });
  if (onLine) lines.on('line', onLine);
  worker.stdin.on('error', () => {});
  const closed = once(worker, 'close');
  return {
    process: worker,
    closed,
    isAlive: () => worker.exitCode === null && worker.signalCode === null,
    work: () => void worker.stdin.write('work\n'),
    async dieAt(death) {
      const counts = new Promise<void>((resolve) => {
        lines.on('line', (line) => line === 'counting' && resolve());
      });
      worker.stdin.write(`${JSON.stringify(death)}\n`);
      await Promise.race([counts, closed]);
    },
    async kill() {
      worker.kill('SIGKILL');
      await closed;
    },
  };
}
