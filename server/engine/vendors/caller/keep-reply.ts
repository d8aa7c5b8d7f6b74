import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../../platform/db.ts';
import { insertReply, type SealedReply } from './kept-replies.store.ts';
import type { CallerSetup } from './messages.ts';
import { writeReply } from './reply-files.ts';

const tries = 5;
const tryAgainMs = 1_000;

/**
 * Stores a reply that no worker recorded. The file is written first and removed once the database has the reply. A database
 * that refuses the insert was down at that moment, so the Zeus that starts it again finds the file.
 */
export async function keepReply({ folder, database }: CallerSetup, reply: SealedReply): Promise<void> {
  // A full disk must not keep the reply from the database.
  const removeFile = await writeReply(folder, reply).catch(() => undefined);
  const db = openDatabase(database, { poolSize: 1, applicationName: 'zeus-caller', statementMs: 3_000 });
  try {
    for (let left = tries; left > 0; left -= 1) {
      const isStored = await insertReply(db.kysely, reply).then(
        () => true,
        () => false,
      );
      if (isStored) return await removeFile?.();
      if (left > 1) await sleep(tryAgainMs);
    }
  } finally {
    await db.close();
  }
}
