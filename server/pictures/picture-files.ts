// Pictures in the file store, each under the hash of its content, so that equal pictures are stored once.
import { createHash } from 'node:crypto';
import type { Context } from '../platform/context.ts';
import { contentTypeOf } from '../platform/files/picture-type.ts';
import { noteLeftover } from './old-pictures.store.ts';

type Parts = Pick<Context, 'storage'>;

/**
 * Writes the picture and returns its name. Until a row has this name, the picture is a leftover, so that the clean-up removes it if the
 * process dies. Rejects if the store or the database cannot be reached.
 */
export async function storePicture(
  { db, storage }: Parts & Pick<Context, 'db'>,
  bytes: Uint8Array,
  extension: string,
): Promise<string> {
  const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
  await noteLeftover(db.kysely, name);
  await storage.put(keyOf(name), bytes, { contentType: contentTypeOf(extension) });
  return name;
}

/** The bytes and their type; null if there is no such picture. Rejects if the store cannot be reached. */
export async function readPicture({ storage }: Parts, name: string) {
  const contentType = contentTypeOf(/^[0-9a-f]{64}\.([a-z]+)$/.exec(name)?.[1] ?? '');
  if (contentType === undefined || !(await storage.exists(keyOf(name)))) return null;
  return { contentType, bytes: await storage.getBytes(keyOf(name)) };
}

/** Removes it; a missing one is not an error. */
export async function removePicture({ storage }: Parts, name: string): Promise<void> {
  await storage.delete(keyOf(name));
}

const keyOf = (name: string) => `pictures/${name.slice(0, 2)}/${name}`;
