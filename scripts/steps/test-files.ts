// Sorts the test files of the server by what they open, and finds those that do more in a long run.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './steps.ts';

const serverTests: readonly string[] = [
  'server/**/*.test.ts',
  'shared/**/*.test.ts',
  'scripts/**/*.test.ts',
  'db/**/*.test.ts',
  'practice/**/*.test.ts',
  'bench/*/*.test.ts',
];

/** What a test opens: nothing; or databases, processes, browsers, the practice web. Or it changes its process. */
type Kind = 'unit' | 'system' | 'alone';

const importsOf = (source: string) =>
  [...source.matchAll(/from '([^']+)'|^import '([^']+)'/gm)].map(([, a, b]) => a ?? b ?? '');
// A module that starts something, or a helper of a test folder, which may do so.
const opener =
  /^node:(?:child_process|dgram|http|net|tls)$|^playwright-core$|\/(?:start|test)(?:-[^/]+)?\.ts$|\/(?:chromium|run-command)\.ts$|\/test\//;

// What Node keeps for a whole process, and our modules may have read already.
const processWide = /\bsetDefaultCACertificates\(/;

export function kindOf(source: string): Kind {
  if (processWide.test(source)) return 'alone';
  return importsOf(source).some((one) => opener.test(one)) ? 'system' : 'unit';
}

export const findTestsOfKind = (kind: Kind): string[] => findTests((source) => kindOf(source) === kind);

/** The tests that do more in a long run: those with a seed. */
export const findLongTests = (): string[] =>
  findTests((source) => /from '(?:fast-check|.*\/long-run\.ts)'/.test(source));

function findTests(isWanted: (source: string) => boolean): string[] {
  const files = globSync([...serverTests], { cwd: projectFolder });
  return files.filter((file) => isWanted(readFileSync(join(projectFolder, file), 'utf8'))).toSorted();
}
