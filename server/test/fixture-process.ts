// Runs a script of server/test/fixtures as a real process, for tests of concurrent or dying processes.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { thriftyNode } from './thrifty-node.ts';

const path = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** Starts it with the run's compile cache and returns the process, with its output readable line by line. */
export function startFixture(name: string, args: string[]): ChildProcess {
  return spawn(process.execPath, [...thriftyNode, '--no-warnings', path(name), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to the end and returns its output; rejects with its errors if it fails. */
export async function runFixture(name: string, args: string[]): Promise<string> {
  const command = [...thriftyNode, '--no-warnings', path(name), ...args];
  return (await promisify(execFile)(process.execPath, command)).stdout;
}
