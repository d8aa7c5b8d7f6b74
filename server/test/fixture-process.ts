// Runs a script of server/test/fixtures as a real process, for tests of concurrent or dying processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { thriftyNode } from './thrifty-node.ts';

const path = (name: string) => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));

/** Starts it with the run's compile cache and returns the process, with its output readable line by line. */
export function startFixture(name: string, args: string[]): ChildProcess {
  return spawn(process.execPath, [...thriftyNode, '--no-warnings', path(name), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs it to the end and returns its output; rejects with its errors if it fails. */
export function runFixture(name: string, args: string[]): Promise<string> {
  const child = startFixture(name, args);
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${name} ended with ${code}: ${errors}`)),
    );
  });
}
