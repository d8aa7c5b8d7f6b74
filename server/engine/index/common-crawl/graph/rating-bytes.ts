// How strong each domain is, in one byte: 0 is unknown, 1 to 255 stand for ratings from 0 to 100.
import { sql } from 'kysely';
import type { Kdb } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { ratingOf } from '../ranks/rank-rating.ts';
import { findReady, type Release } from '../releases/releases.store.ts';
import { longNameHash } from './files/name-hash.ts';

export const toByte = (rating: number) => 1 + Math.round(rating * 2.54);

/** The strongest so many are used, which take 150 MB of memory. */
const mostRanks = 10_000_000;
const rowsAtOnce = 50_000;

export interface RatingBytes {
  /** The release; null if no ranks are loaded. */
  release: string | null;
  of(name: string): number;
}

/** Of reading ranks that are replaced meanwhile. New ones are published once a month, so the second should do. */
const attempts = 3;

/**
 * Reads the ranks that are loaded into memory. Hashes stand for the names: one mistaken name in ten million would not matter. Throws
 * OperatorError if they are replaced all the time.
 */
export async function readRatingBytes(db: Kdb): Promise<RatingBytes> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const ranks = await findReady(db, 'ranks');
    if (!ranks) return { release: null, of: () => 0 };
    const of = await readRanks(db, ranks);
    // Once others are in use, these are dropped, and the rest of them was not read.
    if ((await findReady(db, 'ranks'))?.id === ranks.id) return { release: ranks.name, of };
  }
  throw new OperatorError('The ranks were replaced while they were read. Run the same command again to continue.');
}

async function readRanks(db: Kdb, { id, loaded, domains }: Release): Promise<RatingBytes['of']> {
  const table = createTable(Math.min(loaded, mostRanks));
  // Reading continues after the last name instead of holding a transaction open.
  for (let after = ''; ; ) {
    const { rows: batch } = await sql<{ name: string; position: number }>`
      select name, min(position) as position from index_domain_ranks
      where release_id = ${id} and name > ${after}
      group by name order by name limit ${rowsAtOnce}`.execute(db);
    for (const { name, position } of batch) {
      if (position <= mostRanks) table.set(name, toByte(ratingOf(position, domains ?? loaded)));
    }
    if (batch.length < rowsAtOnce) break;
    after = batch.at(-1)?.name ?? '';
  }
  return table.get;
}

/** Open addressing, at most two thirds full. */
function createTable(entries: number) {
  const size = 2 ** Math.ceil(Math.log2(Math.max(16, entries * 1.5)));
  const hashes = new Float64Array(size);
  const bytes = new Uint8Array(size);
  let used = 0;
  const slotOf = (hash: number) => {
    let slot = hash % size;
    while (hashes[slot] !== 0 && hashes[slot] !== hash) slot = (slot + 1) % size;
    return slot;
  };
  return {
    set(name: string, byte: number) {
      const hash = longNameHash(name);
      const slot = slotOf(hash);
      if (hashes[slot] === 0) {
        // Positions are not always unique, so there may be more names than expected.
        if (used >= size * 0.9) return;
        used += 1;
        hashes[slot] = hash;
      }
      bytes[slot] = byte;
    },
    get: (name: string): number => bytes[slotOf(longNameHash(name))] ?? 0,
  };
}
