import { expect, test } from 'vitest';
import { reasonIn, runCommand } from './run-command.ts';

test('a program that succeeds is ok, and its output is kept', async () => {
  const result = await runCommand('sh', ['-c', 'echo "$GREETING"; echo aside >&2'], {
    timeoutMs: 20_000,
    env: { GREETING: 'hello' },
  });
  expect(result.ok).toBe(true);
  expect(result.output).toContain('hello');
  expect(result.output).toContain('aside');
});

test('a program that fails, is missing or takes too long is not ok and says why', async () => {
  expect((await runCommand('sh', ['-c', 'exit 3'], { timeoutMs: 20_000 })).ok).toBe(false);
  const absent = await runCommand('/absent/program', [], { timeoutMs: 20_000 });
  expect(absent).toEqual({ ok: false, output: expect.stringContaining('ENOENT') });
  const slow = await runCommand('sleep', ['600'], { timeoutMs: 50 });
  expect(slow).toEqual({ ok: false, output: expect.stringContaining('sleep was stopped after 0.05 s') });
});

test('takes the reason from the lines that state it', () => {
  const apt =
    "Reading lists\nW: Failed to fetch http://deb: Could not resolve 'deb'\nDone\nE: Unable to locate package x";
  expect(reasonIn(apt)).toBe("W: Failed to fetch http://deb: Could not resolve 'deb' E: Unable to locate package x");
  expect(reasonIn('one\n\ntwo\nthree\nfour\n')).toBe('two three four');
  expect(reasonIn('apt-get: spawn apt-get ENOENT\nno more')).toBe('apt-get: spawn apt-get ENOENT');
});
