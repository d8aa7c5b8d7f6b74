import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

test('two processes render the same bytes', async () => {
  const script = new URL('hash-pages.ts', import.meta.url).pathname;
  const [one, two] = await Promise.all([run(process.execPath, [script]), run(process.execPath, [script])]);
  expect(one.stdout).toMatch(/^\d{3,4} [0-9a-f]{64}\n$/);
  expect(two.stdout).toBe(one.stdout);
}, 60_000);
