// Replaces the old data folder by an upgraded one. That takes two renames, and Zeus may die between them, so the new folder
// first gets a marker that it is complete: the next start finds it and does the second rename.
import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../files/sync-folder.ts';

/** Where the upgraded cluster is built, and where the old one goes. */
export const growingFolder = (folder: string) => `${folder}.upgrade`;
export const oldFolder = (folder: string, version: string) => `${folder}.old-${version}`;

const markIn = (folder: string) => join(folder, 'zeus-upgrade-complete');

/** Keeps the old folder under another name. Both servers must have stopped, and the folder must be locked. */
export async function replaceFolder(folder: string, oldVersion: string): Promise<void> {
  const mark = await open(markIn(growingFolder(folder)), 'w', 0o600);
  await mark.sync().finally(() => mark.close());
  await syncFolder(growingFolder(folder));
  await rename(folder, oldFolder(folder, oldVersion));
  await finishReplacing(folder);
}

/** Does the second rename if it is missing. The folder must be locked. */
export async function finishReplacing(folder: string): Promise<void> {
  const growing = growingFolder(folder);
  if (!(await exists(folder)) && (await exists(markIn(growing)))) {
    await rename(growing, folder);
    await syncFolder(dirname(folder));
  }
  await rm(markIn(folder), { force: true });
}

const exists = async (path: string) => (await lstat(path).catch(() => null)) !== null;
