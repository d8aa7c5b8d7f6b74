// Starts a server for a test in a folder of its own, and stops it.
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface ServerStart {
  name: string;
  /** Where it runs and logs. */
  folder: string;
  command: readonly string[];
  answers(): Promise<boolean>;
}

export type StopServer = () => Promise<void>;

/** Less than what Vitest gives a hook. */
const limitMs = 100_000;

// The shell ends with the server. It kills the server as soon as its own input ends, which also happens when this process is killed.
const killedWithUs =
  'exec 3<&0; "$@" >server.log 2>&1 3<&- & server=$!; (cat <&3 >/dev/null; kill -9 $server) & wait $server';

/** Returns once the server answers, with what kills it. Throws what it has logged if it ends or takes too long. */
export async function startServer({ name, folder, command, answers }: ServerStart): Promise<StopServer> {
  const child = spawn('sh', ['-c', killedWithUs, 'sh', ...command], {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  const stop = async () => {
    child.stdin.destroy();
    await closed;
  };
  const end = Date.now() + limitMs;
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > end) {
      await stop();
      throw new Error(`${name} does not start: ${await readFile(join(folder, 'server.log'), 'utf8')}`);
    }
    await wait(50);
  }
  return stop;
}
