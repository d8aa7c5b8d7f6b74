// Checks that imports follow the rules in arrows/modules.ts, and that each table is written by its owner in
// arrows/table-owners.ts: prints one line for each violation, and then fails.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { judgeArrows } from './arrows/judge.ts';
import { judgeWrites, tablesIn } from './arrows/judge-writes.ts';

const root = join(import.meta.dirname, '..');

async function readSources(): Promise<Map<string, string>> {
  const top = await readdir(root, { withFileTypes: true });
  const passedOver = (name: string) => name.startsWith('.') || name === 'node_modules' || name === 'dist';
  const folders = top.filter((entry) => entry.isDirectory() && !passedOver(entry.name));
  const inside = await Promise.all(
    folders.map((folder) => readdir(join(root, folder.name), { recursive: true, withFileTypes: true })),
  );
  const paths = [...top, ...inside.flat()]
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(`${sep}node_modules${sep}`))
    .sort();
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')));
  return new Map(paths.map((path, index) => [relative(root, path).split(sep).join('/'), texts[index] ?? '']));
}

const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { devDependencies: object };
const sources = await readSources();
const imports = judgeArrows(sources, Object.keys(manifest.devDependencies));
const writes = judgeWrites(sources, tablesIn(sources.get('db/types.ts') ?? ''));
for (const line of [...imports, ...writes]) console.log(line);
console.log(`${sources.size} files, forbidden imports: ${imports.length}, forbidden writes: ${writes.length}`);
if (imports.length + writes.length > 0) process.exitCode = 1;
