// Room for a file, taken from the user's quota before the first byte is written: many uploads at once cannot exceed it together.
import type { Context } from '../../platform/context.ts';
import { type StorageError, tooLarge } from '../http/storage-error.ts';
import { maxFiles, mb } from '../limits.ts';
import { insertFile, lockStorageOf, measureUse } from './files.store.ts';

type Parts = Pick<Context, 'config' | 'db'>;

export interface Reservation {
  userId: string;
  /** The file has at least so many bytes, and at most so many. */
  least: number;
  most: number;
}

/** A row for the file, and how many bytes it may have. Throws StorageError when the user has no room left. */
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
