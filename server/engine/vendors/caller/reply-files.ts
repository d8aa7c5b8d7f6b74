// Replies on disk: the embedded database ends together with Zeus, so what arrives later waits in a file for the next start.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import { writeDurably } from '../../../platform/files/write-durably.ts';
import { insertReply, type SealedReply } from './insert-reply.store.ts';

const namePattern = /^(\d{1,15})-([0-9a-f]{64})-(\d{1,15})\.reply$/;

/** Writes a reply, readable only by its owner, and returns a function that removes it. */
export async function writeReply(
  folder: string,
  { callId, hash, expiresAt, sealed }: SealedReply,
): Promise<() => Promise<void>> {
  makeFolder(folder);
  const path = join(folder, `${callId}-${hash}-${expiresAt}.reply`);
  await writeDurably(path, sealed, 0o600);
  return () => rm(path, { force: true });
}

/** Moves replies from files into the database. May run twice, and in several processes at once. Returns how many there were. */
export async function importReplies(db: pg.Pool, folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  let imported = 0;
  for (const name of names) {
    const [, callId, hash, expiresAt] = namePattern.exec(name) ?? [];
    if (!callId || !hash || !expiresAt) continue;
    const path = join(folder, name);
    // Another process may be importing the same files.
    const sealed = await readFile(path).catch(() => undefined);
    if (!sealed) continue;
    await insertReply(db, { callId: Number(callId), hash, sealed, expiresAt: Number(expiresAt) });
    await rm(path, { force: true });
    imported += 1;
  }
  return imported;
}
