import { link, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const keepAssetsMs = 7 * 86_400_000;

/**
 * Replaces the previous build of the web app atomically. Hashed files of the last days are kept: open pages, and other running
 * copies of Zeus, still request them. If another process was faster, its build stays.
 */
export async function replaceBuild(draft: string, output: string): Promise<void> {
  await keepAssets(join(output, 'assets'), join(draft, 'assets'));
  const old = `${draft}-old`;
  await rename(output, old).catch(() => {});
  await rename(draft, output).catch(() => {});
  await rm(old, { recursive: true, force: true });
  await rm(draft, { recursive: true, force: true });
}

// A file's name contains the hash of its content, so an existing one is the same. A link keeps its age.
async function keepAssets(from: string, to: string): Promise<void> {
  for (const name of await readdir(from).catch(() => [])) {
    const found = await stat(join(from, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs < keepAssetsMs)
      await link(join(from, name), join(to, name)).catch(() => {});
  }
}
