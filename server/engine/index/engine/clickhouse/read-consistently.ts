// Readers see whole releases only, although PostgreSQL says which are read and ClickHouse has their rows: if one was published or
// dropped meanwhile, the answer is read again.
import type { Kdb } from '../../../../platform/db.ts';
import { toProviderError } from './clickhouse-error.ts';
import { readReadable } from './releases.store.ts';

/** `read` gets at least one release; without any, the answer is `nothing`. Throws ProviderError if ClickHouse can't be reached. */
export async function readConsistently<T>(
  db: Kdb,
  nothing: T,
  read: (releases: readonly number[]) => Promise<T>,
): Promise<T> {
  let before = await readReadable(db);
  for (;;) {
    if (before.length === 0) return nothing;
    const answer = await read(before).catch((error: unknown) => {
      throw toProviderError(error);
    });
    const after = await readReadable(db);
    if (after.join() === before.join()) return answer;
    before = after;
  }
}
