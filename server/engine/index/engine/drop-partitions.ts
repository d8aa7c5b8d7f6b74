import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseAddress } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { loadInTransaction } from '../common-crawl/load-transaction.ts';

interface Patience {
  attempts: number;
  waitMs: number;
  pauseMs: number;
}

/** Four minutes in all. A file takes a quarter of a minute to write. */
const usual: Patience = { attempts: 40, waitMs: 1_000, pauseMs: 5_000 };

/** PostgreSQL's code for it. */
const lockTimeout = '55P03';

/**
 * Drops the pages and links of a release. For a moment this needs all releases for itself, and whoever asks meanwhile waits behind it: so it
 * waits only briefly for a file being written or a backup, and tries again. Throws OperatorError if that didn't help.
 */
export async function dropPartitions(
  address: DatabaseAddress,
  release: number,
  { attempts, waitMs, pauseMs }: Patience = usual,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await loadInTransaction(address, async (client) => {
        await client.query(`set local lock_timeout = ${waitMs}`);
        await client.query('select index_drop_pages($1)', [release]);
      });
      return;
    } catch (error) {
      if ((error as { code?: unknown }).code !== lockTimeout) throw error;
      if (attempt >= attempts) throw new OperatorError(inUse, { cause: error });
      await sleep(pauseMs);
    }
  }
}

const inUse =
  'The pages can’t be removed while files are being loaded or a backup is running. Run the same command again once that is done.';
