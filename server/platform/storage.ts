// Files by key: on disk in the home folder, or in an S3 bucket when one is set.
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Config } from './config.ts';

export type Storage = Disk;

/** Opens the store. Reading and writing reject when a file is missing or the store cannot be reached. */
export async function openStorage(config: Config['storage']): Promise<Storage> {
  if (config.kind === 'disk') return new Disk(new FSDriver({ location: config.folder, visibility: 'private' }));
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
