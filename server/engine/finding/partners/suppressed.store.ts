// People who asked not to be processed. Only keyed hashes are stored: the table reveals no names and no addresses.

import { createHmac, createSecretKey } from 'node:crypto';
import { sql } from 'kysely';
import { createBatcher } from '../../../platform/batcher.ts';
import type { Kdb } from '../../../platform/db.ts';
import { flatten } from '../../authors/names/person-name.ts';
import { splitName } from '../../authors/names/split-name.ts';
import { domainOf } from '../../pages/page-url.ts';

/** A person at a domain, or an address. */
export type Suppressible = { name: string; domain: string } | { address: string };

export interface SuppressionList {
  add(who: readonly Suppressible[], source: string): Promise<void>;
  /** For each of them, whether it is on the list. */
  has(who: readonly Suppressible[]): Promise<boolean[]>;
}

/** Concurrent searches share a statement; the wait is tiny next to reading a site. With `noteSites` it saves 8 % of a search. */
const READ_TOGETHER = { most: 50, waitMs: 20 };

/** `key`: 32 bytes that only this instance knows. */
export function openSuppressionList(db: Kdb, key: Uint8Array): SuppressionList {
  // Once: making it from the bytes for each hash takes several percent of a contact search (bench/campaigns.ts).
  const secret = createSecretKey(key);
  const hashOf = (who: Suppressible) => createHmac('sha256', secret).update(plainOf(who)).digest();
  const read = createBatcher({
    run: async (lists: readonly Buffer[][]) => {
      const listed = await listHashes(db, lists.flat());
      return lists.map(() => listed);
    },
    ...READ_TOGETHER,
  });
  return {
    async add(who, source) {
      const hashes = who.map(hashOf).sort(Buffer.compare);
      await sql`insert into suppressed_people (person_hash, source)
        select hash, ${source} from unnest(${hashes}::bytea[]) as hash
        on conflict do nothing`.execute(db);
    },
    async has(who) {
      if (who.length === 0) return [];
      const hashes = who.map(hashOf);
      const listed = await read(hashes);
      return hashes.map((hash) => listed.has(hash.toString('hex')));
    },
  };
}

/** Those of the hashes that are on the list. */
async function listHashes(db: Kdb, hashes: readonly Buffer[]): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`select encode(person_hash, 'hex') as hash from suppressed_people
    where person_hash = any (${hashes}::bytea[])`.execute(db);
  return new Set(rows.map(({ hash }) => hash));
}

/** Middle names and the host below the domain don't make another person. */
function plainOf(who: Suppressible): string {
  if ('address' in who) return `address ${who.address.toLowerCase()}`;
  const { firstName, lastName } = splitName(who.name);
  return `person ${flatten(`${firstName} ${lastName}`)} at ${domainOf(`http://${who.domain}`)}`;
}
