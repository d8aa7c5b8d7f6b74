import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OperatorError } from '../operator-error.ts';
import { deriveKey, loadSecrets } from './secrets.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'zeus-secrets-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const kept = () => JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as Record<string, string>;

test('creates a secret once, keeps it when another is added, and makes it private', () => {
  const { zeus } = loadSecrets(home, ['zeus']);
  expect(zeus).toMatch(/^[0-9a-f]{64}$/);
  expect(loadSecrets(home, ['zeus', 'postgres']).zeus).toBe(zeus);
  expect(Object.keys(kept())).toEqual(['zeus', 'postgres']);
  expect(statSync(join(home, 'secrets.json')).mode & 0o777).toBe(0o600);
});

test('processes that start together have the same stored secrets', {
  timeout: 60_000,
}, async () => {
  const script = `
    const { loadSecrets } = await import(${JSON.stringify(new URL('secrets.ts', import.meta.url).href)});
    process.stdout.write('loaded');
    await new Promise((resolve) => process.stdin.once('data', resolve));
    const { zeus } = loadSecrets(${JSON.stringify(home)}, ['zeus']);
    process.stdout.write(JSON.stringify({ zeus, ...loadSecrets(${JSON.stringify(home)}, ['postgres']) }));
    process.exit();`;
  const children = Array.from({ length: 4 }, () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const loaded = children.map((child) => new Promise((resolve) => child.stdout.once('data', resolve)));
  await Promise.all(loaded);
  for (const child of children) child.stdin.write('go');
  const answers = await Promise.all(children.map((child) => text(child.stdout)));
  for (const answer of answers) expect(JSON.parse(answer)).toEqual(kept());
});

test('reports a damaged file without repeating its contents', () => {
  writeFileSync(join(home, 'secrets.json'), '{"zeus": abcdef0123456789');
  const refused = expect(() => loadSecrets(home, ['zeus']));
  refused.toThrow(OperatorError);
  refused.toThrow(/cannot read its secrets in .*secrets.json \(it is not valid JSON\)/);
});

test.skipIf(process.getuid?.() !== 0)("says whose file it is if it is another user's", () => {
  loadSecrets(home, ['zeus']);
  const script = `
    const { loadSecrets } = await import(${JSON.stringify(new URL('secrets.ts', import.meta.url).href)});
    process.setuid(65534);
    try { loadSecrets(process.argv[1], ['zeus']); } catch (error) { process.stdout.write(error.message); }`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script, home], { encoding: 'utf8' });
  expect(stdout).toMatch(
    /^Zeus is not allowed to read its secrets in .*secrets\.json\. Start it as the user who owns that file/,
  );
});

test('keys for two purposes differ, and are reproducible', () => {
  expect(deriveKey('secret', 'one')).toEqual(deriveKey('secret', 'one'));
  expect(deriveKey('secret', 'one')).not.toEqual(deriveKey('secret', 'two'));
});
