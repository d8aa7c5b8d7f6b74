// Zeus as its users run it: a separate process with its own home folder. For tests of starting, stopping and dying.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environmentNames } from '../platform/settings/environment.ts';
import { bareEnv } from './bare-env.ts';
import { freePort } from './free-port.ts';
import { thriftyNode } from './thrifty-node.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

export interface ZeusProcess {
  process: ChildProcess;
  address: string;
  home: string;
  /** Everything printed so far. */
  output(): string;
  /** Sends the signal and waits for the end; returns the exit code (null if the signal ended it). */
  end(signal?: NodeJS.Signals): Promise<number | null>;
}

export interface ZeusOptions {
  part?: 'web' | 'worker' | 'all';
  home?: string;
  env?: Record<string, string>;
}

/** A home folder for one test, and how to remove it. */
export function temporaryHome(): { home: string; remove(): void } {
  const home = mkdtempSync(join(tmpdir(), 'zeus-home-'));
  return { home, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/** Starts Zeus and waits until it is ready. Rejects with its output if it ends before. */
export async function startZeusProcess({ part = 'all', home = '', env = {} }: ZeusOptions): Promise<ZeusProcess> {
  const child = await spawnZeus({ part, home, env });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  await new Promise<void>((resolve, reject) => {
    function read(chunk: Buffer) {
      output += chunk;
      if (/^Zeus is ready/m.test(output)) resolve();
    }
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then((code) => reject(new Error(`Zeus ended with ${code}: ${output}`)));
  });
  return {
    process: child,
    address: /^Zeus is ready at (\S+)/m.exec(output)?.[1] ?? '',
    home,
    output: () => output,
    async end(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      return ended;
    },
  };
}

/** A busy machine takes minutes for what an idle one does in ten seconds. */
export const crawledWithinMs = 600_000;

/** Resolves when the practice web is in the link index of a running Zeus and rated; before that, a search finds little. */
export async function practiceIsCrawled(address: string): Promise<void> {
  const isCrawling = /zeus_jobs\{job="index\.(?:crawl|rate)",state="(?:waiting|running)"\} [1-9]/;
  const until = Date.now() + crawledWithinMs;
  while (isCrawling.test(await (await fetch(`${address}/metrics`)).text())) {
    if (Date.now() > until) throw new Error(`The practice web is not crawled after ${crawledWithinMs / 1_000} s.`);
    await wait(500);
  }
}

/** Empty means not set, and set values win over .env: a developer's own settings must not reach the tests. */
const notSet = Object.fromEntries(environmentNames.map((name) => [name, '']));

/** Starts Zeus without waiting for it. */
export async function spawnZeus({ part = 'all', home = '', env = {} }: ZeusOptions) {
  const port = String(await freePort());
  return spawn(process.execPath, [...thriftyNode, main, part], {
    env: { ...bareEnv, HOME: process.env.HOME, ...notSet, PORT: port, ZEUS_HOME: home, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Starts Zeus expecting it to refuse; returns its exit code and output. */
export async function refusedStart(options: ZeusOptions): Promise<{ code: number; output: string }> {
  const started = await startZeusProcess(options).catch((error: Error) => error);
  if (!(started instanceof Error)) {
    await started.end();
    throw new Error('Zeus started although it should not have');
  }
  const [, code, output] = /^Zeus ended with (\d+): (.*)$/s.exec(started.message) ?? [];
  return { code: Number(code), output: output ?? '' };
}
