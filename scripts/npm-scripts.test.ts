// The commands that run until they are stopped. npm starts them with a shell and passes signals to that, so a shell that stays
// (Debian's does) would end alone. The shell is started here as npm does it: npm 9.6.7 to about 10.2 pass no signals on.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const packageFile = resolve(import.meta.dirname, '../package.json');
const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as { scripts: Record<string, string> };
/** Ends by itself with its input, if the signal doesn't arrive. */
const standIn = `
  process.on('SIGTERM', () => process.exit(7));
  process.stdin.resume().on('end', () => process.exit(1));
  console.log('ready');`;

test.each(['start', 'web', 'worker', 'dev', 'practice', 'index', 'backup'])(
  'SIGTERM reaches the program of "npm run %s"',
  async (name) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'zeus-npm-'));
    const [program = ''] = /\S+\.ts/.exec(scripts[name] ?? '') ?? [];
    mkdirSync(join(folder.path, dirname(program)), { recursive: true });
    writeFileSync(join(folder.path, program), standIn);
    const shell = spawn('sh', ['-c', scripts[name] ?? ''], { cwd: folder.path, stdio: ['pipe', 'pipe', 'inherit'] });
    await new Promise((ready) => shell.stdout.once('data', ready));
    shell.kill('SIGTERM');
    const code = await new Promise((ended) => shell.once('exit', ended));
    shell.stdin.end();
    expect(code).toBe(7);
  },
);

test('every command replaces its shell, which would not pass signals on', () => {
  const others = Object.values(scripts).filter((command) => !command.startsWith('exec node '));
  expect(others).toEqual([]);
});
