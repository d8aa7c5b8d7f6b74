// Builds the web app and fails if it uses something that the oldest supported browsers (vite.config.ts) lack, or if the scripts
// of /login have grown. Part of `npm run check`.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { oldestBrowsers } from '../vite.config.ts';
import { exceptions } from './compat/exceptions.ts';
import { missingFeatures } from './compat/features.ts';
import { judgeBuild } from './compat/judge-build.ts';

/** What a visitor on a slow phone waits for; 112.1 when this was written. */
const loginKilobytes = 113;

async function readBuild(folder: string): Promise<Map<string, string>> {
  const configFile = join(import.meta.dirname, '../vite.config.ts');
  await build({ configFile, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter(
    (entry) => entry.isFile() && ['.js', '.css', '.html', '.json'].includes(extname(entry.name)),
  );
  const paths = texts.map(({ parentPath, name }) => join(parentPath, name));
  return new Map(
    await Promise.all(paths.map(async (path) => [path.slice(folder.length), await readFile(path, 'utf8')] as const)),
  );
}

/** Scripts named in index.html and those the server adds for this page. */
function loginScripts(files: ReadonlyMap<string, string>): string[] {
  const named = files.get('/index.html')?.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g) ?? [];
  const preloads = JSON.parse(files.get('/.preloads.json') ?? '{}') as Record<string, string[]>;
  return [...new Set([...[...named].flatMap(([, path]) => path ?? []), ...(preloads['login-page'] ?? [])])];
}

const folder = await mkdtemp(join(tmpdir(), 'zeus-browsers-'));
try {
  process.env.NODE_ENV = 'production';
  const files = await readBuild(folder);
  const { chrome, safari } = oldestBrowsers;
  const missing = missingFeatures({ ...oldestBrowsers, chrome_android: chrome, safari_ios: safari });
  const problems = judgeBuild(files, missing, exceptions);
  const bytes = loginScripts(files).map((path) => gzipSync(files.get(path) ?? '', { level: 9 }).length);
  const kilobytes = bytes.reduce((sum, size) => sum + size, 0) / 1024;
  if (kilobytes > loginKilobytes) problems.push(`/login loads more than ${loginKilobytes} KB of scripts`);
  for (const line of problems) console.log(line);
  console.log(
    `${files.size} files, unsupported features: ${problems.length}; /login: ${kilobytes.toFixed(1)} KB of scripts, gzipped`,
  );
  if (problems.length > 0) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
