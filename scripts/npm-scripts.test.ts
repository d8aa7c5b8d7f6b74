// The commands that run until they are stopped, started as operators do: through npm, which starts them with a shell.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const packageFile = resolve(import.meta.dirname, '../package.json');
/** Ends by itself with its input, if the signal doesn't arrive. */
const standIn = `
  process.on('SIGTERM', () => process.exit(7));
  process.stdin.resume().on('end', () => process.exit(1));
  console.log('ready');`;

test.each(['start', 'web', 'worker', 'dev', 'practice'])(
  'SIGTERM to "npm run %s" reaches the program',
  async (name) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'zeus-npm-'));
    cpSync(packageFile, join(folder.path, 'package.json'));
    for (const program of ['server/main.ts', 'scripts/dev.ts', 'practice/main.ts']) {
      mkdirSync(join(folder.path, dirname(program)), { recursive: true });
      writeFileSync(join(folder.path, program), standIn);
    }
    const npm = spawn('npm', ['run', '--silent', name], { cwd: folder.path, stdio: ['pipe', 'pipe', 'inherit'] });
    await new Promise((ready) => npm.stdout.once('data', ready));
    npm.kill('SIGTERM');
    const code = await new Promise((ended) => npm.once('exit', ended));
    npm.stdin.end();
    expect(code).toBe(7);
  },
);
