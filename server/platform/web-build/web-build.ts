// Builds the web app if its sources have changed since the last build, in a separate process so that this one stays small.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OperatorError } from '../operator-error.ts';
import { replaceBuild } from './replace-build.ts';

const project = fileURLToPath(new URL('../../../', import.meta.url));
const output = join(project, 'dist', 'web');
const stamp = join(output, '.sources');
const sources = ['web', 'shared', 'vite.config.ts', 'package-lock.json', 'CHANGELOG.md'];

/** The folder of the built web app, built first if needed (then `building` is called). Throws OperatorError if it can't be. */
export async function ensureWebBuild(building: () => void): Promise<string> {
  const builder = join(project, 'node_modules', 'vite', 'bin', 'vite.js');
  // An installation without development packages serves its bundled build.
  if (!existsSync(builder) && existsSync(output)) return output;
  const wanted = await hashSources();
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return output;
  building();
  await build(builder, wanted);
  return output;
}

async function build(builder: string, hash: string): Promise<void> {
  const draft = join(project, 'dist', `web-${process.pid}`);
  try {
    await promisify(execFile)(
      process.execPath,
      [builder, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'],
      {
        cwd: project,
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
  } catch (error) {
    const { stderr = '', message } = error as { stderr?: string; message: string };
    throw new OperatorError(`The web app could not be built: ${stderr.trim() || message}`, { cause: error });
  }
  await writeFile(join(draft, '.sources'), hash);
  await replaceBuild(draft, output);
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of await filesBelow(source)) {
      hash.update(`${file}\n`).update(await readFile(join(project, file)));
    }
  }
  return hash.digest('hex');
}

async function filesBelow(source: string): Promise<string[]> {
  const entries = await readdir(join(project, source), { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return existsSync(join(project, source)) ? [source] : [];
  const files = entries.filter((entry) => entry.isFile() && !entry.name.includes('.test.'));
  return files.map((entry) => join(entry.parentPath, entry.name).slice(project.length)).sort();
}
