// The running server: one process that is started, watched until it accepts connections, and stopped.
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface, type Interface } from 'node:readline';
import { within } from '../../within.ts';
import type { Binaries } from '../binaries.ts';
import { explainFailure } from '../explain.ts';
import { type RunAs, spawnIdentity } from '../identity/run-as.ts';
import { runCommand } from '../run-command.ts';

export interface ServerProcess {
  /** Resolves when the server accepts connections; rejects with OperatorError if it ends before. */
  ready: Promise<void>;
  /** Resolves when the process is gone, with its last output and how it ended. */
  exited: Promise<string>;
  /** Stops the server: gracefully first, by force if that takes too long. May be called again. */
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
// Gracefully first; all of Zeus has ten seconds to stop.
const stopSteps: [NodeJS.Signals, number][] = [
  ['SIGINT', 6_000],
  ['SIGQUIT', 2_000],
  ['SIGKILL', 2_000],
];

export function startServerProcess(start: ServerStart): ServerProcess {
  const { binaries, runAs, dataDir, args, log } = start;
  const [file = '', ...rest] = [...runAs.prefix, binaries.postgres, ...args];
  const child = spawn(file, rest, {
    ...spawnIdentity(runAs),
    // Its own session keeps Ctrl-C in the terminal from reaching the server before Zeus has finished with it.
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lastLines: string[] = [];
  const lines = createInterface({ input: child.stderr });
  lines.on('line', (line) => {
    log(line);
    lastLines.push(line);
    if (lastLines.length > 20) lastLines.shift();
  });
  const exited = watchExit(child).then((how) => [...lastLines, how].join('\n').trim());
  const ready = waitUntilReady(lines, exited, (said) =>
    explainFailure(`PostgreSQL did not start on ${dataDir}`, dataDir, said),
  );
  // If a server is stopped before it is ready, no one waits for it.
  ready.catch(() => {});
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= stopServer(start, child, exited);
    return stopping;
  };
  return { ready, exited, stop };
}

function waitUntilReady(lines: Interface, exited: Promise<string>, explain: (said: string) => Error): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const silence = setTimeout(() => fail(`It printed nothing for ${silenceLimit / 1000} seconds.`), silenceLimit);
    const fail = (said: string) => {
      stopListening();
      reject(explain(said));
    };
    const hear = (line: string) => {
      silence.refresh();
      if (!line.includes('database system is ready to accept connections')) return;
      stopListening();
      resolve();
    };
    const stopListening = () => {
      clearTimeout(silence);
      lines.off('line', hear);
    };
    lines.on('line', hear);
    exited.then(fail);
  });
}

function watchExit(child: ChildProcess): Promise<string> {
  // Where the system does not stop the server with us, this does, except after kill -9.
  const stopWithUs = () => child.kill('SIGINT');
  process.once('exit', stopWithUs);
  return new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      const how = code === 0 ? '' : `The server ended with ${signal ? `signal ${signal}` : `exit code ${code}`}.`;
      // Its last output is still on the way. Its children write there too, and a busy one may outlive it: don't wait for them.
      const timer = setTimeout(() => resolve(how), 500);
      child.once('close', () => {
        clearTimeout(timer);
        resolve(how);
      });
    });
  }).finally(() => process.off('exit', stopWithUs));
}

async function stopServer(
  { binaries, dataDir }: ServerStart,
  child: ChildProcess,
  exited: Promise<string>,
): Promise<void> {
  if (process.platform === 'win32') {
    await runCommand([binaries.pgCtl, 'stop', '-D', dataDir, '-m', 'fast', '-w'], { timeout: 8_000 });
  }
  for (const [signal, limit] of stopSteps) {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    if ((await within(limit, exited)) !== null) return;
  }
}
