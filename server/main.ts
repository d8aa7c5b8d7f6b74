// Starts Zeus: `web`, `worker`, or both in one process (the default). Stops it cleanly on Ctrl-C or SIGTERM.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadConfig } from './platform/config.ts';
import { ConfigError } from './platform/environment.ts';
import { createLog, type Log } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { startZeus } from './start.ts';

const stopWithinMs = 10_000;
const impatientAfterMs = 500;
const parts = { web: ['web'], worker: ['worker'], all: ['web', 'worker'] } as const;

async function main(): Promise<void> {
  const [wanted = 'all', ...flags] = process.argv.slice(2);
  if (!(wanted in parts)) throw new ConfigError(`"${wanted}" is not a part of Zeus. Use web, worker or all.`);
  readDotEnv();
  const config = loadConfig();
  const log = createLog(config);
  // While it starts there is nothing to finish; a database that runs by then ends with this process.
  let stop = async (): Promise<void> => {};
  stopOnSignal(log, () => stop());
  const zeus = await startZeus(config, log, {
    parts: [...parts[wanted as keyof typeof parts]],
    buildWeb: !flags.includes('--no-web-build'),
  });
  stop = zeus.stop;
  process.stdout.write(zeus.address ? `Zeus is ready at ${zeus.address}\n` : 'Zeus is ready to work\n');
}

/** Settings in .env count only where the environment does not say otherwise. */
function readDotEnv(): void {
  const file = fileURLToPath(new URL('../.env', import.meta.url));
  if (existsSync(file)) process.loadEnvFile(file);
}

function stopOnSignal(log: Log, stop: () => Promise<void>): void {
  let stoppingSince: number | undefined;
  async function handleSignal(signal: string): Promise<void> {
    if (stoppingSince !== undefined) {
      // npm and the terminal both pass Ctrl-C on, so one press may arrive twice; a later one is impatience.
      if (performance.now() - stoppingSince > impatientAfterMs) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    await stop().catch((error: unknown) => log.error({ err: error }, 'stopping failed'));
    process.exit(0);
  }
  process.on('SIGINT', handleSignal);
  process.on('SIGTERM', handleSignal);
}

/** What is written for the operator is said as it is; anything else shows where it came from. */
function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

main().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
