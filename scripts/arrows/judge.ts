// Checks every import of the project against the table in modules.ts.
import { posix } from 'node:path';
import { findCycles } from './find-cycles.ts';
import { alsoForTests, barred, isTestFile, type Module, moduleOf, networkPackages } from './modules.ts';
import { type FileImports, type Import, readImports } from './read-imports.ts';

/**
 * Takes the project's files (path from its root → text) and the packages that production does without. Returns one line per
 * violation.
 */
export function judgeArrows(sources: ReadonlyMap<string, string>, devPackages: readonly string[] = []): string[] {
  const files = [...sources].map(([path, source]) => ({ path, ...readImports(path, source) }));
  return [...files.flatMap(({ path, ...file }) => judgeFile(path, file, devPackages)), ...judgeCycles(files)];
}

function judgeFile(path: string, file: FileImports, devPackages: readonly string[]): string[] {
  const module = moduleOf(path);
  if (file.parseError !== undefined) return [`${path}:1 cannot be parsed: ${file.parseError}`];
  if (module === undefined) return [`${path}:1 belongs to no module: add it to the table in scripts/arrows/modules.ts`];
  const broken = file.imports.flatMap((one) => {
    const target = targetOf(path, one);
    const rule =
      target === undefined ? brokenPackageRule(path, one, devPackages) : brokenModuleRule(path, module, target, one);
    return rule === undefined ? [] : [`${path}:${one.line} imports ${target ?? one.specifier}: ${rule}`];
  });
  const fetches = isNetworkForbidden(path, 'fetch') ? file.fetches : [];
  return [...broken, ...fetches.map((line) => `${path}:${line} calls fetch: ${networkRule('fetch')}`)];
}

// The imported file's path from the project root; undefined for a package.
function targetOf(path: string, { specifier }: Import): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return posix.join(posix.dirname(path), specifier.replace(/\?.*$/, ''));
}

function brokenModuleRule(path: string, module: Module, target: string, one: Import): string | undefined {
  const targetModule = moduleOf(target);
  if (!/\.tsx?$/.test(target) || targetModule === undefined || module.may === 'anything') return undefined;
  const fromTest = isTestFile(path);
  if (isTestFile(target) && !fromTest) return 'only tests may import test helpers';
  const bar = barred.find(({ from }) => path.startsWith(from))?.to.find((folder) => target.startsWith(folder));
  if (bar !== undefined && !fromTest) return `this folder may not import ${bar}`;
  if (targetModule === module || module.may.includes(targetModule.name)) return undefined;
  if (fromTest && alsoForTests.includes(targetModule.name)) return undefined;
  if (module.types?.includes(targetModule.name)) {
    return one.isType ? undefined : `${module.name} may import only types of ${targetModule.name}`;
  }
  if (module.lazily?.includes(targetModule.name)) {
    return one.isLazy ? undefined : `${module.name} may import ${targetModule.name} only by import()`;
  }
  return `${module.name} may import ${module.may.length === 0 ? 'nothing' : module.may.join(', ')}, not ${targetModule.name}`;
}

// web/ is bundled when the image is built.
const runsInProduction = /^(server|shared|practice)\//;

function brokenPackageRule(path: string, one: Import, devPackages: readonly string[]): string | undefined {
  if (isTestFile(path)) return undefined;
  const name = packageName(one.specifier);
  if (path.startsWith('shared/') && name !== 'zod') return 'only zod may be imported there';
  if (path.startsWith('web/') && name.startsWith('node:') && moduleOf(path)?.may !== 'anything') {
    return 'browsers don’t have Node’s built-in modules';
  }
  if (one.isType) return undefined;
  if (runsInProduction.test(path) && devPackages.includes(name))
    return 'devDependencies aren’t installed in production';
  return isNetworkForbidden(path, name) ? networkRule(name) : undefined;
}

function isNetworkForbidden(path: string, name: string): boolean {
  const places = networkPackages[name];
  if (places === undefined || !path.startsWith('server/') || isTestFile(path)) return false;
  return !places.some((place) => path.startsWith(place));
}

function networkRule(name: string): string {
  return `network access is only allowed in ${networkPackages[name]?.join(', ')}`;
}

function packageName(specifier: string): string {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? specifier);
}

// Type-only and lazy imports count too: to understand one file you have to read the other.
function judgeCycles(files: ({ path: string } & FileImports)[]): string[] {
  const graph = new Map(files.map(({ path, imports }) => [path, imports.flatMap((one) => targetOf(path, one) ?? [])]));
  return findCycles(graph).map(([first = '', ...rest]) => {
    const second = rest[0] ?? first;
    const file = files.find(({ path }) => path === first);
    const line = file?.imports.find((one) => targetOf(first, one) === second)?.line ?? 1;
    return `${first}:${line} imports ${second}: a cycle (${[first, ...rest, first].join(' → ')})`;
  });
}
