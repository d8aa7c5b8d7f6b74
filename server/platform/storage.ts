// Files by key: on disk in the home folder, or in an S3 bucket if one is set.
import { randomUUID } from 'node:crypto';
import { opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from './config.ts';

export type Storage = Disk;

/**
 * Files on disk that exist completely or not at all, even while they are overwritten. The driver itself writes in place, and
 * what it reads from a file being written may contain other memory of this process.
 */
class WholeFiles extends FSDriver {
  readonly #folder: string;

  constructor(folder: string) {
    super({ location: folder, visibility: 'private' });
    this.#folder = folder;
  }

  override async put(...[key, contents, options]: Parameters<FSDriver['put']>): Promise<void> {
    const part = `${key}.${randomUUID()}.part`;
    try {
      await super.put(part, contents, options);
      await rename(join(this.#folder, part), join(this.#folder, key));
    } catch (error) {
      await super.delete(part).catch(() => undefined);
      throw error;
    }
  }

  override async getBytes(key: string): Promise<Uint8Array> {
    return Uint8Array.from(await readFile(join(this.#folder, key)));
  }
}

/** What a process leaves if it dies while writing a file. */
const partName = /\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.part$/;
/** No write takes this long. */
const dayMs = 24 * 3_600_000;

/** Removes incomplete files on disk; returns how many. Rejects if the folder cannot be read. */
export async function removeParts(config: Config['storage']): Promise<number> {
  if (config.kind !== 'disk') return 0;
  const files = await opendir(config.folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    // Nothing has been written yet.
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  let removed = 0;
  for await (const file of files) {
    if (!file.isFile() || !partName.test(file.name)) continue;
    const path = join(file.parentPath, file.name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (Date.now() - mtimeMs < dayMs) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}

/** Opens the store. Reading and writing reject if a file is missing or the store cannot be reached. */
export async function openStorage(config: Config['storage']): Promise<Storage> {
  if (config.kind === 'disk') return new Disk(new WholeFiles(config.folder));
  // Loaded only when used, because the S3 client takes a quarter of a second to load.
  const { S3Files } = await import('./files/s3-driver.ts');
  return new Disk(new S3Files(config));
}
