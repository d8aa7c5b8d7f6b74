// Reserves space from the user's quota before the first byte is written, so that parallel uploads cannot exceed it together.
import type { Context } from '../../platform/context.ts';
import { type StorageError, tooLarge } from '../http/storage-error.ts';
import { maxFiles, mb } from '../limits.ts';
import { insertFile, lockStorageOf, measureUse } from './files.store.ts';

type Parts = Pick<Context, 'config' | 'db'>;

export interface Reservation {
  userId: string;
  /** The smallest and largest size the file can have. */
  least: number;
  most: number;
}

/** Inserts the file's row and returns how many bytes it may have. Throws StorageError if the quota is used up. */
export async function reserveFile(
  ctx: Parts,
  { userId, least, most }: Reservation,
): Promise<{ id: string; bytes: number }> {
  return ctx.db.kysely.transaction().execute(async (tx) => {
    await lockStorageOf(tx, userId);
    const use = await measureUse(tx, userId);
    const free = ctx.config.uploads.mbPerUser * mb - use.bytes;
    if (free <= 0 || least > free) throw storageFull(ctx);
    if (use.files >= maxFiles) {
      throw tooLarge(`Your storage is full: one account can store ${maxFiles.toLocaleString('en')} files`);
    }
    const bytes = Math.min(most, free);
    return { id: await insertFile(tx, userId, bytes), bytes };
  });
}

export function storageFull({ config }: Pick<Context, 'config'>): StorageError {
  return tooLarge(`Your storage is full: one account can store ${config.uploads.mbPerUser.toLocaleString('en')} MB`);
}
