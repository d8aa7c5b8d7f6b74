// How strong each domain is, in one byte: 0 is unknown, 1 to 255 stand for ratings from 0 to 100.
import { sql } from 'kysely';
import type { Kdb } from '../../../../platform/db.ts';
import { ratingOf } from '../ranks/rank-rating.ts';
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

/** Reads the ranks that are loaded into memory. Hashes stand for the names: one mistaken name in ten million would not matter. */
export async function readRatingBytes(db: Kdb): Promise<RatingBytes> {
  const { rows } = await sql<{ id: number; name: string; domains: number; loaded: number }>`
    select id, name, domains, loaded from index_releases where kind = 'ranks' and state = 'ready'
    order by finished_at desc limit 1`.execute(db);
  const [ranks] = rows;
  if (!ranks) return { release: null, of: () => 0 };
  const table = createTable(Math.min(ranks.loaded, mostRanks));
  // Reading continues after the last name instead of holding a transaction open.
  for (let after = ''; ; ) {
    const { rows: batch } = await sql<{ name: string; position: number }>`
      select name, min(position) as position from index_domain_ranks
      where release_id = ${ranks.id} and name > ${after}
      group by name order by name limit ${rowsAtOnce}`.execute(db);
    for (const { name, position } of batch) {
      if (position <= mostRanks) table.set(name, toByte(ratingOf(position, ranks.domains)));
    }
    if (batch.length < rowsAtOnce) break;
    after = batch.at(-1)?.name ?? '';
  }
  return { release: ranks.name, of: table.get };
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
