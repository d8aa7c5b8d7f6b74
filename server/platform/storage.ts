// Files by key: on disk in the home folder, or in an S3 bucket when one is set.
import { randomUUID } from 'node:crypto';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from './config.ts';

export type Storage = Disk;

/**
 * Files on disk that are there whole or not at all, also while they are written again. The driver itself writes in place,
 * and what it reads of a file that is just being written may hold other memory of this process.
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

/** Opens the store. Reading and writing reject when a file is missing or the store cannot be reached. */
export async function openStorage(config: Config['storage']): Promise<Storage> {
  if (config.kind === 'disk') return new Disk(new WholeFiles(config.folder));
  // Loaded only when used: the S3 client takes a quarter of a second to load.
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = config;
  return new Disk(
    new S3Driver({
      bucket,
      region,
      endpoint,
      // A self-hosted store answers at its own address, without a host name per bucket.
      forcePathStyle: endpoint !== undefined,
      credentials: { accessKeyId, secretAccessKey },
      visibility: 'private',
      supportsACL: false,
    }),
  );
}
