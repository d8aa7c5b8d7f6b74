// Builds the web app if it has changed, and fails if it uses something that the oldest supported browsers (vite.config.ts) lack, or
// if the scripts of /login have grown. Part of `npm run check`.
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Manifest } from 'vite';
import { ensureWebBuild } from '../server/platform/web-build/web-build.ts';
import { oldestBrowsers } from '../vite.config.ts';
import { exceptions } from './compat/exceptions.ts';
import { missingFeatures } from './compat/features.ts';
import { judgeBuild } from './compat/judge-build.ts';

/** What a visitor on a slow phone waits for; 112.1 when this was written. */
const loginKilobytes = 113;

/** The texts of the current build by their path. The folder also keeps scripts and styles of earlier builds. */
async function readBuild(): Promise<Map<string, string>> {
  const folder = await ensureWebBuild(() => {});
  const manifest = JSON.parse(await readFile(join(folder, '.manifest.json'), 'utf8')) as Manifest;
  const built = Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]);
  const names = [...new Set([...(await readdir(folder)), ...built])];
  const texts = names.filter((name) => ['.js', '.css', '.html', '.json'].includes(extname(name)));
  return new Map(
    await Promise.all(texts.map(async (name) => [`/${name}`, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

/** Scripts named in index.html and those the server adds for this page. */
function loginScripts(files: ReadonlyMap<string, string>): string[] {
  const named = files.get('/index.html')?.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g) ?? [];
  const preloads = JSON.parse(files.get('/.preloads.json') ?? '{}') as Record<string, string[]>;
  return [...new Set([...[...named].flatMap(([, path]) => path ?? []), ...(preloads['login-page'] ?? [])])];
}

const files = await readBuild();
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
