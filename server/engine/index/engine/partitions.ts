// The partitions of a release. Attaching and removing one needs a part of all releases for itself for a moment, and whoever asks meanwhile
// waits behind it: so Zeus waits only briefly for a file being written, a search or a backup, and tries again.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { DatabaseAddress } from '../../../platform/db.ts';
import { OperatorError } from '../../../platform/operator-error.ts';
import { loadInTransaction } from '../common-crawl/load-transaction.ts';

export interface Patience {
  attempts: number;
  waitMs: number;
  pauseMs: number;
}

/**
 * Four minutes in all. A file takes a quarter of a minute to write. PostgreSQL looks for deadlocks after a second; this gives up a lock sooner, so
 * that no reader is canceled.
 */
const usual: Patience = { attempts: 45, waitMs: 250, pauseMs: 5_000 };

/** PostgreSQL's codes for a lock that was not free in time, and for a deadlock with a reader. */
const locked: readonly unknown[] = ['55P03', '40P01'];

/** Throws OperatorError if the other releases are in use all the time. */
export const openPartitions = (address: DatabaseAddress, release: number, patience?: Patience): Promise<void> =>
  changePartitions(address, (client) => client.query('select index_open_pages($1)', [release]), patience);

/** Throws OperatorError if the other releases are in use all the time. */
export const dropPartitions = (address: DatabaseAddress, release: number, patience?: Patience): Promise<void> =>
  changePartitions(address, (client) => client.query('select index_drop_pages($1)', [release]), patience);

/** Runs `change` in a transaction of its own. Throws OperatorError if the other releases are in use all the time. */
export async function changePartitions(
  address: DatabaseAddress,
  change: (client: pg.Client) => Promise<unknown>,
  { attempts, waitMs, pauseMs }: Patience = usual,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await loadInTransaction(address, async (client) => {
        // Two at once would wait for each other's locks.
        await client.query(`select pg_advisory_xact_lock(hashtext('index_open_pages'))`);
        await client.query(`set local lock_timeout = ${waitMs}`);
        await change(client);
      });
      return;
    } catch (error) {
      if (!locked.includes((error as { code?: unknown }).code)) throw error;
      if (attempt >= attempts) throw new OperatorError(inUse, { cause: error });
      await sleep(pauseMs);
    }
  }
}

const inUse =
  'The link index is in use, for example by a backup, or because a release is being loaded. Run the same command again once that is done.';
