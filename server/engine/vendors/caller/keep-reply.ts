import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { insertReply, type SealedReply } from './insert-reply.store.ts';
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
  const pool = new pg.Pool({
    ...(typeof database === 'string' ? { connectionString: database } : database),
    ...{ max: 1, application_name: 'zeus-caller', connectionTimeoutMillis: 5_000 },
    ...{ statement_timeout: 3_000, query_timeout: 8_000 },
  });
  // A connection that breaks between two attempts must not end the process.
  pool.on('error', () => {});
  try {
    for (let left = tries; left > 0; left -= 1) {
      const isStored = await insertReply(pool, reply).then(
        () => true,
        () => false,
      );
      if (isStored) return await removeFile?.();
      if (left > 1) await sleep(tryAgainMs);
    }
  } finally {
    await pool.end();
  }
}
