// Checks that imports point the way of the house: prints one line for each that does not, and then fails.
// The rules are in arrows/rooms.ts.
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { judgeArrows } from './arrows/judge.ts';

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
const broken = judgeArrows(sources, Object.keys(manifest.devDependencies));
for (const line of broken) console.log(line);
console.log(`${sources.size} files, forbidden imports: ${broken.length}`);
if (broken.length > 0) process.exitCode = 1;
