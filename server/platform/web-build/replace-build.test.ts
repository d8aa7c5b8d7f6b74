import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replaceBuild } from './replace-build.ts';

let folder: string;
let output: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zeus-build-'));
  output = join(folder, 'web');
});
afterEach(() => rmSync(folder, { recursive: true }));

function build(name: string, asset: string): string {
  const draft = join(folder, name);
  mkdirSync(join(draft, 'assets'), { recursive: true });
  writeFileSync(join(draft, 'index.html'), asset);
  writeFileSync(join(draft, 'assets', asset), asset);
  return draft;
}

const page = () => readFileSync(join(output, 'index.html'), 'utf8');
const assets = () => readdirSync(join(output, 'assets')).sort();

test('the first build is put in place, and nothing is left next to it', async () => {
  await replaceBuild(build('draft', 'a.js'), output);
  expect(page()).toBe('a.js');
  expect(readdirSync(folder)).toEqual(['web']);
});

test('the next one keeps files that open pages still request, until they are old', async () => {
  await replaceBuild(build('one', 'a.js'), output);
  await replaceBuild(build('two', 'b.js'), output);
  expect(page()).toBe('b.js');
  expect(assets()).toEqual(['a.js', 'b.js']);
  utimesSync(join(output, 'assets', 'a.js'), new Date(0), new Date(0));
  await replaceBuild(build('three', 'c.js'), output);
  expect(assets()).toEqual(['b.js', 'c.js']);
});

test('of builds that end together, one is in place, complete', async () => {
  await replaceBuild(build('old', 'old.js'), output);
  await Promise.all(['one', 'two', 'three'].map((name) => replaceBuild(build(name, `${name}.js`), output)));
  expect(existsSync(join(output, 'assets', page()))).toBe(true);
  expect(readdirSync(folder)).toEqual(['web']);
});
