// The running server: one process that is started, watched until it accepts connections, and stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Binaries } from './binaries.ts';
import { explainFailure } from './explain.ts';
import { type RunAs, spawnIdentity } from './run-as.ts';
import { runCommand } from './run-command.ts';

export interface ServerProcess {
  /** Resolves when the server accepts connections; rejects with EmbeddedPostgresError when it ends before. */
  ready: Promise<void>;
  /** Resolves when the process is gone, with what it said last. */
  exited: Promise<string>;
  /** Ends the server: orderly at first, by force when that takes too long. */
  stop(): Promise<void>;
}

export interface ServerStart {
  binaries: Binaries;
  runAs: RunAs;
  dataDir: string;
  args: string[];
  log: (line: string) => void;
}

// Recovery after a crash can take minutes, but it reports every ten seconds.
const silenceLimit = 60_000;
// Orderly first; the whole of Zeus has ten seconds to stop.
const stopSteps: [NodeJS.Signals, number][] = [
  ['SIGINT', 6_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 2_000],
];

export function startServerProcess({ binaries, runAs, dataDir, args, log }: ServerStart): ServerProcess {
  const [file = binaries.postgres, ...rest] = [...runAs.prefix, binaries.postgres, ...args];
  // A session of its own keeps Ctrl-C in the terminal from reaching the server before Zeus has finished with it.
  const child = spawn(file, rest, {
    ...spawnIdentity(runAs),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lastLines: string[] = [];
  const atProcessExit = () => child.kill('SIGINT');
  process.once('exit', atProcessExit);

  const exited = new Promise<string>((resolve) => {
    const end = (why?: string) => {
      process.off('exit', atProcessExit);
      resolve([...lastLines, ...(why ? [why] : [])].join('\n'));
    };
    child.once('error', (error) => end(error.message));
    child.once('close', () => end());
  });

  const ready = new Promise<void>((resolve, reject) => {
    const fail = (said: string) => reject(explainFailure(`PostgreSQL did not start on ${dataDir}`, dataDir, said));
    let silence = setTimeout(() => fail(''), silenceLimit);
    const lines = child.stderr ? createInterface({ input: child.stderr }) : null;
    lines?.on('line', (line) => {
      log(line);
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      clearTimeout(silence);
      silence = setTimeout(() => fail(lastLines.join('\n')), silenceLimit);
      if (line.includes('database system is ready to accept connections')) {
        clearTimeout(silence);
        resolve();
      }
    });
    exited.then((said) => {
      clearTimeout(silence);
      fail(said);
    });
  });
  ready.catch(() => {});

  let stopping: Promise<void> | null = null;
  const stop = () => {
    stopping ??= stopServer(child, exited, { binaries, dataDir });
    return stopping;
  };
  return { ready, exited, stop };
}

async function stopServer(
  child: ChildProcess,
  exited: Promise<string>,
  server: Pick<ServerStart, 'binaries' | 'dataDir'>,
) {
  if (process.platform === 'win32') {
    await runCommand([server.binaries.pgCtl, 'stop', '-D', server.dataDir, '-m', 'fast', '-w']);
  }
  for (const [signal, limit] of stopSteps) {
    child.kill(signal);
    if (await endsWithin(exited, limit)) return;
  }
}

async function endsWithin(exited: Promise<string>, limit: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limit);
  });
  return Promise.race([exited.then(() => true), late]).finally(() => clearTimeout(timer));
}
